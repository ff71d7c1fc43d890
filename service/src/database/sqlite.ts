import { setTimeout as pause } from 'node:timers/promises';
import {
  type DatabaseConnection,
  Kysely,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Database, Engine, Tables } from './database.ts';
import { withEngine } from './engine-of.ts';
import { migrate } from './migrations/migrate.ts';
import { isBusy, SqliteConnection } from './sqlite-adapter.ts';

const OLDEST_SQLITE = '3.51.3';
const BUSY_LIMIT_MS = 2000;
const BUSY_PAUSE_MS = 5;

const sqliteEngine: Engine = {
  name: 'sqlite',
  idType: 'integer',
  idIsIdentity: false,
  writesAtOnce: false,
  plansByCounts: false,
};

/** How a writer waits while another process holds the lock; a test hands in its own. */
export interface Waiting {
  /** Milliseconds that only go up. */
  now(): number;
  pause(ms: number): Promise<unknown>;
}

const realWaiting: Waiting = { now: () => performance.now(), pause };

/**
 * Opens, and brings up to date, the store in one file: one connection that writes and another that reads, so that
 * reading never waits.
 *
 * @throws {ApiError} `service_unavailable` if the file cannot be opened or written, or is no store.
 */
export async function openSqlite(path: string, waiting: Waiting = realWaiting): Promise<Database> {
  refuseOldSqlite(process.versions.sqlite ?? '0');
  const deadline = waiting.now() + BUSY_LIMIT_MS;
  const connect = (access: 'read' | 'write') =>
    whileBusy(waiting, deadline, () => new SqliteConnection(path, access));
  const connection = await connect('write');
  const lock = new WriteLock(connection, waiting);
  const writer = withEngine(
    new Kysely<Tables>({ dialect: new WriterDialect(connection, lock) }),
    sqliteEngine,
  );
  const write: Database['write'] = (work) => lock.inTurn(() => writer.transaction().execute(work));
  try {
    await lock.inTurn(() => whileBusy(waiting, deadline, () => migrate(writer, sqliteEngine)));
    const reader = await connect('read');
    const read = withEngine(
      new Kysely<Tables>({ dialect: new SqliteDialect({ database: reader }) }),
      sqliteEngine,
    );
    const close = async () => {
      reader.close();
      connection.close();
    };
    return {
      engine: sqliteEngine,
      installation: path,
      read,
      write,
      faults: () => integrityFaults(read),
      close,
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

async function integrityFaults(read: Kysely<Tables>): Promise<string[]> {
  const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(read);
  const lines = check.rows.map((row) => row.integrity_check);
  return lines.length === 1 && lines[0] === 'ok' ? [] : lines;
}

/** Versions before 3.51.3 can lose acknowledged commits in WAL mode (https://sqlite.org/wal.html#walresetbug). */
function refuseOldSqlite(version: string): void {
  if (version.localeCompare(OLDEST_SQLITE, 'en', { numeric: true }) >= 0) return;
  throw new Error(
    `This Node carries SQLite ${version}: petstore needs ${OLDEST_SQLITE} or newer, as in Node 26.10`,
  );
}

/** SQLite's one write lock: taken in the order of asking, waited for without blocking reads. */
class WriteLock {
  readonly #connection: SqliteConnection;
  readonly #waiting: Waiting;
  #last: Promise<unknown> = Promise.resolve();
  #deadline = 0;
  #heldElsewhere = false;

  constructor(connection: SqliteConnection, waiting: Waiting) {
    this.#connection = connection;
    this.#waiting = waiting;
  }

  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const deadline = this.#waiting.now() + BUSY_LIMIT_MS;
    const turn = this.#last.then(() => {
      this.#deadline = deadline;
      return work();
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** `BEGIN IMMEDIATE`: 20 ms in place at first, then without blocking until 2 s after the turn was asked for. */
  begin(): Promise<void> {
    return whileBusy(this.#waiting, this.#deadline, () => this.#tryBegin());
  }

  #tryBegin(): void {
    try {
      this.#connection.begin(this.#heldElsewhere ? 'at once' : 'waiting');
      this.#heldElsewhere = false;
    } catch (error) {
      this.#heldElsewhere = isBusy(error);
      throw error;
    }
  }
}

/** Tries again and again, without blocking, while another process holds the lock. */
async function whileBusy<T>(waiting: Waiting, deadline: number, attempt: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || waiting.now() >= deadline) throw error;
    }
    await waiting.pause(BUSY_PAUSE_MS);
  }
}

class WriterDialect extends SqliteDialect {
  readonly #connection: SqliteConnection;
  readonly #lock: WriteLock;

  constructor(connection: SqliteConnection, lock: WriteLock) {
    super({ database: connection });
    this.#connection = connection;
    this.#lock = lock;
  }

  override createDriver(): SqliteDriver {
    return new WriterDriver(this.#connection, this.#lock);
  }

  override createAdapter(): SqliteAdapter {
    return new WriterAdapter();
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new WriterQueryCompiler();
  }
}

/** SQLite has no locks of rows, and a writer needs none: the whole store is its own until it commits. */
class WriterQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'ForUpdate' || node.modifier === 'ForNoKeyUpdate') return;
    super.visitSelectModifier(node);
  }
}

class WriterDriver extends SqliteDriver {
  readonly #connection: SqliteConnection;
  readonly #lock: WriteLock;

  constructor(connection: SqliteConnection, lock: WriteLock) {
    super({ database: connection });
    this.#connection = connection;
    this.#lock = lock;
  }

  override async beginTransaction(): Promise<void> {
    await this.#lock.begin();
  }

  /** SQLite ends a transaction by itself when the disk is full; rolling back again would hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** SQLite rolls back DDL like any other change, so that processes that migrate at once do it one after the other. */
class WriterAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
