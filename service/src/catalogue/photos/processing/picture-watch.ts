import { writeFileSync } from 'node:fs';
import { systemClock } from '../../../platform/core/clock.ts';

/** The resident memory of the child process: more than any picture within the other limits takes. */
const MAX_DECODING_BYTES = 450 * 1_000_000;
/** What the child process may still have after a picture: each one leaves a few megabytes that cannot be used again. */
const MAX_KEPT_BYTES = 160 * 1_000_000;

/** The processor time for one picture: about three times what the largest one takes. */
const MAX_DECODING_MS = 5000;

/** A decoder takes a new megabyte in about a millisecond. */
const INTERVAL_MS = 10;
const MEGABYTE = 1_000_000;
const LIMITS = { bytes: MAX_DECODING_BYTES, ms: MAX_DECODING_MS };

/**
 * Watches what this process takes for one picture. The decoder runs in a thread of its own, so the timer is on time.
 *
 * @param onFault gets the reason why the picture is rejected, as the end of a sentence.
 * @returns a function that ends the watch.
 */
export function watchPicture(onFault: (reason: string) => void, { bytes, ms } = LIMITS): () => void {
  const before = process.cpuUsage();
  return systemClock.every(INTERVAL_MS, () => {
    const { user, system } = process.cpuUsage(before);
    if (process.memoryUsage.rss() > bytes) {
      onFault(`decoding it takes more than ${bytes / MEGABYTE} MB of memory`);
    } else if (user + system > ms * 1000) {
      onFault(`decoding it takes longer than ${ms / 1000} s`);
    }
  });
}

/** Returns true if this process has taken so much for earlier pictures that a new one should handle the next. */
export function isWornOut(): boolean {
  return process.memoryUsage.rss() > MAX_KEPT_BYTES;
}

/** Makes the kernel of Linux end this process before any other one when memory is short. */
export function endFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Another system decides by itself.
  }
}

/** The messages of libvips, of its decoders and of V8 when the system gives them no memory. */
const NO_MEMORY = /out of memory|insufficient memory|cannot allocate memory|allocation failed/i;

/** Returns true if an error, or what caused it, is a lack of memory, which is no fault of the picture. */
export function isMemoryShort(error: unknown): boolean {
  return error instanceof Error && (NO_MEMORY.test(error.message) || isMemoryShort(error.cause));
}
