import {
  PetstoreAnswerError,
  PetstoreConnectionError,
  PetstoreError,
  PetstoreTimeoutError,
} from '../errors.ts';

const FIRST_BACKOFF = 500;
const LONGEST_BACKOFF = 30_000;

/** What the service answers when waiting can mend it. */
const PASSING = new Set([408, 429, 503]);
/** What a proxy answers when the service behind it does not. */
const PASSING_OF_PROXIES = new Set([502, 503, 504]);

/**
 * Milliseconds to wait before the request is sent again, or undefined where waiting mends nothing. What `Retry-After` says, and
 * on top of it an exponential backoff with full jitter: any time from none to twice as much with each attempt.
 *
 * @param attempt which attempt failed, from 1.
 */
export function retryDelay(error: unknown, attempt: number): number | undefined {
  const retryAfter = passing(error);
  if (retryAfter === undefined) return undefined;
  const backoff = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** (attempt - 1));
  return retryAfter * 1000 + Math.random() * backoff;
}

/** Whether the request may have been carried out although there is no answer. */
export function isLost(error: unknown): boolean {
  return (
    error instanceof PetstoreConnectionError ||
    error instanceof PetstoreTimeoutError ||
    (error instanceof PetstoreAnswerError && PASSING_OF_PROXIES.has(error.status))
  );
}

/** Seconds after which a repetition may succeed; undefined for what does not pass by itself. */
function passing(error: unknown): number | undefined {
  if (error instanceof PetstoreError) {
    const passes = PASSING.has(error.status) || error.code === 'idempotency_key_in_use';
    return passes ? (error.retryAfter ?? 0) : undefined;
  }
  if (error instanceof PetstoreAnswerError) {
    return isLost(error) || error.status === 429 ? (error.retryAfter ?? 0) : undefined;
  }
  return isLost(error) ? 0 : undefined;
}
