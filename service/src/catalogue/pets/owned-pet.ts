import { type Account, mayActOn, onlyOwnerFor } from '../../access/accounts/account.ts';
import { waiterOf } from '../../access/accounts/authenticate.ts';
import { ApiError } from '../../platform/core/errors.ts';
import type { Queries, WriteOptions } from '../../platform/database/database.ts';
import { petLock } from '../../platform/database/locks.ts';
import type { Exchange } from '../../platform/http/route.ts';
import { type Pet, petNotFound } from './pet.ts';
import { findOwnedPet, lockPet, type OwnedPet } from './pet-queries.ts';

/** Returns the options of a write that locks a pet. */
export function petWrite(exchange: Exchange, petId: bigint): WriteOptions {
  return { ...waiterOf(exchange), locks: [petLock(petId)] };
}

/**
 * Reads a pet that the account may change, and locks it until the end of the transaction.
 *
 * @throws {ApiError} `pet_not_found`, or `not_owner` if the account must not change the pet.
 */
export async function requireOwnPet(db: Queries, id: bigint, account: Account): Promise<Pet> {
  return (await requireOwnedPet(db, id, account)).pet;
}

/**
 * As `requireOwnPet`, with the owner.
 *
 * @throws {ApiError} as `requireOwnPet`.
 */
export async function requireOwnedPet(db: Queries, id: bigint, account: Account): Promise<OwnedPet> {
  const locked = await lockPet(db, id, onlyOwnerFor(account));
  if (locked !== undefined) return locked;
  await checkOwnPet(db, id, account);
  throw petNotFound(String(id));
}

/**
 * Checks without a lock that the account may change a pet, so that a request is rejected early. Its transaction must check again.
 *
 * @param right what the account must not do otherwise, as the end of a sentence.
 * @throws {ApiError} as `requireOwnPet`.
 */
export async function checkOwnPet(db: Queries, id: bigint, account: Account, right?: string): Promise<void> {
  requireOwn(await findOwnedPet(db, id), id, account, right);
}

function requireOwn(
  owned: OwnedPet | undefined,
  id: bigint,
  account: Account,
  right = 'change or remove it',
): OwnedPet {
  if (owned === undefined) throw petNotFound(String(id));
  if (mayActOn(account, owned.ownerId)) return owned;
  throw new ApiError('not_owner', `Only the account that added pet ${id} or a manager can ${right}.`);
}
