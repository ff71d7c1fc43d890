import { DAY, MINUTE, SECOND } from '../../platform/core/clock.ts';
import type { CounterTable } from './counter-table.ts';
import { dayOf, minuteOf, type WindowName } from './fixed-window.ts';
import type { Quota } from './plan.ts';
import type { QuotaSubject } from './quota-engine.ts';
import { type SharedTables, tableOf } from './shared-tables.ts';

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

const EARLY = 0;
const LATE = 1;
/** Since the window began, and one more: 0 is none. */
const FIRST_AT = 0;

/** Counts the refusals of each key in the current minute. Stores when each account was first refused in each window. */
export class RefusalCounts {
  readonly #byKey: CounterTable;
  readonly #firstRefusals: Readonly<Record<WindowName, CounterTable>>;

  /** @param shared the tables of all threads, if several count. */
  constructor(shared?: SharedTables) {
    this.#byKey = tableOf(shared, 'refusals');
    this.#firstRefusals = { minute: tableOf(shared, 'firstOfMinute'), day: tableOf(shared, 'firstOfDay') };
  }

  /** Counts a refusal, and returns the counts of its key for the current minute. */
  addRefusal({ accountId, keyId }: QuotaSubject, window: WindowName, now: number): Refusals {
    this.#startWindows(now);
    const firstAt = this.#firstRefusalAt(accountId, window, now);
    const row = this.#byKey.rowOf(keyId);
    const before = { early: this.#byKey.get(row, EARLY), late: this.#byKey.get(row, LATE) };
    const refusals = addRefusal(before, firstAt, now);
    this.#write(row, refusals);
    return refusals;
  }

  reset(keyId: bigint): void {
    if (this.#byKey.has(keyId)) this.#write(this.#byKey.rowOf(keyId), NO_REFUSALS);
  }

  #write(row: number, { early, late }: Refusals): void {
    this.#byKey.set(row, EARLY, early);
    this.#byKey.set(row, LATE, late);
  }

  #firstRefusalAt(accountId: bigint, window: WindowName, now: number): number {
    const table = this.#firstRefusals[window];
    const beganAt = window === 'minute' ? minuteOf(now) * MINUTE : dayOf(now) * DAY;
    const row = table.rowOf(accountId);
    if (table.get(row, FIRST_AT) === 0) table.set(row, FIRST_AT, now - beganAt + 1);
    return beganAt + table.get(row, FIRST_AT) - 1;
  }

  #startWindows(now: number): void {
    this.#byKey.startWindow(minuteOf(now));
    this.#firstRefusals.minute.startWindow(minuteOf(now));
    this.#firstRefusals.day.startWindow(dayOf(now));
  }
}
