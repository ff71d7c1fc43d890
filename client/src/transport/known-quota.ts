import type { ErrorBody } from '../errors.ts';
import type { Quota, QuotaWindow } from '../quota-headers.ts';

/*
 * What a client knows about its quota. Each window (minute, day) is in one of three states:
 *
 *   unknown ── response ──> reported ── its reset passes, or the clock is set back ──> assumed
 *                              ^                                                          │
 *                              └────────────────────── response ──────────────────────────┘
 *
 * A response to a reported window can only lower what is left, because responses may overtake each other.
 * An assumed window has its whole quota left; the next response replaces it.
 */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface KnownWindow {
  readonly limit: number;
  /** Requests left: the lowest number that a response reported. */
  readonly left: number;
  /** By the client's clock. Never before the reset of the service: its seconds are rounded up, and a response takes time. */
  readonly resetAt: number;
  readonly isAssumed: boolean;
}

/** When the next request may be sent. */
export interface Turn {
  at: number;
  /** Set if no request is left: the error of a request that cannot wait until then. */
  rejection?: ErrorBody;
}

/** The requests that a client has sent. */
export interface Traffic {
  inFlight: number;
  /** Undefined before the first request. */
  lastSentAt: number | undefined;
}

/** The quota of an account, which other clients may use too. */
export class KnownQuota {
  #minute: KnownWindow | undefined;
  #day: KnownWindow | undefined;

  get isUnknown(): boolean {
    return this.#minute === undefined;
  }

  /** Takes over what a response reports. */
  update({ minute, day }: Quota, now: number): void {
    this.#minute = merged(this.#minute, minute, MINUTE, now);
    this.#day = merged(this.#day, day, DAY, now);
  }

  /**
   * Returns when the service will accept the next request; now, if the quota is unknown. `pace` spreads what is left of the
   * minute evenly. It does not spread the day: on the plan Free, 86 seconds would pass between two requests.
   */
  nextTurn({ inFlight, lastSentAt }: Traffic, pace: boolean, now: number): Turn {
    if (this.#minute === undefined || this.#day === undefined) return { at: now };
    const minute = windowAt(this.#minute, MINUTE, now);
    const day = windowAt(this.#day, DAY, now);
    this.#minute = minute;
    this.#day = day;
    if (day.left <= inFlight) return turnAtReset(day, 'day');
    const spare = Math.max(0, minute.left - inFlight);
    if (pace) return { at: nextSlot(Math.min(lastSentAt ?? now, now), minute.resetAt, spare) };
    return spare === 0 ? turnAtReset(minute, 'minute') : { at: now };
  }
}

/** Requests in flight only delay others: the service may not count them, so they are no reason to reject one. */
function turnAtReset({ limit, left, resetAt }: KnownWindow, window: 'minute' | 'day'): Turn {
  if (left > 0) return { at: resetAt };
  const message = `The quota of ${limit} requests per ${window} is used up.`;
  return { at: resetAt, rejection: { code: 'rate_limit_exceeded', status: 429, message } };
}

/** Spreads `spare` requests between the last one and the reset. Returns the time of the first; the reset if none is left. */
function nextSlot(lastSentAt: number, resetAt: number, spare: number): number {
  return lastSentAt + (resetAt - lastSentAt) / (spare + 1);
}

/** The reset identifies the window of a response. A difference of half a window is more than clocks and delays cause. */
function merged(
  known: KnownWindow | undefined,
  { limit, remaining, secondsToReset }: QuotaWindow,
  length: number,
  now: number,
): KnownWindow {
  const resetAt = now + secondsToReset * 1000;
  const isReported = known !== undefined && !known.isAssumed && limit === known.limit;
  if (!isReported || resetAt > known.resetAt + length / 2) {
    return { limit, left: remaining, resetAt, isAssumed: false };
  }
  const isOlder = resetAt < known.resetAt - length / 2;
  if (isOlder) return known;
  return {
    ...known,
    left: Math.min(known.left, remaining),
    resetAt: Math.min(known.resetAt, resetAt),
  };
}

/** Returns the window at `now`; an assumed one if the known window is over or the clock was set back. */
function windowAt(known: KnownWindow, length: number, now: number): KnownWindow {
  const { limit, left, resetAt } = known;
  const clockWentBack = resetAt - now > length;
  if (clockWentBack) return { limit, left, resetAt: now + length, isAssumed: true };
  if (now < resetAt) return known;
  const windows = Math.floor((now - resetAt) / length) + 1;
  return { limit, left: limit, resetAt: resetAt + windows * length, isAssumed: true };
}
