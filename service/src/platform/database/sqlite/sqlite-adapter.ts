import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { ApiError, unavailable } from '../../core/errors.ts';
import { readOnlyAddress } from './read-only-address.ts';

const BLOCKING_WAIT_MS = 20;
const MAX_STATEMENTS = 200;
/**
 * With the default of 2 MiB, SQLite reads most pages of a large catalogue from the system: 19 instead of 17 us for a list.
 * A group of 64 new orders changes 1,000 pages (4 MiB), some of which it would also write twice.
 */
const CACHE_KIB = { read: 64 * 1024, 'read without space': 64 * 1024, write: 32 * 1024 };

/** With `read without space`, opening creates nothing on the disk, and reading takes longer. */
type Access = 'read' | 'read without space' | 'write';

/** A connection of `node:sqlite` for the SQLite dialect of Kysely. */
export class SqliteConnection implements SqliteDatabase {
  #database: DatabaseSync;
  readonly #share: number;
  readonly #statements = new Map<string, CachedStatement>();
  #refusal: Error | undefined;
  /** Increases with each statement that has changed something, or may have. */
  changes = 0;

  /** @param share of the memory of the cache, if other threads have connections as well. */
  constructor(path: string, access: Access, share = 1) {
    this.#share = share;
    this.#database = translateErrors(() => openFile(path, access, share));
  }

  /** Opens the store again with another access. If that fails, every query fails with its error until the next call. */
  reopen(path: string, access: Access): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
    try {
      this.#database = translateErrors(() => openFile(path, access, this.#share));
      this.#refusal = undefined;
    } catch (error) {
      this.#refusal = error as Error; // only errors are thrown
      throw error;
    }
  }

  exec(sql: string): void {
    translateErrors(() => this.#database.exec(sql));
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Begins a transaction that holds the write lock, or throws. The mode `wait` blocks the process for up to 20 ms. */
  begin(mode: 'nowait' | 'wait'): void {
    this.exec(`pragma busy_timeout = ${mode === 'wait' ? BLOCKING_WAIT_MS : 0}`);
    this.exec('begin immediate');
  }

  /** From now on, every query fails with this error. */
  refuseAll(error: ApiError): void {
    this.#refusal = error;
  }

  prepare(sql: string): CachedStatement {
    if (this.#refusal !== undefined) throw this.#refusal;
    const cached = this.#statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = new CachedStatement(this.#database.prepare(sql), sql, this.#countChange);
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }

  readonly #countChange = (): void => {
    this.changes += 1;
  };

  /** Runs a statement and returns its rows; none if it returns none. */
  readonly rows = (sql: string, parameters: readonly unknown[]): unknown[] => {
    const statement = this.prepare(sql);
    if (statement.reader) return statement.all(parameters);
    statement.run(parameters);
    return [];
  };

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

/** 24 MiB. Checkpoints are rare, because Litestream that was stopped during one makes a damaged copy (docs/adr/0056). */
const LONG_WAL_PAGES = 6_000;

function openFile(path: string, access: Access, share: number): DatabaseSync {
  const address = access === 'read without space' ? readOnlyAddress(path) : path;
  const database = new DatabaseSync(address, { timeout: BLOCKING_WAIT_MS });
  try {
    if (access !== 'read without space') database.exec('pragma journal_mode = wal');
    database.exec('pragma synchronous = full');
    database.exec('pragma foreign_keys = on');
    database.exec(`pragma cache_size = -${Math.ceil(CACHE_KIB[access] * share)}`);
    // What was erased must not remain in free pages (docs/adr/0091).
    if (access === 'write') {
      database.exec('pragma secure_delete = on');
      database.exec(`pragma wal_autocheckpoint = ${LONG_WAL_PAGES}`);
    } else database.exec('pragma query_only = on');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const READS = /^\s*select\b/i;
const CHANGES_ROWS = /^\s*(?:insert|update|delete|with)\b/i;

class CachedStatement implements SqliteStatement {
  readonly reader: boolean;
  readonly #reads: boolean;
  /** Without it, a statement may change something without a row, as `create table` does. */
  readonly #changesRows: boolean;
  readonly #onChange: () => void;
  readonly #statement: StatementSync;
  readonly #columns: readonly string[];

  constructor(statement: StatementSync, sql: string, onChange: () => void) {
    this.#reads = READS.test(sql);
    this.#changesRows = CHANGES_ROWS.test(sql);
    this.#onChange = onChange;
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    this.#columns = statement.columns().map(({ name }) => name);
    this.reader = this.#columns.length > 0;
    this.#statement = statement;
  }

  all(parameters: ReadonlyArray<unknown>): unknown[] {
    const rows = translateErrors(() => this.#statement.all(...parameters.map(toSqliteValue)));
    if (!this.#reads && (rows.length > 0 || !this.#changesRows)) this.#onChange();
    return rows.map((row) => this.#toObject(row));
  }

  run(parameters: ReadonlyArray<unknown>) {
    const result = translateErrors(() => this.#statement.run(...parameters.map(toSqliteValue)));
    if (result.changes !== 0n || !this.#changesRows) this.#onChange();
    return result;
  }

  iterate(parameters: ReadonlyArray<unknown>): IterableIterator<unknown> {
    if (!this.#reads) this.#onChange();
    const rows = translateErrors(() => this.#statement.iterate(...parameters.map(toSqliteValue)));
    return rows.map((row) => this.#toObject(row));
  }

  /** Builds the object here, because objects of `node:sqlite` are slow to build and to read (21 pets as JSON: 25.6 instead of 16.4 us). */
  #toObject(values: unknown): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    if (!Array.isArray(values)) return row;
    const columns = this.#columns;
    for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = values[index];
    return row;
  }
}

/** Rejects what SQLite would bind as another value: numbers as REAL, `undefined` as NULL, objects as named parameters. */
function toSqliteValue(value: unknown): SQLInputValue {
  if (typeof value === 'bigint' || typeof value === 'string' || value === null) return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`A parameter must be text, an integer, bytes or null, not ${typeof value}`);
}

/** Runs `work` and converts errors of the storage into a 503. */
export function translateErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storageError(error);
  }
}

/** The primary result codes of SQLite (https://sqlite.org/rescode.html) for errors of the storage, not of a query. */
const STORAGE_ERRORS: Readonly<Record<number, string>> = {
  5: 'The store is busy. Try again in a moment.',
  6: 'The store is busy. Try again in a moment.',
  8: 'The store cannot be written. The operator must make its file writable.',
  10: 'The store cannot be read or written. The operator must check its disk.',
  11: 'The store is damaged. The operator must restore it from a backup.',
  13: 'The store is full. The operator must free space on its disk.',
  14: 'The store cannot be opened. The operator must check its folder.',
  26: 'The store is not a SQLite file. The operator must check DATABASE_URL.',
};

const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
/** Read-only, input/output error, full. */
const DISK_FAULTS = new Set([8, 10, 13]);
const SQLITE_IOERR_FSYNC = 1034;
/** The disk has no space for the index (`-shm`), which SQLite creates when it opens a store. */
const SQLITE_IOERR_SHMSIZE = 4874;

function storageError(error: unknown): unknown {
  const message = STORAGE_ERRORS[primaryCode(error)];
  return message === undefined ? error : unavailable(message, error);
}

/** Returns true for an error of the storage, in contrast to an error of the query. */
export function isStorageError(error: unknown): boolean {
  return error instanceof ApiError && primaryCode(error.cause) in STORAGE_ERRORS;
}

/** Returns true if the disk does not accept writes: it is full, read-only or faulty. */
export function isDiskFault(error: unknown): error is ApiError {
  return error instanceof ApiError && DISK_FAULTS.has(primaryCode(error.cause));
}

/** Returns true if the disk has no space, also none for the index of the WAL. */
export function isFull(error: ApiError): boolean {
  return primaryCode(error.cause) === SQLITE_FULL;
}

/** Returns true if a query read a damaged page. */
export function isCorruption(error: unknown): boolean {
  return error instanceof Error && primaryCode(error.cause) === SQLITE_CORRUPT;
}

/**
 * Returns true if a commit was written to the WAL, and the disk did not confirm it. SQLite undoes it, but a process that
 * opens the store after a crash may find it, unless another transaction was written over it.
 */
export function mayBeCommitted(error: unknown): boolean {
  return error instanceof Error && resultCode(error.cause) === SQLITE_IOERR_FSYNC;
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && primaryCode(error.cause) === SQLITE_BUSY;
}

/** Returns the low byte of an extended result code; 0 for other errors. */
function primaryCode(error: unknown): number {
  const code = resultCode(error);
  return code === SQLITE_IOERR_SHMSIZE ? SQLITE_FULL : code & 0xff;
}

/** Returns the extended result code; 0 for other errors. */
function resultCode(error: unknown): number {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : 0;
  return typeof code === 'number' ? code : 0;
}
