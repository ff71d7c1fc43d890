import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { idsJson, jsonIds } from '../../../platform/database/json-rows.ts';
import { engineOf, PreparedQuery } from '../../../platform/database/prepared-query.ts';
import { findOwnedPets, lockOwnedPets, type OwnedPet } from '../pet-queries.ts';

/**
 * Animals that go together (docs/adr/0097). The profile of each has the ids of all others of its group, in their order. Only
 * `catalogue/listings/bonds/` writes them, with all animals of a group locked.
 */

/** The maximum number of animals that go together. */
export const MAX_IN_GROUP = 5;

/** For `like`: finds the profiles of animals that go together with others. */
export const BONDED_PROFILE = '%"bondedWith":[%';
const BONDED_WITH = /"bondedWith":\[([\d,-]*)\]/;

/** Returns the ids in the JSON of a profile of the store. In a text of the profile, a backslash would be before the quote. */
export function bondedIn(profile: string | null): bigint[] {
  const ids = profile === null ? undefined : BONDED_WITH.exec(profile)?.[1];
  return ids === undefined || ids === '' ? [] : ids.split(',').map(BigInt);
}

const bondedProfiles = new PreparedQuery((db, { petIds }: { petIds: string }) =>
  db
    .selectFrom('profiles')
    .select(['pet_id', 'profile'])
    .where('pet_id', 'in', jsonIds(db, petIds))
    .where('profile', 'like', BONDED_PROFILE),
);

/** Returns the animals that each of the pets goes together with. A pet that goes alone is not in the map. */
export function bondsOf(
  db: Queries,
  petIds: readonly bigint[],
): MaybePromise<ReadonlyMap<bigint, readonly bigint[]>> {
  if (petIds.length === 0) return new Map();
  return andThen(
    bondedProfiles.all(db, { petIds: idsJson(petIds) }),
    (rows) => new Map(rows.map(({ pet_id, profile }) => [pet_id, bondedIn(profile)])),
  );
}

/** Returns a pet and those that it goes together with. */
export function groupOf(db: Queries, petId: bigint): MaybePromise<readonly bigint[]> {
  return andThen(bondsOf(db, [petId]), (bonds) => [petId, ...(bonds.get(petId) ?? [])]);
}

/** Pets that exist, and the animals that each of them goes together with. A pet that goes alone is not in `bonds`. */
export interface Groups {
  readonly pets: readonly OwnedPet[];
  readonly bonds: ReadonlyMap<bigint, readonly bigint[]>;
}

/** Reads pets and those that they go together with, without a lock. */
export async function readGroups(db: Queries, petIds: readonly bigint[]): Promise<Groups> {
  const ids = withBonds(petIds, await bondsOf(db, petIds));
  return { pets: await findOwnedPets(db, ids), bonds: await bondsOf(db, ids) };
}

/**
 * Locks pets and those that they go together with until the end of the transaction, in the order of the ids, so that two
 * transactions cannot deadlock, unless a group changes meanwhile: what changes groups takes turns (`bondsLock`). Call it before anything
 * else is locked. Returns those that exist.
 *
 * @param ownerId the only owner whose pets the sender may change; those of others are only read. Undefined for all.
 */
export async function lockGroups(db: Queries, petIds: readonly bigint[], ownerId?: bigint): Promise<Groups> {
  const isShared = engineOf(db).supportsConcurrentWrites;
  let bonds = await bondsOf(db, petIds);
  for (let ids = withBonds(petIds, bonds); ; ) {
    const pets = await lockOwnedPets(db, ids, ownerId);
    if (!isShared) return { pets, bonds };
    // Another transaction may have changed a group before the locks. A change of one locks all of its animals.
    bonds = await bondsOf(db, ids);
    const all = withBonds(ids, bonds);
    if (all.length === ids.length) return { pets, bonds };
    ids = all;
  }
}

function withBonds(
  petIds: readonly bigint[],
  bonds: ReadonlyMap<bigint, readonly bigint[]>,
): readonly bigint[] {
  return [...new Set([...petIds, ...[...bonds.values()].flat()])];
}

/** A pet that is locked, and those that it goes together with. */
export interface LockedGroup {
  /** Undefined if the pet does not exist. */
  readonly owned: OwnedPet | undefined;
  /** In the order of the ids. */
  readonly others: readonly OwnedPet[];
}

/** As `lockGroups`, for one pet. */
export async function lockGroup(db: Queries, petId: bigint, ownerId?: bigint): Promise<LockedGroup> {
  const { pets, bonds } = await lockGroups(db, [petId], ownerId);
  const bonded = bonds.get(petId) ?? [];
  return {
    owned: pets.find(({ pet }) => pet.id === petId),
    others: pets.filter(({ pet }) => bonded.includes(pet.id)),
  };
}
