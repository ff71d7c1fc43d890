import { type Account, onlyOwnerFor } from '../../access/accounts/account.ts';
import { ApiError } from '../../platform/core/errors.ts';
import type { Queries } from '../../platform/database/database.ts';
import { checkPreconditions, type Preconditions } from '../../platform/http/responses/etag.ts';
import type { Change } from '../../record/events/event.ts';
import { type LockedGroup, lockGroup } from './bonds/bonded-pets.ts';
import type { DatedChange } from './movements/dated-change.ts';
import { recordStatusMovement, requireRoomForStatus } from './movements/status-movements.ts';
import { requireOwnPet } from './owned-pet.ts';
import { type Pet, type PetChange, type PetStatus, petJson, statusesFrom } from './pet.ts';
import { changePet, removePet } from './pet-changes.ts';
import { findOpenOrderId } from './pet-queries.ts';

// What an account asks for a pet. Every function checks everything before its first write. Call them in a transaction.

export const NOTHING_TO_CHANGE = 'Send at least one of name, categoryId and status.';

/** The pet of a request, and what the request demands of it. */
export interface AskedPet {
  readonly petId: bigint;
  readonly preconditions: Preconditions;
  readonly account: Account;
}

/**
 * Returns the members of a change that are set.
 *
 * @throws {ApiError} `invalid_body` if there is none.
 */
export function requireFields({ name, categoryId, status }: PetChange): PetChange {
  const fields = { name, categoryId, status };
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (defined.length > 0) return Object.fromEntries(defined);
  throw new ApiError('invalid_body', NOTHING_TO_CHANGE);
}

/**
 * Changes a pet. A new status is that of all animals that it goes together with (docs/adr/0097).
 *
 * @throws {ApiError} `pet_not_found`, `not_owner`, `precondition_failed`, `invalid_transition` or `limit_reached`.
 */
export async function changeOwnPet(
  db: Queries,
  asked: AskedPet,
  fields: PetChange,
  change: DatedChange,
): Promise<Pet> {
  const { status } = fields;
  const { others } =
    status === undefined ? NO_GROUP : await lockGroup(db, asked.petId, onlyOwnerFor(asked.account));
  const pet = await requireAsked(db, asked);
  const isNew = status !== undefined && (status ?? undefined) !== pet.status;
  const together = isNew ? others.map((other) => other.pet) : [];
  if (status !== undefined) for (const one of [pet, ...together]) await refuseTransition(db, one, status);
  if (isNew)
    for (const one of [pet, ...together])
      await requireRoomForStatus(db, one.id, { from: one.status, to: status ?? undefined });
  const changed = await changeWithMovement(db, pet, fields, change);
  for (const other of together) await changeWithMovement(db, other, { status }, change);
  return changed;
}

const NO_GROUP: Pick<LockedGroup, 'others'> = { others: [] };

async function changeWithMovement(
  db: Queries,
  pet: Pet,
  fields: PetChange,
  change: DatedChange,
): Promise<Pet> {
  const changed = await changePet(db, pet, fields, change);
  await recordStatusMovement(db, pet.id, { from: pet.status, to: changed.status }, change);
  return changed;
}

/**
 * Removes a pet. Returns those that it went together with, which are locked: `keepGroups` takes it out of their group.
 *
 * @throws {ApiError} `pet_not_found`, `not_owner`, `precondition_failed` or `invalid_transition`.
 */
export async function removeOwnPet(db: Queries, asked: AskedPet, change: Change): Promise<bigint[]> {
  const { others } = await lockGroup(db, asked.petId, onlyOwnerFor(asked.account));
  const pet = await requireAsked(db, asked);
  await refuseHeld(db, pet, 'be removed');
  await removePet(db, pet, change);
  return others.map((other) => other.pet.id);
}

async function requireAsked(db: Queries, { petId, preconditions, account }: AskedPet): Promise<Pet> {
  const pet = await requireOwnPet(db, petId, account);
  checkPreconditions(preconditions, petJson(pet));
  return pet;
}

async function refuseTransition(db: Queries, pet: Pet, next: PetStatus | null): Promise<void> {
  if ((next ?? undefined) === pet.status) return;
  await refuseHeld(db, pet, next === null ? 'lose its status' : `change to ${next}`);
  const allowed = statusesFrom(pet.status);
  if (next === null || allowed.includes(next)) return;
  throw new ApiError(
    'invalid_transition',
    `Pet ${pet.id} is ${pet.status ?? 'without a status'} and cannot change to ${next}; allowed: ${allowed.join(', ')}, null.`,
  );
}

/** @throws {ApiError} `invalid_transition` while an order holds the pet. */
export async function refuseHeld(db: Queries, pet: Pet, change: string): Promise<void> {
  const orderId = await findOpenOrderId(db, pet.id);
  if (orderId === undefined) return;
  throw new ApiError(
    'invalid_transition',
    `Pet ${pet.id} is held by order ${orderId} and cannot ${change}: complete or cancel the order first.`,
  );
}
