import { SECOND } from '../core/clock.ts';
import { dayOf, minuteOf, type WindowName } from './decide.ts';
import type { Quota } from './plan.ts';

const GRACE_MS = SECOND;
const FEWEST = 60;
const MOST = 1_000;

/** A refusal more than a second after the first of its window: not the burst that was in flight when it came. */
export function isStrike(firstRefusalAt: number, now: number): boolean {
  return now - firstRefusalAt > GRACE_MS;
}

/** How many strikes within one UTC minute ban a key. */
export function strikesUntilBan(quota: Quota): number {
  return Math.min(Math.max(quota.perMinute, FEWEST), MOST);
}

/** Strikes of keys, counted in this process. Holds one minute of keys and one window of accounts, then forgets. */
export class Strikes {
  #minute = 0;
  #day = 0;
  #byKey = new Map<bigint, number>();
  readonly #firstRefusals = { minute: new Map<bigint, number>(), day: new Map<bigint, number>() };

  /** Notes a refusal and returns how many strikes its key has in this minute. */
  refused(accountId: bigint, keyId: bigint, window: WindowName, now: number): number {
    this.#forgetOldWindows(now);
    const firsts = this.#firstRefusals[window];
    const first = firsts.get(accountId);
    if (first === undefined) firsts.set(accountId, now);
    const strikes = (this.#byKey.get(keyId) ?? 0) + (first !== undefined && isStrike(first, now) ? 1 : 0);
    if (strikes > 0) this.#byKey.set(keyId, strikes);
    return strikes;
  }

  forget(keyId: bigint): void {
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
