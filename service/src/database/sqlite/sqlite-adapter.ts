import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { ApiError, unavailable } from '../../core/errors.ts';

const BUSY_WAIT_IN_PLACE_MS = 20;
const CACHED_STATEMENTS = 200;
/** With SQLite's own 2 MiB nearly every page of a large catalogue is fetched from the system (19 us a list, so 17). */
const READ_CACHE_KIB = 64 * 1024;

/** What Kysely's SQLite dialect needs of a connection, on `node:sqlite`. */
export class SqliteConnection implements SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, CachedStatement>();

  constructor(path: string, access: 'read' | 'write') {
    this.#database = translateErrors(() => new DatabaseSync(path, { timeout: BUSY_WAIT_IN_PLACE_MS }));
    try {
      this.exec('pragma journal_mode = wal');
      this.exec('pragma synchronous = full');
      this.exec('pragma foreign_keys = on');
      if (access === 'read') this.exec(`pragma query_only = on; pragma cache_size = -${READ_CACHE_KIB}`);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  exec(sql: string): void {
    translateErrors(() => this.#database.exec(sql));
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Begins a transaction that holds the write lock, or throws; `waiting` blocks the process for up to 20 ms. */
  begin(mode: 'nowait' | 'wait'): void {
    this.exec(`pragma busy_timeout = ${mode === 'wait' ? BUSY_WAIT_IN_PLACE_MS : 0}`);
    this.exec('begin immediate');
  }

  prepare(sql: string): CachedStatement {
    const cached = this.#statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = new CachedStatement(this.#database.prepare(sql));
    if (this.#statements.size >= CACHED_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

class CachedStatement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;
  readonly #columns: readonly string[];

  constructor(statement: StatementSync) {
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    this.#columns = statement.columns().map(({ name }) => name);
    this.reader = this.#columns.length > 0;
    this.#statement = statement;
  }

  all(parameters: ReadonlyArray<unknown>): unknown[] {
    const rows = translateErrors(() => this.#statement.all(...parameters.map(toSqliteValue)));
    return rows.map((row) => this.#toObject(row));
  }

  /** The rows as arrays of their columns. */
  arrays(parameters: ReadonlyArray<unknown>): unknown[][] {
    const rows: unknown = translateErrors(() => this.#statement.all(...parameters.map(toSqliteValue)));
    return rows as unknown[][]; // `setReturnArrays` above
  }

  run(parameters: ReadonlyArray<unknown>) {
    return translateErrors(() => this.#statement.run(...parameters.map(toSqliteValue)));
  }

  iterate(parameters: ReadonlyArray<unknown>): IterableIterator<unknown> {
    const rows = translateErrors(() => this.#statement.iterate(...parameters.map(toSqliteValue)));
    return rows.map((row) => this.#toObject(row));
  }

  /** `node:sqlite` gives each object a shape of its own, and every later access to it is slow (20 rows: 20 us, so 13). */
  #toObject(values: unknown): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    if (!Array.isArray(values)) return row;
    for (const [index, column] of this.#columns.entries()) row[column] = values[index];
    return row;
  }
}

/** A JavaScript number would be bound as REAL, `undefined` as NULL and an object as named parameters. */
function toSqliteValue(value: unknown): SQLInputValue {
  if (typeof value === 'bigint' || typeof value === 'string' || value === null) return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  throw new TypeError(`SQLite takes text, integers and null here, not ${typeof value}`);
}

/** Turns what is the machine's fault into an answer for the caller. */
export function translateErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storageError(error);
  }
}

/** SQLite's primary result codes (https://sqlite.org/rescode.html) that are the machine's fault, not the query's. */
const STORAGE_FAULTS: Readonly<Record<number, string>> = {
  5: 'The store is busy. Try again in a moment.',
  6: 'The store is busy. Try again in a moment.',
  8: 'The store cannot be written. The operator must make its file writable.',
  10: 'The store cannot be read or written. The operator must look at its disk.',
  11: 'The store is damaged. The operator must restore it from a backup.',
  13: 'The store is full. The operator must free space on its disk.',
  14: 'The store cannot be opened. The operator must look at its folder.',
  26: 'The store is not a SQLite file. The operator must look at DATABASE_URL.',
};

const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
/** SQLITE_IOERR_SHMSIZE: there was no room for what a store needs beside it in order to be opened. */
const NO_ROOM_BESIDE = 4874;

function storageError(error: unknown): unknown {
  const message = STORAGE_FAULTS[primaryCode(error)];
  return message === undefined ? error : unavailable(message, error);
}

/** Whether the machine did not do what a query asked for, as opposed to a query that could not be done. */
export function isStorageError(error: unknown): boolean {
  return error instanceof ApiError && primaryCode(error.cause) in STORAGE_FAULTS;
}

/** Whether a query met a damaged page. */
export function isCorruption(error: unknown): boolean {
  return error instanceof Error && primaryCode(error.cause) === SQLITE_CORRUPT;
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && primaryCode(error.cause) === SQLITE_BUSY;
}

/** The low byte of an extended result code; 0 for what is no SQLite error. */
function primaryCode(error: unknown): number {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : 0;
  if (code === NO_ROOM_BESIDE) return SQLITE_FULL;
  return typeof code === 'number' ? code & 0xff : 0;
}
