import { SECOND } from '../core/clock.ts';
import { dayOf, minuteOf, type WindowName } from './fixed-window.ts';
import type { Quota } from './plan.ts';
import type { QuotaSubject } from './quota-engine.ts';

const GRACE_MS = SECOND;
const MIN_BAN_THRESHOLD = 60;
const MAX_BAN_THRESHOLD = 1_000;
const MIN_BURST = 100;

/** The refusals of one key in one UTC minute. */
export interface Refusals {
  /** Refusals within one second of the window's first refusal. The client may not have received a 429 yet. */
  readonly early: number;
  /** All later refusals. */
  readonly late: number;
}

export const NO_REFUSALS: Refusals = { early: 0, late: 0 };

/** Returns the counts after one more refusal at `now`. */
export function addRefusal({ early, late }: Refusals, firstRefusalAt: number, now: number): Refusals {
  return now - firstRefusalAt > GRACE_MS ? { early, late: late + 1 } : { early: early + 1, late };
}

/**
 * Every late refusal is a strike. Early refusals are strikes only if they exceed the allowed burst. The allowed burst is the
 * quota per minute, limited to the range from 100 to 1,000.
 */
export function strikesOf({ early, late }: Refusals, quota: Quota): number {
  const allowedBurst = Math.max(banThreshold(quota), MIN_BURST);
  return late + Math.max(0, early - allowedBurst);
}

/** Returns the number of strikes within one UTC minute after which a key is banned. */
export function banThreshold(quota: Quota): number {
  return Math.min(Math.max(quota.perMinute, MIN_BAN_THRESHOLD), MAX_BAN_THRESHOLD);
}

/** Counts the refusals of each key in the current minute. Stores when each account was first refused in each window. */
export class RefusalCounts {
  #minute = 0;
  #day = 0;
  #byKey = new Map<bigint, Refusals>();
  readonly #firstRefusals = { minute: new Map<bigint, number>(), day: new Map<bigint, number>() };

  /** Counts a refusal, and returns the counts of its key for the current minute. */
  addRefusal({ accountId, keyId }: QuotaSubject, window: WindowName, now: number): Refusals {
    this.#startWindows(now);
    const firstRefusals = this.#firstRefusals[window];
    const firstRefusalAt = firstRefusals.get(accountId) ?? now;
    firstRefusals.set(accountId, firstRefusalAt);
    const refusals = addRefusal(this.#byKey.get(keyId) ?? NO_REFUSALS, firstRefusalAt, now);
    this.#byKey.set(keyId, refusals);
    return refusals;
  }

  reset(keyId: bigint): void {
    this.#byKey.delete(keyId);
  }

  #startWindows(now: number): void {
    if (this.#minute !== minuteOf(now)) {
      this.#minute = minuteOf(now);
      this.#byKey.clear();
      this.#firstRefusals.minute.clear();
    }
    if (this.#day !== dayOf(now)) {
      this.#day = dayOf(now);
      this.#firstRefusals.day.clear();
    }
  }
}
