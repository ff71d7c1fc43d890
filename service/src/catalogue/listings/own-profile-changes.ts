import { onlyOwnerFor } from '../../access/accounts/account.ts';
import type { Queries } from '../../platform/database/database.ts';
import { checkPreconditions } from '../../platform/http/responses/etag.ts';
import type { Change } from '../../record/events/event.ts';
import { lockGroups } from '../pets/bonds/bonded-pets.ts';
import type { AskedPet } from '../pets/own-pet-changes.ts';
import { requireOwnedPet } from '../pets/owned-pet.ts';
import { saveBonds } from './bonds/bond-changes.ts';
import { checkBond } from './bonds/bond-checks.ts';
import { changeProfile } from './listing-changes.ts';
import { type ProfileChange, shownJson, type WholeProfile } from './profile.ts';
import { findProfile } from './profile-queries.ts';

/**
 * Changes a profile as an account asks for it, and those of the animals that it goes together with. Checks everything before its first
 * write. Call it in a transaction.
 *
 * @throws {ApiError} `pet_not_found`, `not_owner`, `precondition_failed`, `invalid_body` or `bond_conflict`.
 */
export async function changeOwnProfile(
  db: Queries,
  { petId, preconditions, account }: AskedPet,
  fields: ProfileChange,
  change: Change,
  publicUrl: string,
): Promise<WholeProfile> {
  const { bondedWith } = fields;
  if (bondedWith !== undefined) await lockGroups(db, [petId, ...(bondedWith ?? [])], onlyOwnerFor(account));
  const { ownerId } = await requireOwnedPet(db, petId, account);
  const profile = await findProfile(db, petId);
  checkPreconditions(preconditions, shownJson(profile));
  if (bondedWith === undefined) return changeProfile(db, { petId, profile }, fields, change, publicUrl);
  const bonds = new Map(await checkBond(db, { petId, ownerId, bondedWith }));
  const changed = await changeProfile(db, { petId, profile }, fields, change, publicUrl);
  bonds.delete(petId);
  await saveBonds(db, bonds, change, publicUrl);
  return changed;
}
