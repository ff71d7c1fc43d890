import { type Account, mayActOn } from '../../access/accounts/account.ts';
import { timeText } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import type { Queries } from '../../platform/database/database.ts';
import { recordAudit } from '../../record/audit/audit-queries.ts';
import type { Change } from '../../record/events/event.ts';
import { profileTagOf } from '../../record/events/listing-state.ts';
import { tellPetFollowers } from '../../record/events/pet-followers.ts';
import { joinGroup } from '../listings/bonds/bond-changes.ts';
import { recordListing } from '../listings/listing-changes.ts';
import { parseProfile } from '../listings/profile.ts';
import { bondedIn } from '../pets/bonds/bonded-pets.ts';
import type { Pet } from '../pets/pet.ts';
import { recordPets } from '../pets/pet-changes.ts';
import {
  eraseRemovedPet,
  findRemovedPet,
  lockRemovedPet,
  moveFromBin,
  type RemovedPet,
} from '../pets/removed-pets.ts';
import { returnToIndex } from '../search/search-index.ts';
import { notInBin } from './removed-pet.ts';

// Every function changes the bin and records that in the audit. Call them in a transaction.

interface AskedPet {
  readonly petId: bigint;
  readonly account: Account;
}

/**
 * Moves a pet from the bin back to the catalogue, with its profile and its photos, and into its group. Readers of the feed have deleted
 * it, so they get the events of a new pet and of its listing.
 *
 * @throws {ApiError} `pet_not_found` or `not_owner`.
 */
export async function restorePet(
  db: Queries,
  asked: AskedPet,
  change: Change,
  publicUrl: string,
): Promise<Pet> {
  const removed = await requireRemoved(db, asked);
  const { pet, profile, createdAt, statusChangedAt } = removed;
  const hasPhotos = await moveFromBin(db, pet, change.at);
  const texts = profile === null ? {} : parseProfile(profile);
  await returnToIndex(db, { id: pet.id, texts: { ...texts, name: pet.name } });
  const listing = { createdAt, statusChangedAt, profileTag: profileTagOf(null) };
  await recordPets(db, 'pet.created', [{ pet, listing }], change);
  const before = bondedIn(profile);
  const isListed = before.length > 0 && (await joinGroup(db, removed, before, change, publicUrl));
  if (!isListed && (profile !== null || hasPhotos)) await recordListing(db, pet.id, change, publicUrl);
  await recordAudit(db, { ...change, action: 'pet.restored', ...described(removed) });
  return pet;
}

/**
 * Deletes a pet in the bin for good.
 *
 * @throws {ApiError} `pet_not_found` or `not_owner`.
 */
export async function erasePet(db: Queries, asked: AskedPet, change: Change): Promise<void> {
  const removed = await requireRemoved(db, asked);
  await eraseRemovedPet(db, asked.petId);
  await tellPetFollowers(db, [asked.petId], change);
  await recordAudit(db, { ...change, action: 'pet.erased', ...described(removed) });
}

async function requireRemoved(db: Queries, { petId, account }: AskedPet): Promise<RemovedPet> {
  const found = await findRemovedPet(db, petId);
  if (found === undefined) throw notInBin(String(petId));
  if (!mayActOn(account, found.ownerId))
    throw new ApiError(
      'not_owner',
      `Only the account that added pet ${petId} or a manager can restore it or delete it for good.`,
    );
  const removed = await lockRemovedPet(db, petId);
  if (removed === undefined) throw notInBin(String(petId));
  return removed;
}

function described({ pet: { id, name }, removedAt }: RemovedPet) {
  return { petId: id, subject: { id, name }, details: { removedAt: timeText(removedAt) } };
}
