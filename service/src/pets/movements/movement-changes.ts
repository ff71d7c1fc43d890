import { ApiError } from '../../core/errors.ts';
import { fieldsError } from '../../core/field-faults.ts';
import type { EventType, PetStatus } from '../../database/column-values.ts';
import type { Queries } from '../../database/database.ts';
import { appendEvents } from '../../events/event-queries.ts';
import { checkPreconditions, type Preconditions } from '../../http/responses/etag.ts';
import { refuseHeld } from '../own-pet-changes.ts';
import type { Pet } from '../pet.ts';
import { changePet } from '../pet-changes.ts';
import type { OwnedPet } from '../pet-queries.ts';
import type { DatedChange } from './dated-change.ts';
import {
  isOutcome,
  isTransfer,
  type Movement,
  type MovementFields,
  movementFaults,
  movementJson,
  movementNotFound,
  statusAfter,
} from './movement.ts';
import {
  deleteMovement,
  findLastMovement,
  findMovement,
  insertMovement,
  updateMovement,
} from './movement-queries.ts';

// Every function changes a movement of a pet that is locked, lets the status of the pet follow, and appends the events. Call them
// in a transaction. `invalid_transition`: the status has to follow, but an order holds the pet.

/** No account has this id: only the owner of the pet and managers may see an event that it placed. */
const NO_PLACER = -1n;

/**
 * @param chosen the status of an animal that came in; undefined if the client chose none.
 * @throws {ApiError} `invalid_body` or `invalid_transition`.
 */
export async function addMovement(
  db: Queries,
  owned: OwnedPet,
  { fields, chosen }: { fields: MovementFields; chosen: PetStatus | null | undefined },
  change: DatedChange,
): Promise<Movement> {
  requireValid(fields, change);
  const { pet } = owned;
  const before = await findLastMovement(db, pet.id);
  const added = await insertMovement(db, pet.id, fields, null);
  const last = await findLastMovement(db, pet.id);
  if (chosen !== undefined && last?.id !== added.id) throw notTheLast(pet, last);
  const isReturn = last?.id === added.id && added.reason === 'return';
  const status = chosen === undefined ? statusFor(pet, before, last, isReturn) : chosen;
  await follow(db, pet, status, change);
  await record(db, 'movement.created', owned, added, change);
  return added;
}

/** The pet and the movement of a request, and what the request demands of it. */
interface AskedMovement {
  readonly owned: OwnedPet;
  readonly movementId: bigint;
  readonly preconditions: Preconditions;
}

/** @throws {ApiError} `movement_not_found`, `precondition_failed`, `invalid_body` or `invalid_transition`. */
export async function changeMovement(
  db: Queries,
  asked: AskedMovement,
  fields: Partial<MovementFields>,
  change: DatedChange,
): Promise<Movement> {
  const { pet } = asked.owned;
  const movement = await requireMovement(db, asked);
  const next = { ...movement, ...fields };
  // A region belongs to the transfer that it described.
  if (fields.region === undefined && !isTransfer(next.reason)) next.region = null;
  // An order belongs to the adoption that it was.
  if (next.reason !== 'adoption') next.orderId = null;
  requireValid(next, change);
  if (movementJson(next) === movementJson(movement)) return movement;
  const before = await findLastMovement(db, pet.id);
  await updateMovement(db, next);
  await follow(db, pet, statusFor(pet, before, await findLastMovement(db, pet.id)), change);
  await record(db, 'movement.updated', asked.owned, next, change);
  return next;
}

/** @throws {ApiError} `movement_not_found`, `precondition_failed` or `invalid_transition`. */
export async function removeMovement(db: Queries, asked: AskedMovement, change: DatedChange): Promise<void> {
  const { pet } = asked.owned;
  const movement = await requireMovement(db, asked);
  const before = await findLastMovement(db, pet.id);
  await deleteMovement(db, movement.id);
  await follow(db, pet, statusFor(pet, before, await findLastMovement(db, pet.id)), change);
  await record(db, 'movement.deleted', asked.owned, movement, change);
}

function requireValid(fields: MovementFields, { today }: DatedChange): void {
  const faults = movementFaults(fields, today);
  if (faults.length > 0) throw fieldsError('invalid_body', faults);
}

async function requireMovement(
  db: Queries,
  { owned, movementId, preconditions }: AskedMovement,
): Promise<Movement> {
  const petId = owned.pet.id;
  const movement = await findMovement(db, { petId, id: movementId });
  if (movement === undefined) throw movementNotFound(petId, String(movementId));
  checkPreconditions(preconditions, movementJson(movement));
  return movement;
}

/**
 * Returns the status of an animal after its movements have changed; undefined if it stays. An outcome decides it. An animal that
 * was gone and is in care again has none, so that it is on no public page before someone wants that.
 */
function statusFor(
  pet: Pet,
  before: Movement | undefined,
  last: Movement | undefined,
  isReturn = false,
): PetStatus | null | undefined {
  if (last !== undefined && isOutcome(last)) {
    const isSame = before !== undefined && isOutcome(before) && statusAfter(before) === statusAfter(last);
    // An import may have set another status since then.
    return isSame && before.id === last.id ? undefined : statusAfter(last);
  }
  return isOutcome(before) || (isReturn && pet.status === 'sold') ? null : undefined;
}

async function follow(
  db: Queries,
  pet: Pet,
  status: PetStatus | null | undefined,
  change: DatedChange,
): Promise<void> {
  if (status === undefined || (status ?? undefined) === pet.status) return;
  await refuseHeld(db, pet, status === null ? 'lose its status' : `change to ${status}`);
  await changePet(db, pet, { status }, change);
}

function notTheLast(pet: Pet, last: Movement | undefined): ApiError {
  return new ApiError(
    'invalid_transition',
    `Pet ${pet.id} has a later movement, ${last?.id}, which decides its status: leave out status.`,
  );
}

async function record(
  db: Queries,
  type: EventType,
  { pet, ownerId }: OwnedPet,
  movement: Movement,
  { actor, at }: DatedChange,
): Promise<void> {
  const audience = { placedBy: ownerId ?? NO_PLACER, ownerId };
  await appendEvents(db, [{ type, at, actor, petId: pet.id, body: movementJson(movement), audience }]);
}
