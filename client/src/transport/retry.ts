import {
  PetstoreAnswerError,
  PetstoreConnectionError,
  PetstoreError,
  PetstoreTimeoutError,
} from '../errors.ts';

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;

/** The responses of the service that a retry can resolve. */
const RETRYABLE = new Set([408, 429, 503]);
/** The service does not know whether its store has made the change. */
const RESULT_UNKNOWN: string = 'result_unknown';
/** The responses of a proxy when the service behind it does not respond. */
const GATEWAY_ERRORS = new Set([502, 503, 504]);

/**
 * Returns the milliseconds to wait before the next attempt; undefined if a retry cannot help. The delay is `Retry-After` plus an
 * exponential backoff with full jitter: a random time whose maximum doubles with each attempt.
 *
 * @param attempt the number of the attempt that failed, from 1.
 */
export function retryDelay(error: unknown, attempt: number): number | undefined {
  const retryAfter = retryAfterOf(error);
  if (retryAfter === undefined) return undefined;
  const backoff = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
  return retryAfter * 1000 + Math.random() * backoff;
}

/** Whether the service may have processed the request although no response states the result. */
export function isLost(error: unknown): boolean {
  return (
    (error instanceof PetstoreError && error.code === RESULT_UNKNOWN) ||
    error instanceof PetstoreConnectionError ||
    error instanceof PetstoreTimeoutError ||
    (error instanceof PetstoreAnswerError && GATEWAY_ERRORS.has(error.status))
  );
}

/** Returns the seconds after which a retry may succeed; undefined if a retry cannot help. */
function retryAfterOf(error: unknown): number | undefined {
  if (error instanceof PetstoreError) {
    const isRetryable = RETRYABLE.has(error.status) || error.code === 'idempotency_key_in_use';
    return isRetryable ? (error.retryAfter ?? 0) : undefined;
  }
  if (error instanceof PetstoreAnswerError) {
    return isLost(error) || error.status === 429 ? (error.retryAfter ?? 0) : undefined;
  }
  return isLost(error) ? 0 : undefined;
}
