import { type Insertable, sql } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { idsJson, jsonIds } from '../../platform/database/json-rows.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { bytesOfTexts, readingCost } from './batches.ts';

/** Entries of the index that are no longer true. A search ignores them, because it compares the texts of what it finds. */
export interface StaleEntries {
  readonly petId: bigint;
  readonly prefixes: readonly string[];
}

/** Marks entries to be removed later (`stale-removal.ts`). Call it in the transaction of the change. */
export async function markStale(db: Queries, entries: readonly StaleEntries[]): Promise<void> {
  const rows = entries
    .filter(({ prefixes }) => prefixes.length > 0)
    // A prefix has letters and digits only.
    .map(({ petId, prefixes }) => ({ pet_id: petId, prefixes: prefixes.join(' ') }));
  if (rows.length > 0) await markInserts.all(db, { rows });
}

const markInserts = new PreparedQuery(
  (db, { rows }: { rows: ReadonlyArray<Insertable<Tables['stale_prefixes']>> }) =>
    db.insertInto('stale_prefixes').values(rows),
);

const anyMark = new PreparedQuery((db) => db.selectFrom('stale_prefixes').select('id').limit(sql.lit(1)));

/** Returns true if entries are marked. */
export function hasMarked(db: Queries): MaybePromise<boolean> {
  return andThen(anyMark.first(db, {}), (row) => row !== undefined);
}

interface MarkedEntries extends StaleEntries {
  readonly id: bigint;
}

/** The maximum number of marks that are locked at once. */
const MAX_LOCKED = 200;
const BYTES_OF_PREFIX = 8;

/** The next marks. */
interface LockedMarks {
  readonly marks: readonly MarkedEntries[];
  /** The bytes of these and of some that follow; 0 if there is none. */
  readonly waitingBytes: number;
}

/**
 * Locks the oldest marks, so that processes take turns, and returns as many as `limit` entries of the index allow, but at least
 * one. The texts of the pets count as well, because they are compared with the marks.
 */
export async function lockMarked(db: Queries, limit: number): Promise<LockedMarks> {
  const sizes = await markSizes.all(db, { limit: MAX_LOCKED });
  const ids: bigint[] = [];
  let cost = 0;
  for (const { id, bytes, text_bytes } of sizes) {
    cost += Number(bytes) / BYTES_OF_PREFIX + readingCost(text_bytes);
    if (cost > limit && ids.length > 0) break;
    ids.push(id);
  }
  const rows = ids.length === 0 ? [] : await marksByIds.all(db, { ids: idsJson(ids) });
  return {
    marks: rows.map(({ id, pet_id, prefixes }) => ({ id, petId: pet_id, prefixes: prefixes.split(' ') })),
    waitingBytes: sizes.reduce((sum, { bytes }) => sum + Number(bytes), 0),
  };
}

const locksOfPet = new PreparedQuery((db, { petId }: { petId: bigint }) =>
  db.selectFrom('stale_prefixes').select('id').where('pet_id', '=', petId).orderBy('id').forUpdate(),
);

/** Locks the marks of a pet, after those who have locked them have ended. */
export async function lockMarksOf(db: Queries, petId: bigint): Promise<void> {
  await locksOfPet.all(db, { petId });
}

const markSizes = new PreparedQuery((db, { limit }: { limit: number }) =>
  db
    .selectFrom('stale_prefixes')
    .select(['id', sql<bigint>`octet_length(prefixes)`.as('bytes')])
    .select(bytesOfTexts(sql.ref('stale_prefixes.pet_id')).as('text_bytes'))
    .orderBy('id')
    .limit(rowLimit(limit))
    .forUpdate(),
);

const marksByIds = new PreparedQuery((db, { ids }: { ids: string }) =>
  db.selectFrom('stale_prefixes').selectAll().where('id', 'in', jsonIds(db, ids)).orderBy('id'),
);

/** Leaves the rest of a mark for later. */
export async function shortenMark(db: Queries, id: bigint, prefixes: readonly string[]): Promise<void> {
  await markUpdate.all(db, { id, prefixes: prefixes.join(' ') });
}

const markUpdate = new PreparedQuery((db, { id, prefixes }: { id: bigint; prefixes: string }) =>
  db.updateTable('stale_prefixes').set({ prefixes }).where('id', '=', id),
);

export async function deleteMarks(db: Queries, ids: readonly bigint[]): Promise<void> {
  await markDeletion.all(db, { ids: idsJson(ids) });
}

const markDeletion = new PreparedQuery((db, { ids }: { ids: string }) =>
  db.deleteFrom('stale_prefixes').where('id', 'in', jsonIds(db, ids)),
);
