import { type Insertable, sql } from 'kysely';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Queries } from '../database/database.ts';
import { idsJson, jsonIds } from '../database/json-rows.ts';
import { PreparedQuery } from '../database/prepared-query.ts';
import { rowLimit } from '../database/row-limit.ts';
import type { Tables } from '../database/tables.ts';

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

export interface MarkedEntries extends StaleEntries {
  readonly id: bigint;
}

/** Returns up to `limit` marks, the oldest first, and locks them: processes take turns. */
export async function lockMarked(db: Queries, limit: number): Promise<MarkedEntries[]> {
  const rows = await markLocks.all(db, { limit });
  return rows.map(({ id, pet_id, prefixes }) => ({ id, petId: pet_id, prefixes: prefixes.split(' ') }));
}

const markLocks = new PreparedQuery((db, { limit }: { limit: number }) =>
  db.selectFrom('stale_prefixes').selectAll().orderBy('id').limit(rowLimit(limit)).forUpdate(),
);

export async function deleteMarks(db: Queries, marks: readonly MarkedEntries[]): Promise<void> {
  await markDeletion.all(db, { ids: idsJson(marks.map(({ id }) => id)) });
}

const markDeletion = new PreparedQuery((db, { ids }: { ids: string }) =>
  db.deleteFrom('stale_prefixes').where('id', 'in', jsonIds(db, ids)),
);
