import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

/** Runs a prepared statement, and returns its rows as arrays. */
export type Statement<Row extends readonly unknown[]> = (...parameters: SQLInputValue[]) => Row[];

/** What a response has from rows. */
export interface Answer {
  readonly body: string;
  readonly etag?: string;
  readonly link?: string;
}

/** Opens a store with the settings of the service (`service/src/platform/database/sqlite/`), by default those of its connection for reads. */
export function openStore(path: string, cacheKib = 64 * 1024): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
    pragma secure_delete = on; pragma cache_size = -${cacheKib}; pragma wal_autocheckpoint = 6000`);
  return database;
}

export function prepare<Row extends readonly unknown[]>(database: DatabaseSync, sql: string): Statement<Row> {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  return (...parameters) => statement.all(...parameters) as unknown as Row[]; // the columns of the statement
}

export type PetRow = readonly [id: bigint, name: string, categoryId: bigint, status: string | null];

export function petText([id, name, categoryId, status]: PetRow): string {
  const statusMember = status === null ? '' : `,"status":"${status}"`;
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${statusMember}}`;
}
