import { DAY, HOUR, MINUTE, SECOND } from '../../platform/core/clock.ts';

/** The pauses before the second attempt and those after it; the last one repeats. */
const PAUSES = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR];
/** How long an endpoint may fail before it is switched off. */
const GIVE_UP_AFTER = 3 * DAY;
/** A longer `Retry-After` of a host is not followed. */
const MAX_RETRY_AFTER = HOUR;

const GONE = 410;

export interface FailedAttempt {
  /** Of HTTP; undefined without an answer. */
  readonly status: number | undefined;
  /** The `Retry-After` of the answer, in seconds. */
  readonly retryAfter: string | undefined;
}

/** How an endpoint has failed until now. */
interface Failures {
  /** Attempts in vain, this one included. */
  readonly attempts: number;
  /** When the first of them was made: Unix milliseconds. */
  readonly since: number;
}

/** What follows from a failed attempt: another one, or none any more. */
export type Consequence =
  | { readonly state: 'on'; readonly nextAt: number }
  | { readonly state: 'failed' | 'gone' };

/** Decides what follows from an attempt that failed at `now`. */
export function consequenceOf(
  failed: FailedAttempt,
  { attempts, since }: Failures,
  now: number,
): Consequence {
  if (failed.status === GONE) return { state: 'gone' };
  if (now - since >= GIVE_UP_AFTER) return { state: 'failed' };
  const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? HOUR;
  return {
    state: 'on',
    nextAt: Math.min(now + Math.max(pause, retryAfterOf(failed)), since + GIVE_UP_AFTER),
  };
}

function retryAfterOf({ retryAfter = '' }: FailedAttempt): number {
  return /^\d{1,6}$/.test(retryAfter) ? Math.min(Number(retryAfter) * SECOND, MAX_RETRY_AFTER) : 0;
}
