import type { Clock } from '../../platform/core/clock.ts';
import { INT64_MIN } from '../../platform/core/int64.ts';
import type { Remaining } from '../../platform/core/tasks/background-job.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import { dayOf, minuteOf, type WindowName } from './fixed-window.ts';

/** Usage reports cover a month. */
const RETENTION_DAYS = 31;

/** Minutes are kept a little longer than they last, because the clocks of several processes and of Valkey differ. */
const RETENTION_MINUTES = 5;
/** A million accounts leave a million counters each minute. Deleting them at once would stop the process for seconds. */
const ROWS_PER_TRANSACTION = 1_000;

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
    await this.#deleteBefore('minute', minuteOf(now) - RETENTION_MINUTES);
    await this.#deleteBefore('day', dayOf(now) - RETENTION_DAYS);
    this.#prunedMinute = minuteOf(now);
  }

  async #deleteBefore(window: WindowName, number: number): Promise<void> {
    const before = BigInt(number);
    const deleteSome = async (db: Queries): Promise<Remaining> => {
      const last = await lastOfDeletion.first(db, { window, before, skipped: ROWS_PER_TRANSACTION - 1 });
      const upTo = { number: last?.window_number ?? before, accountId: last?.account_id ?? INT64_MIN };
      await counterDeletion.all(db, { window, ...upTo });
      return last === undefined ? 'done' : 'more';
    };
    while ((await this.#database.write(deleteSome, { commit: 'asynchronous' })) === 'more');
  }
}

interface Expired {
  readonly window: WindowName;
  readonly before: bigint;
  readonly skipped: number;
}

const lastOfDeletion = new PreparedQuery((db, { window, before, skipped }: Expired) =>
  db
    .selectFrom('quota_counters')
    .select(['window_number', 'account_id'])
    .where('window_name', '=', window)
    .where('window_number', '<', before)
    .orderBy('window_number')
    .orderBy('account_id')
    .limit(1)
    .offset(rowLimit(skipped)),
);

interface LastDeleted {
  readonly window: WindowName;
  readonly number: bigint;
  readonly accountId: bigint;
}

const counterDeletion = new PreparedQuery((db, { window, number, accountId }: LastDeleted) =>
  db
    .deleteFrom('quota_counters')
    .where('window_name', '=', window)
    .where((is) => is(is.refTuple('window_number', 'account_id'), '<=', is.tuple(number, accountId))),
);
