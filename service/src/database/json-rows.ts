import { type RawBuilder, sql } from 'kysely';
import type { Queries } from './database.ts';
import { engineOf } from './engine-of.ts';

/** The type of a column, by its name. */
type Columns = Readonly<Record<string, 'text' | 'bigint'>>;

/**
 * Returns a subquery of the rows in one parameter: JSON such as `[["a",1],["b",2]]`. A statement then has one shape for
 * any number of rows.
 */
export function jsonRows(db: Queries, json: string, columns: Columns): RawBuilder<unknown> {
  const isSqlite = engineOf(db).name === 'sqlite';
  const selected = Object.entries(columns).map(([name, type], index) => {
    const value = isSqlite
      ? sql`json_extract(value, ${sql.lit(`$[${index}]`)})`
      : sql`cast(value ->> ${sql.lit(index)} as ${sql.raw(type)})`;
    return sql`${value} as ${sql.ref(name)}`;
  });
  const source = isSqlite
    ? sql`json_each(${json})`
    : sql`json_array_elements(cast(${json} as json)) as t(value)`;
  return sql`(select ${sql.join(selected)} from ${source})`;
}
