import { PetstoreAbortError, PetstoreConnectionError, PetstoreTimeoutError } from '../errors.ts';
import { onAbort } from '../on-abort.ts';
import type { Settings } from '../options.ts';
import type { RawAnswer } from './response.ts';

/** A request, ready for `fetch`. */
export interface Outgoing {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

/**
 * Sends a request once and reads the answer whole.
 *
 * @throws {PetstoreTimeoutError} after the time limit.
 * @throws {PetstoreAbortError} when the signal is aborted.
 * @throws {PetstoreConnectionError} if there was no whole answer.
 */
export async function send(
  { fetch, clock, timeoutMs }: Pick<Settings, 'fetch' | 'clock' | 'timeoutMs'>,
  { url, ...request }: Outgoing,
  signal: AbortSignal | undefined,
): Promise<RawAnswer> {
  if (signal?.aborted) throw aborted(signal);
  const ends = new AbortController();
  const answered = new AbortController();
  const forget = onAbort(signal, () => ends.abort());
  let isLate = false;
  clock.wait(timeoutMs, answered.signal).then(() => {
    isLate = !answered.signal.aborted;
    if (isLate) ends.abort();
  });
  try {
    // An answer to a redirected request would be another's, and a page has no cookies to send.
    const fixed = { redirect: 'manual', credentials: 'omit', signal: ends.signal } as const;
    const response = await fetch(url, { ...request, ...fixed });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    if (signal?.aborted) throw aborted(signal);
    if (isLate) throw new PetstoreTimeoutError(`No answer within ${timeoutMs / 1000} s.`, { cause });
    throw new PetstoreConnectionError(`No answer from ${new URL(url).origin}: ${reasonOf(cause)}.`, {
      cause,
    });
  } finally {
    answered.abort();
    forget();
  }
}

export function aborted(signal: AbortSignal | undefined): PetstoreAbortError {
  return new PetstoreAbortError('The call was aborted.', { cause: signal?.reason });
}

/** Node says what was wrong in the cause of the cause. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (inner instanceof Error && inner.message) || String(inner);
}
