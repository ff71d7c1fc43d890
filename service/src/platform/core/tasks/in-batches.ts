import { systemWorkClock } from '../clock.ts';
import { AdaptiveSize, type AdaptiveSizeOptions } from './adaptive-size.ts';

/**
 * Runs batch after batch until one returns 0 because nothing is left, or until it is stopped. `run` gets the size of the batch, and
 * returns the maximum share of the time that the batches may take after it, so that the rest is left to requests.
 */
export async function inBatches(
  sizes: AdaptiveSizeOptions,
  run: (size: number) => Promise<number>,
  isStopped: () => boolean,
): Promise<void> {
  const size = new AdaptiveSize(sizes);
  for (let maxShare = 1; maxShare > 0 && !isStopped(); ) {
    const startedAt = systemWorkClock.monotonic();
    maxShare = await run(size.value);
    const tookMs = systemWorkClock.monotonic() - startedAt;
    size.adapt(tookMs);
    if (maxShare > 0) await systemWorkClock.pause((tookMs * (1 - maxShare)) / maxShare);
  }
}
