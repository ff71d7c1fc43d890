import { BoundedMap } from '../../platform/core/bounded-map.ts';
import { DAY } from '../../platform/core/clock.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { loadCounters } from './usage-queries.ts';

/** The days that a usage report covers, today included. */
export const DAYS_REPORTED = 30;
/** The last days, whose counters may still change: yesterday's are written up to an outage of the store after midnight. */
const RECENT_DAYS = 2;
/** For how many accounts the earlier days are kept: 1.2 KB each. */
const MAX_ACCOUNTS = 1_000;

interface EarlierDays {
  readonly today: number;
  readonly json: string;
}

/** The requests of an account on each of the reported days, as JSON. The earlier days are read and encoded once a day. */
export class UsageDays {
  readonly #db: Queries;
  readonly #earlier = new BoundedMap<bigint, EarlierDays>(MAX_ACCOUNTS);

  constructor(db: Queries) {
    this.#db = db;
  }

  /**
   * Returns a JSON array, today last.
   *
   * @param usedToday the requests of today, which are written to the store up to a second later.
   */
  json(accountId: bigint, today: number, usedToday: number): MaybePromise<string> {
    const firstRecent = today - RECENT_DAYS + 1;
    return andThen(this.#earlierDays(accountId, today, firstRecent), (earlier) =>
      andThen(countDays(this.#db, accountId, firstRecent, RECENT_DAYS), (counts) => {
        const recent = counts.with(-1, Math.max(usedToday, counts.at(-1) ?? 0));
        return `[${earlier},${encodeDays(firstRecent, recent)}]`;
      }),
    );
  }

  #earlierDays(accountId: bigint, today: number, firstRecent: number): MaybePromise<string> {
    const known = this.#earlier.get(accountId);
    if (known?.today === today) return known.json;
    const days = DAYS_REPORTED - RECENT_DAYS;
    const first = firstRecent - days;
    return andThen(countDays(this.#db, accountId, first, days), (counts) => {
      const json = encodeDays(first, counts);
      this.#earlier.set(accountId, { today, json });
      return json;
    });
  }
}

/** Returns the requests of each of `days` days from the day with the number `first`. */
function countDays(db: Queries, accountId: bigint, first: number, days: number): MaybePromise<number[]> {
  const numbers = Array.from({ length: days }, (_, index) => first + index);
  return andThen(loadCounters(db, 'day', numbers, [accountId]), (counters) => {
    const used = new Map(counters.map((counter) => [counter.number, counter.used]));
    return numbers.map((number) => used.get(number) ?? 0);
  });
}

/** Returns the elements of a JSON array, one for each day. */
function encodeDays(first: number, counts: readonly number[]): string {
  const days = counts.map((requests, index) => ({ day: dateOf(first + index), requests }));
  return JSON.stringify(days).slice(1, -1);
}

function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}
