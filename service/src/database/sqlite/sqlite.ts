import { statSync } from 'node:fs';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { systemWorkClock, type WorkClock } from '../../core/clock.ts';
import { type ApiError, unavailable } from '../../core/errors.ts';
import { CheckpointFaults } from '../checkpoint-faults.ts';
import type { Database, Engine } from '../database.ts';
import { migrate } from '../migrations/migrate.ts';
import { type RunSync, withEngine } from '../prepared-query.ts';
import type { Tables } from '../tables.ts';
import { GroupCommit } from './group-commit.ts';
import { LastEventFile } from './last-event.ts';
import { ServedFiles } from './served-files.ts';
import { SqliteConnection } from './sqlite-adapter.ts';
import { deadlineFromNow, retryWhileBusy, WriteLock, WriterDialect } from './sqlite-writer.ts';
import { identityOf, storePath } from './store-path.ts';
import { Checkpoints } from './wal/checkpoints.ts';
import { WalIndex } from './wal/wal-index.ts';

const sqliteEngine: Engine = {
  name: 'sqlite',
  idType: 'integer',
  idIsIdentity: false,
  supportsConcurrentWrites: false,
  usesCostBasedPlanner: false,
};

/**
 * Opens and migrates the store in one file, with one connection for writes and one for reads, so that reads never wait.
 *
 * @param onReplaced is called when another program has replaced the file, and every query fails.
 * @throws {ApiError} `service_unavailable` if the file cannot be opened or written, is not a store, or has several names.
 */
export async function openSqlite(
  address: string,
  clock: WorkClock = systemWorkClock,
  onReplaced: (error: ApiError) => void = () => {},
): Promise<Database> {
  const path = storePath(address);
  refuseLostFile(path);
  refuseHardLinks(path);
  const deadline = deadlineFromNow(clock);
  const connect = (access: 'read' | 'write') =>
    retryWhileBusy(clock, deadline, () => new SqliteConnection(path, access));
  const connection = await connect('write');
  try {
    const installation = identityOf(path);
    const lock = new WriteLock(connection, clock);
    const writer = withEngine(
      new Kysely<Tables>({ dialect: new WriterDialect(connection, lock) }),
      sqliteEngine,
      inTransaction(connection),
    );
    await retryWhileBusy(clock, deadline, () => migrate(writer, sqliteEngine));
    const reader = await connect('read');
    const read = withEngine(
      new Kysely<Tables>({ dialect: new SqliteDialect({ database: reader }) }),
      sqliteEngine,
      reader.rows,
    );
    const index = openIndex(path, reader);
    const faults = new CheckpointFaults();
    const checkpoints = new Checkpoints({
      store: { path, identity: installation },
      connection,
      index,
      faults,
    });
    const files = new ServedFiles({
      path: address,
      connection,
      index,
      onReplaced: (error) => {
        // In a file that was overwritten, a query could find anything.
        reader.refuseAll(error);
        onReplaced(error);
      },
    });
    const lastEvent = new LastEventFile(path, clock);
    const group = new GroupCommit({ connection, writer, lock, checkpoints, files, lastEvent, clock });
    return {
      engine: sqliteEngine,
      installation,
      read,
      version: () => index.version(),
      wal: { bytes: () => index.bytes(), checkpoints: faults },
      write: (work, options = {}) => group.write(work, options),
      fault: () => files.check()?.message,
      faults: () => integrityFaults(read),
      bytes: async () => bytesOf(path) + bytesOf(`${path}-wal`),
      close: async () => {
        await checkpoints.close();
        lastEvent.close();
        reader.close();
        connection.close();
        // Last: closing a file releases all locks of the process on it, and SQLite has locks on this file.
        index.close();
      },
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function openIndex(path: string, reader: SqliteConnection): WalIndex {
  try {
    return new WalIndex(path);
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** Rejects a query of a transaction that has ended, as Kysely does: it would run without a transaction. */
function inTransaction(connection: SqliteConnection): RunSync {
  return (text, parameters) => {
    if (!connection.inTransaction) throw new Error('The transaction has ended');
    return connection.rows(text, parameters);
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

/** Rejects an empty file with a journal: SQLite would treat it as a new store and delete the journal. */
function refuseLostFile(path: string): void {
  if (bytesOf(path) > 0 || bytesOf(`${path}-wal`) === 0) return;
  throw unavailable(
    'The store is empty but has a journal: its file was lost. The operator must restore it from a backup.',
  );
}

/** Under another name, the same file has another journal: what one process writes, the other one overwrites. */
function refuseHardLinks(path: string): void {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file?.isFile() !== true || file.nlink === 1) return;
  throw unavailable(
    `The store ${path} has ${file.nlink} names (hard links), and a program that opens another one would damage it. The operator must remove the others, or run "cp -p ${path} ${path}.copy && mv ${path}.copy ${path}".`,
  );
}
