/** A client that needs longer than this for a part of a response is closed if it takes less than `MIN_BYTES` of it. */
const WINDOW_CHECKS = 30;
/**
 * The least that a client must take in each window of 30 checks, one a second. The kernel frees its send buffer in steps
 * of up to 30 KB on a link with an MTU of 1,500, so a shorter window would close clients that read steadily.
 */
const MIN_BYTES = 30 * 1024;

/** How fast the client of a connection reads, as far as one window of checks shows it. */
export interface ReadingRate {
  readonly checks: number;
  /** Bytes that the kernel had taken for the connection when the window began. */
  readonly takenBefore: number;
}

/**
 * Counts one more check of a connection on which a response waits to be read.
 *
 * @param rate undefined if nothing waited at the check before.
 * @param taken bytes that the kernel has taken for the connection since it was opened.
 */
export function nextReadingRate(rate: ReadingRate | undefined, taken: number): ReadingRate | 'too slow' {
  if (rate === undefined) return { checks: 0, takenBefore: taken };
  const checks = rate.checks + 1;
  if (checks < WINDOW_CHECKS) return { ...rate, checks };
  return taken - rate.takenBefore < MIN_BYTES ? 'too slow' : { checks: 0, takenBefore: taken };
}
