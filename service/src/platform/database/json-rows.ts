import { type RawBuilder, sql } from 'kysely';
import type { Queries } from './database.ts';
import { engineOf } from './prepared-query.ts';

/** The type of a column, by its name. */
type Columns = Readonly<Record<string, 'text' | 'bigint'>>;

/** Returns a table of the texts in an expression with a JSON array of texts. Its only column is `value`. */
export function jsonTexts(db: Queries, json: RawBuilder<unknown>): RawBuilder<unknown> {
  return engineOf(db).name === 'sqlite'
    ? sql`json_each(${json})`
    : sql`json_array_elements_text(cast(${json} as json))`;
}

/** Returns a subquery of the ids in one parameter. A statement then has one shape for any number of ids. */
export function jsonIds(db: Queries, json: string): RawBuilder<bigint> {
  return sql`(select cast(value as bigint) from ${jsonTexts(db, sql`${json}`)} as ids)`;
}

/** Returns the JSON for `jsonIds`. */
export function idsJson(ids: readonly bigint[]): string {
  return `[${ids}]`;
}

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
