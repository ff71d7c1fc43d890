import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../database.ts';
import { engineOf } from '../prepared-query.ts';
import { TRANSFERRED_TABLES, type TransferTable } from './transfer-tables.ts';

export type Row = Readonly<Record<string, unknown>>;

/** The number of rows of a table, and the SHA-256 of all of them in the order of their keys. */
export interface TableSummary {
  readonly rows: number;
  readonly checksum: string;
}

const ROWS_PER_PAGE = 5_000;
/** A row with bytes may have a megabyte. */
const ROWS_WITH_BYTES_PER_PAGE = 16;
/** Few enough for the parameters of a statement. */
const ROWS_PER_INSERT = 500;

/** Reads the rows of a table in the order of their keys, in a transaction, page by page. */
export function pagesOf(db: Queries, table: TransferTable): AsyncGenerator<Row[]> {
  return engineOf(db).idIsIdentity ? pagesOfTarget(db, table) : pagesOfSource(db, table);
}

/** Reads the rows of a table in SQLite in the order of their keys, page by page. */
export async function* pagesOfSource(
  db: Queries,
  { name, columns, key }: TransferTable,
): AsyncGenerator<Row[]> {
  const keyColumns = sql.join(key.map((column) => sql.ref(column.name)));
  const limit = rowsPerPage(columns);
  for (let last: Row | undefined; ; ) {
    const after =
      last === undefined
        ? sql``
        : sql`where (${keyColumns}) > (${sql.join(key.map((column) => last?.[column.name]))})`;
    const { rows } = await sql<Row>`
      select ${namesOf(columns)} from ${sql.table(name)} ${after}
      order by ${keyColumns} limit ${sql.lit(limit)}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}

/**
 * The same for PostgreSQL, in a transaction. It uses a cursor: the order must be that of bytes, as in SQLite, but the
 * indexes of PostgreSQL are in the order of the locale, so each page by key would sort the whole table.
 */
export async function* pagesOfTarget(
  db: Queries,
  { name, columns, key }: TransferTable,
): AsyncGenerator<Row[]> {
  const order = key.map((column) =>
    column.type === 'text' ? sql`${sql.ref(column.name)} collate "C"` : sql.ref(column.name),
  );
  await sql`declare transferred no scroll cursor for
    select ${namesOf(columns)} from ${sql.table(name)} order by ${sql.join(order)}`.execute(db);
  const limit = rowsPerPage(columns);
  for (let isLast = false; !isLast; ) {
    const { rows } = await sql<Row>`fetch ${sql.lit(limit)} from transferred`.execute(db);
    if (rows.length > 0) yield rows;
    isLast = rows.length < limit;
  }
  await sql`close transferred`.execute(db);
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

/** Inserts rows with their own ids into a table in PostgreSQL. Each column is one array parameter, for any number of rows. */
export async function addToTarget(
  db: Queries,
  { name, columns }: TransferTable,
  rows: readonly Row[],
): Promise<void> {
  const values = columns.map(
    (column) => sql`${sql.val(rows.map((row) => row[column.name]))}::${sql.raw(column.type)}[]`,
  );
  await sql`insert into ${sql.table(name)} (${namesOf(columns)}) overriding system value
    select * from unnest(${sql.join(values)})`.execute(db);
}

function rowsPerPage(columns: TransferTable['columns']): number {
  return columns.some(({ type }) => type === 'bytea') ? ROWS_WITH_BYTES_PER_PAGE : ROWS_PER_PAGE;
}

function namesOf(columns: TransferTable['columns']) {
  return sql.join(columns.map((column) => sql.ref(column.name)));
}

/** Counts and hashes all rows of a table, in one pass. */
export async function summarise(
  { columns }: TransferTable,
  pages: AsyncIterable<Row[]>,
  onPage: (rows: readonly Row[]) => Promise<void> | void,
): Promise<TableSummary> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of pages) {
    hash.update(rows.map((row) => lineOf(columns.map(({ name }) => row[name]))).join(''));
    count += rows.length;
    await onPage(rows);
  }
  return { rows: count, checksum: hash.digest('hex') };
}

/** Serialises a row. Different rows have different texts. */
function lineOf(values: readonly unknown[]): string {
  return `${values.map(textOf).join()}\n`;
}

function textOf(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string' || value === null) return JSON.stringify(value);
  if (value instanceof Uint8Array) return `bytes ${createHash('sha256').update(value).digest('hex')}`;
  throw new TypeError(`A column must be text, an integer, bytes or null, not ${typeof value}`);
}

/** The tables in which the migrations insert a row, and the condition for a row that they did not insert. */
const NOT_OF_MIGRATIONS: Readonly<Record<string, RawBuilder<unknown>>> = {
  event_feed: sql`last_purged <> 0`,
  store_identity: sql`false`,
};

/** Counts the rows of each table that is not empty. The rows that the migrations inserted do not count. */
export async function countRows(db: Queries): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const name of TRANSFERRED_TABLES) {
    const condition = NOT_OF_MIGRATIONS[name] ?? sql`true`;
    const { rows } = await sql<{ count: bigint }>`
      select count(*) as count from ${sql.table(name)} where ${condition}`.execute(db);
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0) counts.set(name, count);
  }
  return counts;
}
