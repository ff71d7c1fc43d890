import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';

/** In a store of an older version, the pets that the index still lacks. */
export interface SearchProgress {
  readonly nextId: bigint;
  readonly lastId: bigint;
}

const progress = new PreparedQuery((db) => db.selectFrom('search_progress').select(['next_id', 'last_id']));
const progressLock = new PreparedQuery((db) =>
  db.selectFrom('search_progress').select(['next_id', 'last_id']).forUpdate(),
);
const progressUpdate = new PreparedQuery((db, { next }: { next: bigint }) =>
  db.updateTable('search_progress').set({ next_id: next }),
);
const progressDeletion = new PreparedQuery((db) => db.deleteFrom('search_progress'));

/** Returns undefined if the index is complete. */
export function searchProgress(db: Queries): MaybePromise<SearchProgress | undefined> {
  return andThen(progress.first(db, {}), toProgress);
}

/** Reads the progress, and locks it until the end of the transaction: processes take turns. */
export async function lockSearchProgress(db: Queries): Promise<SearchProgress | undefined> {
  return toProgress(await progressLock.first(db, {}));
}

/** Records that the index lacks all pets. */
export async function startSearchProgress(db: Queries): Promise<void> {
  await sql`insert into search_progress (next_id, last_id)
    select min(id), max(id) from pets having count(*) > 0`.execute(db);
}

/** Records that all pets before `next` are in the index. */
export async function advanceSearchProgress(db: Queries, { lastId }: SearchProgress, next: bigint) {
  if (next > lastId) await progressDeletion.all(db, {});
  else await progressUpdate.all(db, { next });
}

function toProgress(row: { next_id: bigint; last_id: bigint } | undefined): SearchProgress | undefined {
  return row && { nextId: row.next_id, lastId: row.last_id };
}
