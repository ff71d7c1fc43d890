import { type Clock, SECOND } from '../core/clock.ts';
import { andThen } from '../core/maybe-promise.ts';
import type { Database, Queries } from '../database/database.ts';
import { PreparedQuery } from '../database/prepared-query.ts';
import { rowLimit } from '../database/row-limit.ts';
import { batchesInBackground } from './batches.ts';
import { restoreTimes } from './pet-times.ts';
import { addToIndex, textsOf } from './search-index.ts';
import { advanceSearchProgress, lockSearchProgress, searchProgress } from './search-progress.ts';

const INTERVAL = 10 * SECOND;
/** Leaves at least half of the time to requests. */
const MAX_SHARE = 1 / 2;

const nextPets = new PreparedQuery((db, { from, to, limit }: { from: bigint; to: bigint; limit: number }) =>
  db
    .selectFrom('pets')
    .select('id')
    .where('id', '>=', from)
    .where('id', '<=', to)
    .orderBy('id')
    .limit(rowLimit(limit))
    .forUpdate(),
);

/** Adds the next pets of an older store to the index, and restores their times. Returns false if none is left. */
export async function fillNext(db: Queries, limit: number): Promise<boolean> {
  const missing = await lockSearchProgress(db);
  if (missing === undefined) return false;
  const { nextId: from, lastId: to } = missing;
  const ids = (await nextPets.all(db, { from, to, limit })).map(({ id }) => id);
  const texts = await textsOf(db, ids);
  await addToIndex(
    db,
    [...texts].map(([id, each]) => ({ id, texts: each })),
  );
  await restoreTimes(db, ids);
  const next = ids.length < limit ? to + 1n : (ids.at(-1) ?? to) + 1n;
  await advanceSearchProgress(db, missing, next);
  return next <= to;
}

/**
 * Fills the index of an older store in the background. A run that was interrupted continues where it stopped, and several
 * processes take turns.
 *
 * @param onError called when a run failed; the next one continues.
 * @returns a function that stops it.
 */
export function fillSearchIndex(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): () => void {
  return batchesInBackground(database, clock, {
    intervalMs: INTERVAL,
    maxShare: MAX_SHARE,
    runsOnce: true,
    hasWork: (db) => andThen(searchProgress(db), (missing) => missing !== undefined),
    work: fillNext,
    onError,
  });
}
