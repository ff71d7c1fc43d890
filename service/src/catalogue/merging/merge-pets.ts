import { type Account, onlyOwnerFor } from '../../access/accounts/account.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { fieldError } from '../../platform/core/field-faults.ts';
import type { Queries } from '../../platform/database/database.ts';
import { MAX_MERGED_INTO_ONE, mergedInto, recordMerge } from '../../platform/database/merged-pets.ts';
import { recordAudit } from '../../record/audit/audit-queries.ts';
import type { Change } from '../../record/events/event.ts';
import { appendEvents } from '../../record/events/event-queries.ts';
import { keepGroups, saveBonds } from '../listings/bonds/bond-changes.ts';
import { changeProfile, recordListing } from '../listings/listing-changes.ts';
import type { ProfileChange, WholeProfile } from '../listings/profile.ts';
import { findProfile } from '../listings/profile-queries.ts';
import { lockGroups } from '../pets/bonds/bonded-pets.ts';
import { haveTooManyApplications, MAX_OPEN_OF_ANIMAL } from '../pets/bonds/open-applications.ts';
import type { DatedChange } from '../pets/movements/dated-change.ts';
import { isOutcome, MAX_MOVEMENTS, type Movement } from '../pets/movements/movement.ts';
import { followMovements } from '../pets/movements/movement-changes.ts';
import { allMovements } from '../pets/movements/movement-queries.ts';
import { byDay, lastOf, openStayFault } from '../pets/movements/stay-rules.ts';
import { requireOwnedPet } from '../pets/owned-pet.ts';
import { type Pet, petJson } from '../pets/pet.ts';
import { changePet } from '../pets/pet-changes.ts';
import { deletePet, findOpenOrderId, type OwnedPet } from '../pets/pet-queries.ts';
import { findRemovedPets } from '../pets/removed-pets.ts';
import { MAX_PHOTOS_OF_A_PET } from '../photos/photo.ts';
import { countPhotos } from '../photos/photo-queries.ts';
import { removeFromIndex } from '../search/search-index.ts';
import { bondsAfterMerge } from './merged-bond.ts';
import { missingFields } from './missing-fields.ts';
import { hasMoreRows, LIMITED_TABLES, MAX_MOVED, moveRows } from './moved-rows.ts';

interface AskedMerge {
  /** The pet that goes. */
  readonly petId: bigint;
  /** The pet that remains. */
  readonly intoId: bigint;
  readonly account: Account;
}

/**
 * Merges a pet into another one, which gets all that belongs to it, and the fields of its profile that the other one lacks. Checks
 * everything before its first write. Call it in a transaction.
 *
 * @throws {ApiError} `invalid_body`, `pet_not_found`, `not_owner`, `merge_conflict` or `too_many_photos`.
 */
export async function mergePet(
  db: Queries,
  { petId, intoId, account }: AskedMerge,
  change: DatedChange,
  publicUrl: string,
): Promise<Pet> {
  if (petId === intoId) throw fieldError('invalid_body', 'into', 'must be another animal');
  await lockGroups(db, [petId, intoId], onlyOwnerFor(account));
  const owned = await requireMergeable(db, petId, account);
  const ownedRemaining = await requireMergeable(db, intoId, account);
  const [pet, remaining] = [owned.pet, ownedRemaining.pet];
  const before = await allMovements(db, intoId);
  const isHeld = await refuseTwoHolds(db, pet, { remaining, last: lastOf(before) });
  const photosBefore = await refuseTooManyPhotos(db, pet, remaining);
  await refuseTooLarge(db, pet, remaining);
  const after = [...(await allMovements(db, petId)), ...before].toSorted(byDay);
  if (after.length > before.length) {
    if (after.length > MAX_MOVEMENTS) throw tooManyTogether(pet, remaining, after.length);
    await refuseTwoStays(db, pet, remaining, after);
  }

  const bonds = new Map(await bondsAfterMerge(db, { pet: owned, remaining: ownedRemaining }));
  const profile = await findProfile(db, intoId);
  const bondedWith = bonds.get(intoId) ?? [];
  await refuseTooManyApplications(db, pet, remaining, bondedWith);
  const fields = { ...missingFields(profile, await findProfile(db, petId)), ...newBond(profile, bondedWith) };
  const moved = await moveRows(db, { petId, intoId, photosBefore: BigInt(photosBefore) });
  await recordMerge(db, { petId, intoId }, change.at);
  await removeFromIndex(db, [petId]);
  await deletePet(db, petId);
  await recordRemoval(db, pet, intoId, change);
  const held = isHeld ? await changePet(db, remaining, { status: 'pending' }, change) : remaining;
  const merged = await followMovements(db, held, { before, after }, change);
  const fieldNames = Object.keys(fields);
  if (fieldNames.length > 0) await changeProfile(db, { petId: intoId, profile }, fields, change, publicUrl);
  else if (moved.photos > 0) await recordListing(db, intoId, change, publicUrl);
  bonds.delete(intoId);
  await saveBonds(db, bonds, change, publicUrl);
  await keepGroups(db, [intoId], change, publicUrl);
  await recordAudit(db, {
    ...change,
    action: 'pet.merged',
    petId,
    subject: { id: petId, name: pet.name },
    details: {
      into: intoId,
      photos: moved.photos,
      orders: moved.orders,
      references: moved.imported_pets,
      profile: fieldNames,
    },
  });
  return merged;
}

/** Returns the field only if it changes. */
function newBond(
  { bondedWith = [] }: WholeProfile,
  next: readonly bigint[],
): Pick<ProfileChange, 'bondedWith'> {
  if (bondedWith.join() === next.join()) return {};
  return { bondedWith: next.length === 0 ? null : [...next] };
}

async function requireMergeable(db: Queries, id: bigint, account: Account): Promise<OwnedPet> {
  if ((await findRemovedPets(db, [id])).has(id)) {
    throw new ApiError('pet_not_found', `Pet ${id} is in the bin: restore it before you merge it.`);
  }
  return requireOwnedPet(db, id, account);
}

/** Returns true if an open order moves, which holds the other pet then. */
async function refuseTwoHolds(
  db: Queries,
  pet: Pet,
  { remaining, last }: { readonly remaining: Pet; readonly last: Movement | undefined },
): Promise<boolean> {
  const order = await findOpenOrderId(db, pet.id);
  if (order === undefined) return false;
  const other = await findOpenOrderId(db, remaining.id);
  if (other !== undefined) {
    throw new ApiError(
      'merge_conflict',
      `Order ${order} holds pet ${pet.id}, and order ${other} holds pet ${remaining.id}: complete or cancel one of them first.`,
    );
  }
  // The end of the hold would make it available.
  const hasLeft = remaining.status === 'sold' || isOutcome(last);
  if (hasLeft) {
    const how = remaining.status === 'sold' ? 'is sold' : 'has left';
    throw new ApiError(
      'merge_conflict',
      `Order ${order} holds pet ${pet.id}, and pet ${remaining.id} ${how}: complete or cancel the order first.`,
    );
  }
  return true;
}

/** The movements of both are those of one animal then, and decide its status. */
async function refuseTwoStays(
  db: Queries,
  pet: Pet,
  remaining: Pet,
  all: readonly Movement[],
): Promise<void> {
  const fault = openStayFault(all);
  if (fault !== undefined) {
    throw new ApiError(
      'merge_conflict',
      `Pets ${pet.id} and ${remaining.id} are one animal then, but ${fault}.`,
    );
  }
  const last = lastOf(all);
  const order = isOutcome(last)
    ? ((await findOpenOrderId(db, remaining.id)) ?? (await findOpenOrderId(db, pet.id)))
    : undefined;
  if (order === undefined) return;
  throw new ApiError(
    'merge_conflict',
    `Order ${order} holds an animal that left on ${last?.date} (movement ${last?.id}): complete or cancel the order first.`,
  );
}

function tooManyTogether(pet: Pet, remaining: Pet, movements: number): ApiError {
  return new ApiError(
    'merge_conflict',
    `Pets ${pet.id} and ${remaining.id} have ${movements} movements together, and a pet has at most ${MAX_MOVEMENTS}. Delete those that did not happen.`,
  );
}

/** Returns the number of photos of the other pet. */
async function refuseTooManyPhotos(db: Queries, pet: Pet, remaining: Pet): Promise<number> {
  const photos = await countPhotos(db, pet.id);
  const before = await countPhotos(db, remaining.id);
  const excess = photos + before - MAX_PHOTOS_OF_A_PET;
  if (photos === 0 || excess <= 0) return before;
  throw new ApiError(
    'too_many_photos',
    `Pets ${pet.id} and ${remaining.id} have ${photos + before} photos together, and a pet has at most ${MAX_PHOTOS_OF_A_PET}. Remove ${excess} first.`,
  );
}

/** Other writers wait for the transaction, so what it moves has limits. */
async function refuseTooLarge(db: Queries, pet: Pet, remaining: Pet): Promise<void> {
  const merged = [...(await mergedInto(db, pet.id)), ...(await mergedInto(db, remaining.id))];
  if (merged.length >= MAX_MERGED_INTO_ONE) {
    throw new ApiError(
      'merge_conflict',
      `Pets ${pet.id} and ${remaining.id} have taken up ${merged.length} others; the maximum of one pet is ${MAX_MERGED_INTO_ONE}.`,
    );
  }
  for (const table of LIMITED_TABLES) {
    if (!(await hasMoreRows(db, table, pet.id))) continue;
    throw new ApiError(
      'merge_conflict',
      `Pet ${pet.id} has more than ${MAX_MOVED[table].toLocaleString('en')} ${table}: merge pet ${remaining.id} into it instead.`,
    );
  }
}

/** An adoption ends all applications for the animals that go together. */
async function refuseTooManyApplications(
  db: Queries,
  pet: Pet,
  remaining: Pet,
  bondedWith: readonly bigint[],
): Promise<void> {
  if (!(await haveTooManyApplications(db, [pet.id, remaining.id, ...bondedWith]))) return;
  throw new ApiError(
    'merge_conflict',
    `Pets ${pet.id} and ${remaining.id}, with those that they go together with, have more than ${MAX_OPEN_OF_ANIMAL} open applications, and one pet has at most ${MAX_OPEN_OF_ANIMAL}. Decide about some of them first.`,
  );
}

async function recordRemoval(
  db: Queries,
  pet: Pet,
  mergedInto: bigint,
  { actor, at }: Change,
): Promise<void> {
  const body = petJson(pet);
  await appendEvents(db, [{ type: 'pet.deleted', at, actor, petId: pet.id, body, mergedInto }]);
}
