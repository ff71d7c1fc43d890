import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Queries } from './database.ts';
import { PreparedQuery, rowLimit } from './prepared-query.ts';

/** Counting stops after so many rows, which takes about a millisecond. A list with more has no total. */
export const MAX_COUNTED = 10_000;

type CountedTable = 'accounts' | 'category_totals';

/** Returns the number of rows of a table; undefined if there are more than `MAX_COUNTED`. */
export function boundedCount(db: Queries, table: CountedTable): MaybePromise<bigint | undefined> {
  return andThen(rowCount.first(db, { table, limit: MAX_COUNTED + 1 }), (row) =>
    row === undefined || row.count > BigInt(MAX_COUNTED) ? undefined : row.count,
  );
}

const rowCount = new PreparedQuery(
  (db, { table, limit }: { table: CountedTable; limit: number }) => {
    const some = db.selectFrom(table).select('id').limit(rowLimit(limit));
    return db.selectFrom(some.as('some')).select(({ fn }) => fn.countAll<bigint>().as('count'));
  },
  ['table'],
);

interface Rows {
  limit(rows: RawBuilder<number>): Rows;
  offset(rows: RawBuilder<number>): Rows;
  compile(): CompiledQuery<unknown>;
}

/** Returns a function that returns true if a list has `max` rows, which reads no more of it. */
export function reaches<Owner extends Readonly<Record<string, bigint>>>(
  max: number,
  rowsOf: (db: Queries, owner: Owner) => Rows,
): (db: Queries, owner: Owner) => Promise<boolean> {
  const last = new PreparedQuery((db: Queries, owner: Owner) =>
    rowsOf(db, owner)
      .limit(sql.lit(1))
      .offset(sql.lit(max - 1)),
  );
  return async (db, owner) => (await last.first(db, owner)) !== undefined;
}
