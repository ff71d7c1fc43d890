import { type Account, mayActOn } from '../accounts/account.ts';
import { ApiError } from '../core/errors.ts';
import type { Queries } from '../database/database.ts';
import { type Pet, petNotFound } from './pet.ts';
import { lockPet } from './pet-store.ts';

/**
 * Reads a pet that the account may change, and locks it until the end of the transaction.
 *
 * @throws {ApiError} `pet_not_found`, or `not_owner` if the account must not change the pet.
 */
export async function requireOwnPet(db: Queries, id: bigint, account: Account): Promise<Pet> {
  const owned = await lockPet(db, id);
  if (owned === undefined) throw petNotFound(String(id));
  if (mayActOn(account, owned.ownerId)) return owned.pet;
  throw new ApiError(
    'not_owner',
    `Only the account that added pet ${id} or a manager can change or remove it.`,
  );
}
