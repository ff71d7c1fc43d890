import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, SECOND } from '../core/clock.ts';
import { runInBackground } from '../core/tasks/background-job.ts';
import type { Database, Queries } from '../database/database.ts';
import { PreparedQuery } from '../database/prepared-query.ts';
import { rowLimit } from '../database/row-limit.ts';
import { restoreTimes } from './pet-times.ts';
import { addToIndex, textsOf } from './search-index.ts';
import { advanceSearchProgress, lockSearchProgress, searchProgress } from './search-progress.ts';

const INTERVAL = 10 * SECOND;
/**
 * A transaction takes at most 50 ms, also with a checkpoint of 25 ms in it: batches are adapted so that each takes about
 * this long, and less than twice as long.
 */
const BATCH_MS = 12;
const INITIAL_BATCH = 50;
const MIN_BATCH = 5;
const MAX_BATCH = 500;

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
 * @returns a function that stops it without waiting for the current run, whose transaction may roll back safely.
 */
export function fillSearchIndex(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): () => void {
  return runInBackground(clock, {
    intervalMs: INTERVAL,
    onError,
    run: async (isStopped) => {
      if ((await searchProgress(database.read)) !== undefined) await fillAll(database, isStopped);
      return true;
    },
  });
}

async function fillAll(database: Database, isStopped: () => boolean): Promise<void> {
  let batch = INITIAL_BATCH;
  for (let more = true; more && !isStopped(); ) {
    const startedAt = performance.now();
    more = await database.write((db) => fillNext(db, batch));
    const tookMs = performance.now() - startedAt;
    if (tookMs > 2 * BATCH_MS) batch = Math.max(MIN_BATCH, Math.floor(batch / 2));
    else if (tookMs < BATCH_MS) batch = Math.min(MAX_BATCH, batch * 2);
    // Leaves at least half of the time to requests.
    await pause(tookMs);
  }
}
