import { setTimeout as pause } from 'node:timers/promises';

/**
 * A transaction takes at most 50 ms, also with a checkpoint of 25 ms in it: batches are adapted so that each takes about
 * this long, and less than twice as long.
 */
const BATCH_MS = 12;
const INITIAL_SIZE = 50;
const MIN_SIZE = 5;
const MAX_SIZE = 500;

interface BatchOptions {
  isStopped(): boolean;
  /** The maximum share of the time that the batches take. The rest is left to requests. */
  readonly maxShare: number;
}

/** Runs batch after batch until one returns false because nothing is left, or until it is stopped. */
export async function inBatches(
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
