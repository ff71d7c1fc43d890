import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { WindowName } from './fixed-window.ts';

/** The requests of one account in one window. */
export interface Counter {
  accountId: bigint;
  window: WindowName;
  number: number;
  used: number;
}

/** Replaces the counters of the same account and window. */
export async function saveCounters(db: Queries, counters: readonly Counter[]): Promise<void> {
  await writeInSteps(db, replaceCounters, counters);
}

/** Adds to the counters of the same account and window. Pass them sorted by account, so that two processes cannot deadlock. */
export async function addToCounters(db: Queries, counters: readonly Counter[]): Promise<void> {
  await writeInSteps(db, incrementCounters, counters);
}

const COLUMNS = ['account_id', 'window_number', 'used'] as const;
/** The numbers of rows in one statement. Each is compiled once and kept: with every number, the statements took 70 MB. */
const ROWS_PER_STATEMENT = [200, 40, 8, 1];

async function writeInSteps(
  db: Queries,
  statement: ReturnType<typeof upsertCounters>,
  counters: readonly Counter[],
): Promise<void> {
  let written = 0;
  for (const count of ROWS_PER_STATEMENT) {
    for (; written + count <= counters.length; written += count) {
      await statement.all(db, { rows: counters.slice(written, written + count).map(toRow) });
    }
  }
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

interface CounterFilter {
  readonly window: WindowName;
  readonly numbers: readonly bigint[];
  readonly accountIds: readonly bigint[] | undefined;
}

/** A list of numbers and not a range: in the index the account is behind the number, so a range has all accounts. */
const counters = new PreparedQuery((db, { window, numbers, accountIds }: CounterFilter) => {
  const query = db
    .selectFrom('quota_counters')
    .select(COLUMNS)
    .where('window_name', '=', window)
    .where('window_number', 'in', numbers)
    .orderBy('window_number');
  return accountIds === undefined ? query : query.where('account_id', 'in', accountIds);
});

/** Returns the counters of the windows with these numbers: those of some accounts, or of all. */
export function loadCounters(
  db: Queries,
  window: WindowName,
  numbers: readonly number[],
  accountIds?: readonly bigint[],
): MaybePromise<Counter[]> {
  if (accountIds?.length === 0) return [];
  const filter = { window, numbers: numbers.map(BigInt), accountIds };
  return andThen(counters.all(db, filter), (rows) => rows.map((row) => toCounter(window, row)));
}

type ReadRow = Pick<Selectable<Tables['quota_counters']>, (typeof COLUMNS)[number]>;

function toCounter(window: WindowName, row: ReadRow): Counter {
  return { accountId: row.account_id, window, number: Number(row.window_number), used: Number(row.used) };
}
