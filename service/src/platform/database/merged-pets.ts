import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Queries } from './database.ts';
import { idsJson, jsonIds } from './json-rows.ts';
import { PreparedQuery } from './prepared-query.ts';

/**
 * The ids of pets that were merged into others (docs/adr/0083). Each row names the pet that remains now: if that one is merged
 * into a third, its rows follow it, so that no lookup has to follow a chain.
 */

/** The maximum number of pets that one pet can have taken up, so that its history is read from a limited number of ranges. */
export const MAX_MERGED_INTO_ONE = 100;

const idsByRemaining = new PreparedQuery((db, { petId }: { petId: bigint }) =>
  db.selectFrom('merged_pets').select('pet_id').where('into_id', '=', petId).orderBy('pet_id'),
);

/** Returns the ids of the pets that were merged into a pet, in the order of the ids. */
export function mergedInto(db: Queries, petId: bigint): MaybePromise<bigint[]> {
  return andThen(idsByRemaining.all(db, { petId }), (rows) => rows.map(({ pet_id }) => pet_id));
}

const remainingByIds = new PreparedQuery((db, { petIds }: { petIds: string }) =>
  db.selectFrom('merged_pets').select(['pet_id', 'into_id']).where('pet_id', 'in', jsonIds(db, petIds)),
);

/** Returns the pet that remains for each of the pets that was merged. It may be in the bin. */
export function remainingPets(
  db: Queries,
  petIds: readonly bigint[],
): MaybePromise<ReadonlyMap<bigint, bigint>> {
  if (petIds.length === 0) return new Map();
  return andThen(
    remainingByIds.all(db, { petIds: idsJson(petIds) }),
    (rows) => new Map(rows.map(({ pet_id, into_id }) => [pet_id, into_id])),
  );
}

interface Merge {
  readonly petId: bigint;
  readonly intoId: bigint;
}

const followers = new PreparedQuery((db, { petId, intoId }: Merge) =>
  db.updateTable('merged_pets').set({ into_id: intoId }).where('into_id', '=', petId),
);

const mergeInsert = new PreparedQuery((db, { petId, intoId, at }: Merge & { readonly at: bigint }) =>
  db.insertInto('merged_pets').values({ pet_id: petId, into_id: intoId, merged_at: at }),
);

/** Records that a pet was merged into another one. Both must be locked. */
export async function recordMerge(db: Queries, merge: Merge, at: number): Promise<void> {
  await followers.all(db, merge);
  await mergeInsert.all(db, { ...merge, at: BigInt(at) });
}

const mergesDeletion = new PreparedQuery((db, { petIds }: { petIds: string }) =>
  db.deleteFrom('merged_pets').where('into_id', 'in', jsonIds(db, petIds)),
);

/** Deletes what is recorded of the pets that were merged into these, which are deleted for good. */
export async function deleteMergesInto(db: Queries, petIds: readonly bigint[]): Promise<void> {
  if (petIds.length > 0) await mergesDeletion.all(db, { petIds: idsJson(petIds) });
}
