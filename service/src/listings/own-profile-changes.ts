import type { Queries } from '../database/database.ts';
import type { Change } from '../events/event.ts';
import { checkPreconditions } from '../http/responses/etag.ts';
import type { AskedPet } from '../pets/own-pet-changes.ts';
import { requireOwnPet } from '../pets/owned-pet.ts';
import { changeProfile } from './listing-changes.ts';
import { type ProfileChange, shownJson, type WholeProfile } from './profile.ts';
import { findProfile } from './profile-queries.ts';

/**
 * Changes a profile as an account asks for it. Checks everything before its first write. Call it in a transaction.
 *
 * @throws {ApiError} `pet_not_found`, `not_owner`, `precondition_failed` or `invalid_body`.
 */
export async function changeOwnProfile(
  db: Queries,
  { petId, preconditions, account }: AskedPet,
  fields: ProfileChange,
  change: Change,
  publicUrl: string,
): Promise<WholeProfile> {
  await requireOwnPet(db, petId, account);
  const profile = await findProfile(db, petId);
  checkPreconditions(preconditions, shownJson(profile));
  return changeProfile(db, { petId, profile }, fields, change, publicUrl);
}
