import { statSync } from 'node:fs';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { unavailable } from '../../core/errors.ts';
import type { Database, Engine, ReadSync } from '../database.ts';
import { withEngine } from '../engine-of.ts';
import { GroupCommit } from '../group-commit.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Tables } from '../tables.ts';
import {
  deadlineFromNow,
  retryWhileBusy,
  systemWaitClock,
  type WaitClock,
  WriteLock,
} from '../write-lock.ts';
import { SqliteConnection } from './sqlite-adapter.ts';
import { WriterDialect } from './sqlite-writer.ts';
import { storePath } from './store-path.ts';
import { WalIndex } from './wal-index.ts';

const sqliteEngine: Engine = {
  name: 'sqlite',
  idType: 'integer',
  idIsIdentity: false,
  supportsConcurrentWrites: false,
  usesCostBasedPlanner: false,
};

/**
 * Opens, and brings up to date, the store in one file: one connection that writes and another that reads, so that
 * reading never waits.
 *
 * @throws {ApiError} `service_unavailable` if the file cannot be opened or written, or is no store.
 */
export async function openSqlite(address: string, waiting: WaitClock = systemWaitClock): Promise<Database> {
  const path = storePath(address);
  refuseEmptied(path);
  const deadline = deadlineFromNow(waiting);
  const connect = (access: 'read' | 'write') =>
    retryWhileBusy(waiting, deadline, () => new SqliteConnection(path, access));
  const connection = await connect('write');
  try {
    const lock = new WriteLock(connection, waiting);
    const writer = withEngine(
      new Kysely<Tables>({ dialect: new WriterDialect(connection, lock) }),
      sqliteEngine,
    );
    await retryWhileBusy(waiting, deadline, () => migrate(writer, sqliteEngine));
    const reader = await connect('read');
    const read = withEngine(
      new Kysely<Tables>({ dialect: new SqliteDialect({ database: reader }) }),
      sqliteEngine,
    );
    const index = openIndex(path, reader);
    const group = new GroupCommit(connection, writer, lock);
    return {
      engine: sqliteEngine,
      installation: identityOf(path),
      read,
      readSync: readAtOnce(reader, index),
      write: (work, survives = 'power failure') => group.write(work, survives),
      faults: () => integrityFaults(read),
      bytes: async () => bytesOf(path) + bytesOf(`${path}-wal`),
      close: async () => {
        reader.close();
        connection.close();
        // The last: to close a file ends every lock that the process has on it, and SQLite has some on this one.
        index.close();
      },
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** The same file by whatever path it is reached, from inside a container too. */
function identityOf(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
}

function openIndex(path: string, reader: SqliteConnection): WalIndex {
  try {
    return new WalIndex(path);
  } catch (error) {
    reader.close();
    throw error;
  }
}

function readAtOnce(reader: SqliteConnection, index: WalIndex): ReadSync {
  return {
    version: () => index.version(),
    rows: ({ sql: text, parameters }) => reader.prepare(text).arrays(parameters),
  };
}

async function integrityFaults(read: Kysely<Tables>): Promise<string[]> {
  const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(read);
  const lines = check.rows.map((row) => row.integrity_check);
  return lines.length === 1 && lines[0] === 'ok' ? [] : lines;
}

function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** SQLite takes an empty file for a new store, and throws away the journal that lies beside it. */
function refuseEmptied(path: string): void {
  if (bytesOf(path) > 0 || bytesOf(`${path}-wal`) === 0) return;
  throw unavailable(
    'The store is empty, and a journal lies beside it: its file was lost. The operator must restore it from a backup.',
  );
}
