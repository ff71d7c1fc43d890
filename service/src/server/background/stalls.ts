import type { Logger } from 'pino';
import { SECOND, systemClock } from '../../platform/core/clock.ts';

/** A probe of a proxy or of systemd has given up by then. */
const LONG = 5 * SECOND;

/**
 * Logs how long the process has answered nothing, when it goes on: a write waits for the disk on the thread of the event loop.
 *
 * @returns a function that stops it.
 */
export function logStalls(log: Logger, { longMs = LONG, intervalMs = SECOND } = {}): () => void {
  let last = systemClock.monotonic();
  return systemClock.every(intervalMs, () => {
    const now = systemClock.monotonic();
    const ms = Math.round(now - last - intervalMs);
    last = now;
    if (ms >= longMs)
      log.warn(
        { ms },
        'the process has answered nothing for this long: its disk has stalled, or it had no processor time',
      );
  });
}
