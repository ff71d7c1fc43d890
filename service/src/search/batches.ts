import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';
import type { MaybePromise } from '../core/maybe-promise.ts';
import { type BackgroundJob, runInBackground } from '../core/tasks/background-job.ts';
import type { Database, Queries } from '../database/database.ts';

/** Batches are adapted so that each takes about this long, and less than twice as long. */
const BATCH_MS = 12;
const INITIAL_SIZE = 50;
const MIN_SIZE = 5;
const MAX_SIZE = 500;

interface BatchJob extends Pick<BackgroundJob, 'intervalMs' | 'onError'> {
  /** The maximum share of the time that the batches take. The rest is left to requests. */
  readonly maxShare: number;
  /** Whether there will never be anything to do again after a run. */
  readonly runsOnce: boolean;
  /** Returns true if there is something to do. A transaction without effect would take the lock at each interval. */
  hasWork(db: Queries): MaybePromise<boolean>;
  /** Does the next part of the work, of up to `size` rows, in one transaction. Returns false if nothing is left. */
  work(db: Queries, size: number): Promise<boolean>;
}

/**
 * Works in the background, in short transactions.
 *
 * @returns a function that stops it without waiting for the current run. Its transaction may roll back safely.
 */
export function batchesInBackground(
  database: Database,
  clock: Clock,
  { intervalMs, maxShare, runsOnce, hasWork, work, onError }: BatchJob,
): () => void {
  return runInBackground(clock, {
    intervalMs,
    onError,
    run: async (isStopped) => {
      if (await hasWork(database.read)) {
        await inBatches((size) => database.write((db) => work(db, size)), { isStopped, maxShare });
      }
      return runsOnce;
    },
  });
}

interface BatchOptions extends Pick<BatchJob, 'maxShare'> {
  isStopped(): boolean;
}

/** Runs batch after batch until one returns false because nothing is left, or until it is stopped. */
async function inBatches(
  run: (size: number) => Promise<boolean>,
  { isStopped, maxShare }: BatchOptions,
): Promise<void> {
  let size = INITIAL_SIZE;
  for (let more = true; more && !isStopped(); ) {
    const startedAt = performance.now();
    more = await run(size);
    const tookMs = performance.now() - startedAt;
    if (tookMs > 2 * BATCH_MS) size = Math.max(MIN_SIZE, Math.floor(size / 2));
    else if (tookMs < BATCH_MS) size = Math.min(MAX_SIZE, size * 2);
    if (more) await pause((tookMs * (1 - maxShare)) / maxShare);
  }
}
