import { SECOND } from '../core/clock.ts';
import { dayOf, minuteOf, type WindowName } from './fixed-window.ts';
import type { Quota } from './plan.ts';
import type { QuotaSubject } from './quota-engine.ts';

const GRACE_MS = SECOND;
const MIN_STRIKES = 60;
const MAX_STRIKES = 1_000;
const MIN_BURST = 100;

/** The refusals of one key in one UTC minute. */
export interface Refusals {
  /** At most a second after the first refusal of their window: their requests may have been in flight by then. */
  readonly early: number;
  readonly late: number;
}

export const NO_REFUSALS: Refusals = { early: 0, late: 0 };

/** Returns the refusals with one more at `now`. */
export function addRefusal({ early, late }: Refusals, firstRefusalAt: number, now: number): Refusals {
  return now - firstRefusalAt > GRACE_MS ? { early, late: late + 1 } : { early: early + 1, late };
}

/** Every late refusal is a strike. Early ones are strikes only beyond a burst: the quota per minute, but 100 to 1,000. */
export function strikesOf({ early, late }: Refusals, quota: Quota): number {
  const burst = Math.max(strikesUntilBan(quota), MIN_BURST);
  return late + Math.max(0, early - burst);
}

/** Returns how many strikes within one UTC minute ban a key. */
export function strikesUntilBan(quota: Quota): number {
  return Math.min(Math.max(quota.perMinute, MIN_STRIKES), MAX_STRIKES);
}

/** Counts the refusals of keys in this process: those of the current minute, and the first refusal of each window. */
export class Strikes {
  #minute = 0;
  #day = 0;
  #byKey = new Map<bigint, Refusals>();
  readonly #firstRefusals = { minute: new Map<bigint, number>(), day: new Map<bigint, number>() };

  /** Counts a refusal and returns all refusals of its key in this minute. */
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
