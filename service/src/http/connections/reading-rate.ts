/** A connection is closed if its client takes less than the minimum within this many checks, one per second. */
const WINDOW_CHECKS = 30;
/**
 * 1 KB per second. The kernel frees its send buffer in steps of up to 30 KB on a link with an MTU of 1,500, so a shorter
 * window would close clients that read steadily.
 */
const MIN_BYTES = 30 * 1024;
/** 16 KB per second of a download, because other accounts wait for its place. A telephone with a weak signal reads more. */
export const MIN_DOWNLOAD_BYTES = 16 * MIN_BYTES;

/** The current window of checks of a connection. */
export interface ReadingRate {
  readonly checks: number;
  /** Bytes that the kernel had taken for the connection when the window began. */
  readonly takenBefore: number;
}

/**
 * Checks a connection on which a response waits to be read. Returns its new window, or `too slow`.
 *
 * @param rate undefined if nothing waited at the previous check.
 * @param taken bytes that the kernel has taken for the connection since it was opened.
 */
export function nextReadingRate(
  rate: ReadingRate | undefined,
  taken: number,
  minBytes = MIN_BYTES,
): ReadingRate | 'too slow' {
  if (rate === undefined) return { checks: 0, takenBefore: taken };
  const checks = rate.checks + 1;
  if (checks < WINDOW_CHECKS) return { ...rate, checks };
  return taken - rate.takenBefore < minBytes ? 'too slow' : { checks: 0, takenBefore: taken };
}
