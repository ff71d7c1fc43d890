import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Database, Queries } from '../database/database.ts';
import { PreparedQuery } from '../database/prepared-query.ts';
import { rowLimit } from '../database/row-limit.ts';
import type { Tables } from '../database/tables.ts';
import { dayOf, minuteOf, type WindowName } from './fixed-window.ts';

/** Usage reports cover a month. */
const RETENTION_DAYS = 31;

/** The requests of one account in one window. */
export interface Counter {
  accountId: bigint;
  window: WindowName;
  number: number;
  used: number;
}

/** Replaces the counters of the same account and window. */
export async function saveCounters(db: Queries, counters: readonly Counter[]): Promise<void> {
  await replaceCounters.all(db, { rows: counters.map(toRow) });
}

/** Adds to the counters of the same account and window. Pass them sorted by account, so that two processes cannot deadlock. */
export async function addToCounters(db: Queries, counters: readonly Counter[]): Promise<void> {
  await incrementCounters.all(db, { rows: counters.map(toRow) });
}

const KEY = ['window_name', 'window_number', 'account_id'] as const;
type CounterRow = Insertable<Tables['quota_counters']>;

/** @param used the new value of a counter that exists already. */
function upsertCounters(used: RawBuilder<bigint>) {
  return new PreparedQuery((db, { rows }: { rows: readonly CounterRow[] }) =>
    db
      .insertInto('quota_counters')
      .values(rows)
      .onConflict((conflict) => conflict.columns(KEY).doUpdateSet({ used })),
  );
}

const replaceCounters = upsertCounters(sql`excluded.used`);
const incrementCounters = upsertCounters(sql`quota_counters.used + excluded.used`);

function toRow({ accountId, window, number, used }: Counter): CounterRow {
  return {
    account_id: accountId,
    window_name: window,
    window_number: BigInt(number),
    used: BigInt(used),
  };
}

const COUNTERS_PER_PAGE = 10_000;

interface CounterPage {
  readonly window: WindowName;
  readonly number: bigint;
  readonly after: bigint;
  readonly limit: number;
}

const counterPage = new PreparedQuery((db, { window, number, after, limit }: CounterPage) =>
  db
    .selectFrom('quota_counters')
    .select(['account_id', 'used'])
    .where('window_name', '=', window)
    .where('window_number', '=', number)
    .where('account_id', '>', after)
    .orderBy('account_id')
    .limit(rowLimit(limit)),
);

/** Yields the counters of all accounts for one window. It reads them in pages, because there may be a million. */
export async function* eachCounter(db: Queries, window: WindowName, number: number): AsyncGenerator<Counter> {
  let after: bigint | undefined = -1n;
  while (after !== undefined) {
    const request: CounterPage = { window, number: BigInt(number), after, limit: COUNTERS_PER_PAGE };
    const page = await counterPage.all(db, request);
    for (const { account_id, used } of page)
      yield { accountId: account_id, window, number, used: Number(used) };
    after = page.length < COUNTERS_PER_PAGE ? undefined : page.at(-1)?.account_id;
  }
}

interface CounterRange {
  readonly window: WindowName;
  readonly from: bigint;
  readonly to: bigint;
  readonly accountId: bigint | undefined;
}

const countersOfRange = new PreparedQuery((db, { window, from, to, accountId }: CounterRange) => {
  const query = db
    .selectFrom('quota_counters')
    .select(['account_id', 'window_number', 'used'])
    .where('window_name', '=', window)
    .where('window_number', '>=', from)
    .where('window_number', '<=', to)
    .orderBy('window_number');
  return accountId === undefined ? query : query.where('account_id', '=', accountId);
});

/** Returns the counters of a range of windows, of all accounts or of one. */
export function loadCounters(
  db: Queries,
  window: WindowName,
  { from, to }: { from: number; to: number },
  accountId?: bigint,
): MaybePromise<Counter[]> {
  const range = { window, from: BigInt(from), to: BigInt(to), accountId };
  return andThen(countersOfRange.all(db, range), (rows) =>
    rows.map((row) => ({
      accountId: row.account_id,
      window,
      number: Number(row.window_number),
      used: Number(row.used),
    })),
  );
}

/** Minutes are kept a little longer than they last, because the clocks of several processes and of Valkey differ. */
const RETENTION_MINUTES = 5;

/** Deletes counters of past minutes, and of days more than a month ago. It runs at most once a minute. */
export class CounterPruning {
  readonly #database: Database;
  readonly #clock: Clock;
  #prunedMinute = 0;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async prune(): Promise<void> {
    const now = this.#clock.now();
    if (this.#prunedMinute === minuteOf(now)) return;
    await this.#database.write(async (transaction) => {
      await deleteCountersBefore(transaction, 'minute', minuteOf(now) - RETENTION_MINUTES);
      await deleteCountersBefore(transaction, 'day', dayOf(now) - RETENTION_DAYS);
    });
    this.#prunedMinute = minuteOf(now);
  }
}

const counterDeletion = new PreparedQuery((db, { window, number }: { window: WindowName; number: bigint }) =>
  db.deleteFrom('quota_counters').where('window_name', '=', window).where('window_number', '<', number),
);

async function deleteCountersBefore(db: Queries, window: WindowName, number: number): Promise<void> {
  await counterDeletion.all(db, { window, number: BigInt(number) });
}
