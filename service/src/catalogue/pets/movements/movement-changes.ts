import { ApiError } from '../../../platform/core/errors.ts';
import { fieldsError } from '../../../platform/core/field-faults.ts';
import type { EventType, PetStatus } from '../../../platform/database/column-values.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { checkPreconditions, type Preconditions } from '../../../platform/http/responses/etag.ts';
import type { Change, NewEvent } from '../../../record/events/event.ts';
import { appendEvents } from '../../../record/events/event-queries.ts';
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
  tooManyMovements,
} from './movement.ts';
import { allMovements, deleteMovement, insertMovement, isFull, updateMovement } from './movement-queries.ts';
import { placeInDay } from './place-in-day.ts';
import { byDay, lastOf, type MovementAction, NEW_ID, stayFault } from './stay-rules.ts';

// Every function changes a movement of a pet that is locked, lets the status of the pet follow, and appends the events. Call them
// in a transaction. `invalid_transition`: the status has to follow, but an order holds the pet, or the movements contradict each other.

/** No account has this id: only the owner of the pet and managers may see an event that it placed. */
const NO_PLACER = -1n;

/** @throws {ApiError} `invalid_body`, `limit_reached` or `invalid_transition`. */
export async function addMovement(
  db: Queries,
  owned: OwnedPet,
  { fields, chosen, dayOrder }: NewMovement,
  change: DatedChange,
): Promise<Movement> {
  requireValid(fields, change);
  const { pet } = owned;
  if (await isFull(db, pet.id)) throw tooManyMovements(pet.id);
  const all = await allMovements(db, pet.id);
  const placed = placeInDay(all, { ...fields, id: NEW_ID, dayOrder });
  refuseContradiction(pet, all, [...all, placed], { kind: 'add', id: NEW_ID });
  const added = await insertMovement(db, pet.id, fields, null, placed.dayOrder);
  const last = lastOf([...all, added].toSorted(byDay));
  if (chosen !== undefined && last?.id !== added.id) throw notTheLast(pet, last);
  const isReturn = last?.id === added.id && added.reason === 'return';
  const status = chosen === undefined ? statusFor(pet, lastOf(all), last, isReturn) : chosen;
  await follow(db, pet, status, change);
  await record(db, 'movement.created', owned, added, change);
  return added;
}

interface NewMovement {
  readonly fields: MovementFields;
  /** The status of an animal that came in; undefined if the client chose none. */
  readonly chosen: PetStatus | null | undefined;
  /** Undefined if the client chose none. */
  readonly dayOrder?: number | undefined;
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
  fields: Partial<MovementFields & { dayOrder: number }>,
  change: DatedChange,
): Promise<Movement> {
  const { pet } = asked.owned;
  const all = await allMovements(db, pet.id);
  const movement = requireMovement(all, asked);
  const others = all.filter(({ id }) => id !== movement.id);
  const isMoved = fields.date !== undefined && fields.date !== movement.date;
  const dayOrder = fields.dayOrder ?? (isMoved ? undefined : movement.dayOrder);
  const next = placeInDay(others, { ...movement, ...fields, dayOrder });
  // A region belongs to the transfer that it described.
  if (fields.region === undefined && !isTransfer(next.reason)) next.region = null;
  // An order belongs to the adoption that it was.
  if (next.reason !== 'adoption') next.orderId = null;
  requireValid(next, change);
  if (movementJson(next) === movementJson(movement)) return movement;
  refuseContradiction(pet, all, [...others, next], { kind: 'change', id: movement.id });
  await updateMovement(db, next);
  await followMovements(db, pet, { before: all, after: [...others, next].toSorted(byDay) }, change);
  await record(db, 'movement.updated', asked.owned, next, change);
  return next;
}

/** @throws {ApiError} `movement_not_found`, `precondition_failed` or `invalid_transition`. */
export async function removeMovement(db: Queries, asked: AskedMovement, change: DatedChange): Promise<void> {
  const { pet } = asked.owned;
  const all = await allMovements(db, pet.id);
  const movement = requireMovement(all, asked);
  const others = all.filter(({ id }) => id !== movement.id);
  refuseContradiction(pet, all, others, { kind: 'delete', id: movement.id });
  await deleteMovement(db, movement.id);
  await followMovements(db, pet, { before: all, after: others }, change);
  await record(db, 'movement.deleted', asked.owned, movement, change);
}

function requireValid(fields: MovementFields, { today }: DatedChange): void {
  const faults = movementFaults(fields, today);
  if (faults.length > 0) throw fieldsError('invalid_body', faults);
}

function refuseContradiction(
  pet: Pet,
  before: readonly Movement[],
  after: readonly Parameters<typeof byDay>[0][],
  action: MovementAction,
): void {
  const fault = stayFault(before, after.toSorted(byDay), action);
  if (fault === undefined) return;
  const what = action.kind === 'add' ? 'have' : 'change';
  throw new ApiError(
    'invalid_transition',
    `Pet ${pet.id} cannot ${what} this movement${action.kind === 'add' ? '' : ' so'}: ${fault}.`,
  );
}

/** Lets the status of a pet follow after its movements have changed. Both lists are in their order. */
export function followMovements(
  db: Queries,
  pet: Pet,
  { before, after }: { readonly before: readonly Movement[]; readonly after: readonly Movement[] },
  change: DatedChange,
): Promise<Pet> {
  return follow(db, pet, statusFor(pet, lastOf(before), lastOf(after)), change);
}

function requireMovement(
  all: readonly Movement[],
  { owned, movementId, preconditions }: AskedMovement,
): Movement {
  const movement = all.find(({ id }) => id === movementId);
  if (movement === undefined) throw movementNotFound(owned.pet.id, String(movementId));
  checkPreconditions(preconditions, movementJson(movement));
  return movement;
}

/**
 * Returns the status of an animal after its movements have changed; undefined if it stays. An outcome decides it. An animal that
 * was gone and is in care again has none, so that it is on no public page before someone wants that.
 */
export function statusFor(
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
): Promise<Pet> {
  if (status === undefined || (status ?? undefined) === pet.status) return pet;
  await refuseHeld(db, pet, status === null ? 'lose its status' : `change to ${status}`);
  return changePet(db, pet, { status }, change);
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
  { ownerId }: OwnedPet,
  movement: Movement,
  change: DatedChange,
): Promise<void> {
  await appendEvents(db, [movementEvent(type, movement, ownerId, change)]);
}

/** @param ownerId the account that owns the animal; null if only managers can change it. */
export function movementEvent(
  type: EventType,
  movement: Movement,
  ownerId: bigint | null,
  { actor, at }: Change,
): NewEvent {
  const audience = { placedBy: ownerId ?? NO_PLACER, ownerId };
  return { type, at, actor, petId: movement.petId, body: movementJson(movement), audience };
}
