import type { Quota, QuotaWindow } from '../quota-headers.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface KnownWindow {
  readonly limit: number;
  /** Requests left by the answers so far, the fewest that one told: answers may overtake each other. */
  readonly left: number;
  /** By the client's clock; never before the true reset, since seconds are rounded up and an answer takes its time. */
  readonly resetAt: number;
  /** No answer told of it: it follows from the one before, and the next answer knows better. */
  readonly isPresumed: boolean;
}

/** When the next request may go, and which window makes it wait until then if one does. */
export interface Turn {
  at: number;
  usedUp?: { limit: number; window: 'minute' | 'day' };
}

/** Where a client's requests are. */
export interface Traffic {
  inFlight: number;
  /** When the last one went; undefined before the first. */
  lastSentAt: number | undefined;
}

/** What the answers so far tell about both windows of the account, which others may use too. */
export class KnownQuota {
  #minute: KnownWindow | undefined;
  #day: KnownWindow | undefined;

  get isUnknown(): boolean {
    return this.#minute === undefined;
  }

  learn({ minute, day }: Quota, now: number): void {
    this.#minute = learned(this.#minute, minute, MINUTE, now);
    this.#day = learned(this.#day, day, DAY, now);
  }

  /**
   * When a request may go that the service will not refuse. With `pace` the rest of the minute is spread over what is left
   * of it. The day is not spread: a client with little to do would wait for minutes between two requests.
   * Undefined while nothing is known.
   */
  next({ inFlight, lastSentAt }: Traffic, pace: boolean, now: number): Turn | undefined {
    if (this.#minute === undefined || this.#day === undefined) return undefined;
    const minute = current(this.#minute, MINUTE, now);
    const day = current(this.#day, DAY, now);
    this.#minute = minute;
    this.#day = day;
    if (day.left <= inFlight) return untilReset(day, 'day');
    const spare = Math.max(0, minute.left - inFlight);
    if (pace) return { at: evenly(Math.min(lastSentAt ?? now, now), minute.resetAt, spare) };
    return spare === 0 ? untilReset(minute, 'minute') : { at: now };
  }
}

/** What is only in flight may turn out not to be counted, or another's: it makes a request wait and is no reason to refuse one. */
function untilReset({ limit, left, resetAt }: KnownWindow, window: 'minute' | 'day'): Turn {
  return left === 0 ? { at: resetAt, usedUp: { limit, window } } : { at: resetAt };
}

/** The next of `spare` requests that are spread between the last one and the reset; the reset where none is left. */
function evenly(lastSentAt: number, resetAt: number, spare: number): number {
  return lastSentAt + (resetAt - lastSentAt) / (spare + 1);
}

/** An answer tells its window by when it resets; half a window is more than clocks and answers are off. */
function learned(
  known: KnownWindow | undefined,
  { limit, remaining, secondsToReset }: QuotaWindow,
  length: number,
  now: number,
): KnownWindow {
  const resetAt = now + secondsToReset * 1000;
  const isKnown = known !== undefined && !known.isPresumed && limit === known.limit;
  if (!isKnown || resetAt > known.resetAt + length / 2) {
    return { limit, left: remaining, resetAt, isPresumed: false };
  }
  const isOlder = resetAt < known.resetAt - length / 2;
  if (isOlder) return known;
  return {
    ...known,
    left: Math.min(known.left, remaining),
    resetAt: Math.min(known.resetAt, resetAt),
  };
}

/** The window of now, of which nothing is used yet if no answer told of it. */
function current(known: KnownWindow, length: number, now: number): KnownWindow {
  const { limit, left, resetAt } = known;
  const clockWentBack = resetAt - now > length;
  if (clockWentBack) return { limit, left, resetAt: now + length, isPresumed: true };
  if (now < resetAt) return known;
  const windows = Math.floor((now - resetAt) / length) + 1;
  return { limit, left: limit, resetAt: resetAt + windows * length, isPresumed: true };
}
