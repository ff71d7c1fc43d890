import { SECOND } from '../core/clock.ts';
import { dayOf, minuteOf, type WindowName } from './fixed-window.ts';
import type { Quota } from './plan.ts';
import type { QuotaSubject } from './quota-engine.ts';

const GRACE_MS = SECOND;
const FEWEST = 60;
const MOST = 1_000;
const MIN_BURST = 100;

/** The refusals of one key in one UTC minute. */
export interface Refusals {
  /** Those at most a second after the first refusal of their window: they may have been in flight when it came. */
  readonly early: number;
  readonly late: number;
}

export const NO_REFUSALS: Refusals = { early: 0, late: 0 };

/** The refusals with one more at `now`. */
export function addRefusal({ early, late }: Refusals, firstRefusalAt: number, now: number): Refusals {
  return now - firstRefusalAt > GRACE_MS ? { early, late: late + 1 } : { early: early + 1, late };
}

/** Every late refusal is a strike. Early ones are strikes beyond a burst: the quota per minute, 100 to 1,000 requests. */
export function strikesOf({ early, late }: Refusals, quota: Quota): number {
  const burst = Math.max(strikesUntilBan(quota), MIN_BURST);
  return late + Math.max(0, early - burst);
}

/** How many strikes within one UTC minute ban a key. */
export function strikesUntilBan(quota: Quota): number {
  return Math.min(Math.max(quota.perMinute, FEWEST), MOST);
}

/** Refusals of keys, counted in this process. Holds one minute of keys and one window of accounts, then forgets. */
export class Strikes {
  #minute = 0;
  #day = 0;
  #byKey = new Map<bigint, Refusals>();
  readonly #firstRefusals = { minute: new Map<bigint, number>(), day: new Map<bigint, number>() };

  /** Counts a refusal and returns all refusals of its key in this minute. */
  addRefusal({ accountId, keyId }: QuotaSubject, window: WindowName, now: number): Refusals {
    this.#forgetOldWindows(now);
    const firsts = this.#firstRefusals[window];
    const first = firsts.get(accountId) ?? now;
    firsts.set(accountId, first);
    const refusals = addRefusal(this.#byKey.get(keyId) ?? NO_REFUSALS, first, now);
    this.#byKey.set(keyId, refusals);
    return refusals;
  }

  reset(keyId: bigint): void {
    this.#byKey.delete(keyId);
  }

  #forgetOldWindows(now: number): void {
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
