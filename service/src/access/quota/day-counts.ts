import { DAY, SECOND } from '../../platform/core/clock.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import { dayOf } from './fixed-window.ts';

// What is counted on a UTC day in the store, for all processes together, under names that its users choose.

export interface DayCount {
  readonly number: bigint;
  readonly bytes: bigint;
}

/** Counts under names that begin so are kept for a week, because people read them. The others end with their day. */
export const KEPT_NAMES = 'kept ';
const KEPT_DAYS = 7;

const addition = new PreparedQuery(
  (db, { rows }: { rows: ReadonlyArray<{ name: string; day: bigint; number: bigint; bytes: bigint }> }) =>
    db
      .insertInto('day_counts')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['name', 'day']).doUpdateSet(({ eb, ref }) => ({
          number: eb('day_counts.number', '+', ref('excluded.number')),
          bytes: eb('day_counts.bytes', '+', ref('excluded.bytes')),
        })),
      )
      .returning(['name', 'number', 'bytes']),
);

/** SQLite has at most 32,766 parameters in a statement. */
const MAX_ROWS = 1_000;

/** Adds to the counts of today, also negative numbers, and returns all that it has changed. Other transactions wait for the same names. */
export async function addToDay(
  db: Queries,
  additions: ReadonlyMap<string, DayCount>,
  now: number,
): Promise<ReadonlyMap<string, DayCount>> {
  const day = BigInt(dayOf(now));
  // In one order, so that two transactions do not wait for each other.
  const rows = [...additions].map(([name, count]) => ({ name, day, ...count }));
  rows.sort((one, other) => (one.name < other.name ? -1 : 1));
  const counts = new Map<string, DayCount>();
  for (let first = 0; first < rows.length; first += MAX_ROWS)
    for (const { name, ...count } of await addition.all(db, { rows: rows.slice(first, first + MAX_ROWS) }))
      counts.set(name, count);
  return counts;
}

const ofToday = new PreparedQuery((db, { names, day }: { names: readonly string[]; day: bigint }) =>
  db
    .selectFrom('day_counts')
    .select(['name', 'number', 'bytes'])
    .where('name', 'in', names)
    .where('day', '=', day),
);

/** Returns those counts of today that were begun. */
export async function readDayCounts(
  db: Queries,
  names: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, DayCount>> {
  const rows = await ofToday.all(db, { names, day: BigInt(dayOf(now)) });
  return new Map(rows.map(({ name, ...count }) => [name, count]));
}

const ofWeek = new PreparedQuery((db, { name, after }: { name: string; after: bigint }) =>
  db.selectFrom('day_counts').select('number').where('name', '=', name).where('day', '>', after),
);

/** Returns the sum of a count that is kept, of the last seven days. */
export function sumOfWeek(db: Queries, name: string, now: number): MaybePromise<number> {
  return andThen(ofWeek.all(db, { name, after: BigInt(dayOf(now) - KEPT_DAYS) }), (rows) =>
    rows.reduce((sum, { number }) => sum + Number(number), 0),
  );
}

const deletion = new PreparedQuery(
  (db, { today, kept, limit }: { today: bigint; kept: bigint; limit: number }) =>
    db
      .deleteFrom('day_counts')
      .where(({ eb, refTuple }) =>
        eb(refTuple('name', 'day'), 'in', (rows) =>
          rows
            .selectFrom('day_counts')
            .select(['name', 'day'])
            .where('day', '<', today)
            .where((is) => is.or([is('day', '<=', kept), is('name', 'not like', `${KEPT_NAMES}%`)]))
            .limit(rowLimit(limit))
            .$asTuple('name', 'day'),
        ),
      )
      .returning('day'),
);

/** Deletes counts of the days before today, up to `limit` of them. Returns how many. */
export async function deleteDayCounts(db: Queries, now: number, limit: number): Promise<number> {
  const today = dayOf(now);
  const ended = { today: BigInt(today), kept: BigInt(today - KEPT_DAYS), limit };
  return (await deletion.all(db, ended)).length;
}

/** Returns after how many seconds the counts begin again. */
export function secondsOfDayLeft(now: number): number {
  return Math.ceil((DAY - (now % DAY)) / SECOND);
}
