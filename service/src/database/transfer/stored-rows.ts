import { sql } from 'kysely';
import type { Queries } from '../database.ts';
import { engineOf } from '../engine-of.ts';
import { addToTarget, pagesOfSource, pagesOfTarget, type Row } from './transfer-rows.ts';
import type { TransferTable } from './transfer-tables.ts';

/** Few enough for the parameters of a statement. */
const ROWS_PER_INSERT = 500;

/** Reads the rows of a table in the order of their keys, in a transaction, page by page. */
export function pagesOf(db: Queries, table: TransferTable): AsyncGenerator<Row[]> {
  return engineOf(db).idIsIdentity ? pagesOfTarget(db, table) : pagesOfSource(db, table);
}

/** Inserts rows with their own ids. */
export async function addRows(db: Queries, table: TransferTable, rows: readonly Row[]): Promise<void> {
  if (engineOf(db).idIsIdentity) return addToTarget(db, table, rows);
  const names = sql.join(table.columns.map(({ name }) => sql.ref(name)));
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    const values = rows
      .slice(start, start + ROWS_PER_INSERT)
      .map((row) => sql`(${sql.join(table.columns.map(({ name }) => row[name] ?? null))})`);
    await sql`insert into ${sql.table(table.name)} (${names}) values ${sql.join(values)}`.execute(db);
  }
}
