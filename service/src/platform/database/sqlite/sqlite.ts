import { statSync } from 'node:fs';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { systemWorkClock, type WorkClock } from '../../core/clock.ts';
import { ApiError, unavailable } from '../../core/errors.ts';
import type { Database, Engine } from '../database.ts';
import { LatestFault } from '../latest-fault.ts';
import { findMigrations, migrate, refuseOlder } from '../migrations/migrate.ts';
import { withEngine } from '../prepared-query.ts';
import type { Tables } from '../tables.ts';
import { emptyWal, walBytes } from './journal/wal.ts';
import { readLastBackup } from './last-backup.ts';
import { APPLICATION_ID, requireStorePath } from './paths/store-look.ts';
import { isReadOnlyFileSystem } from './read-only-address.ts';
import { isDiskFault, isFull, SqliteConnection } from './sqlite-adapter.ts';
import { deadlineFromNow, retryWhileBusy } from './sqlite-writer.ts';
import { attempt, isEmpty, readMigrations } from './store-facts.ts';
import { identityOf, storePath } from './store-path.ts';
import {
  openWriter,
  readOnlyFileSystem,
  type StoreSharing,
  WritableSide,
  type Writer,
} from './writable-side.ts';

const MEGABYTE = 1_000_000;
/**
 * The space that a migration needs, for the journal, columns, indexes and the search: measured were 2.7 times a store of 1.0.0 with
 * 60,000 animals that have only a name, and 1.2 times one of 1.1.0.
 */
const MIGRATION = { share: 3, bytes: 16 * MEGABYTE };

const sqliteEngine: Engine = {
  name: 'sqlite',
  idType: 'integer',
  idIsIdentity: false,
  supportsConcurrentWrites: false,
  usesCostBasedPlanner: false,
  generatesNameOrder: false,
};

interface SqliteOptions {
  /** Called when another program has replaced the file, and every query fails. */
  readonly onReplaced?: (error: ApiError) => void;
  /** False for what only reads: a store of an older version is then refused, and not marked. */
  readonly migrates?: boolean;
  /** Undefined if no other thread of this process opens the store. */
  readonly sharing?: StoreSharing | undefined;
}

/**
 * Opens and migrates the store in one file, with one connection for writes and one for reads, so that reads never wait. On
 * a full disk or a read-only file system, a store of this version is only read until there is space.
 *
 * @throws {ApiError} `service_unavailable` if the file cannot be opened, is not a store, has several names, or must be
 *   migrated and cannot be written, or may not be migrated. Then nothing was changed.
 */
export async function openSqlite(
  address: string,
  clock: WorkClock = systemWorkClock,
  { onReplaced = () => {}, migrates = true, sharing }: SqliteOptions = {},
): Promise<Database> {
  const path = storePath(address);
  const look = requireStorePath(path);
  const applied = migrates || look.kind === 'absent' ? undefined : readMigrations(path);
  if (applied !== undefined) refuseOlder(path, applied);
  refuseLostFile(path);
  refuseHardLinks(path);
  const { reader, writer, refusal } = await connect(path, clock, migrates, sharing?.share);
  try {
    const read = withEngine(
      new Kysely<Tables>({ dialect: new SqliteDialect({ database: reader }) }),
      sqliteEngine,
      reader.rows,
    );
    const identity = identityOf(path);
    const disk = new LatestFault();
    if (refusal !== undefined) {
      await requireMigrated(path, read, refusal);
      disk.report(refusal);
    }
    const side = new WritableSide(
      {
        address,
        path,
        clock,
        engine: sqliteEngine,
        reader,
        diskFault: disk,
        onReplaced,
        sharing,
      },
      writer,
    );
    return {
      engine: sqliteEngine,
      installation: identity,
      hasOtherThreads: sharing !== undefined,
      read,
      version: () => side.version(),
      wal: {
        bytes: () => walBytes(path),
        empty: () => emptyWal({ path, identity }),
      },
      disk,
      lastBackup: () => readLastBackup(path),
      write: side.write,
      fault: () => side.fault(),
      faults: () => integrityFaults(read),
      bytes: async () => bytesOf(path) + bytesOf(`${path}-wal`),
      close: async () => side.close(),
    };
  } catch (error) {
    reader.close();
    writer?.connection.close();
    throw error;
  }
}

interface OpenConnections {
  readonly reader: SqliteConnection;
  /** Undefined if the store can only be read. Otherwise it is migrated. */
  readonly writer?: Writer;
  /** Why the store can only be read. */
  readonly refusal?: ApiError;
}

async function connect(
  path: string,
  clock: WorkClock,
  migrates: boolean,
  share?: number,
): Promise<OpenConnections> {
  const deadline = deadlineFromNow(clock);
  let writer: Writer | undefined;
  try {
    if (isReadOnlyFileSystem(path)) throw readOnlyFileSystem();
    const opened = await retryWhileBusy(clock, deadline, () => openWriter(path, clock, sqliteEngine, share));
    writer = opened;
    if (migrates) {
      await retryWhileBusy(clock, deadline, () => migrate(opened.queries, sqliteEngine));
      await retryWhileBusy(clock, deadline, () => markAsStore(opened.connection));
    }
    const reader = await retryWhileBusy(clock, deadline, () => new SqliteConnection(path, 'read', share));
    return { reader, writer };
  } catch (error) {
    writer?.connection.close();
    if (!(error instanceof ApiError) || !(isFull(error) || isReadOnlyFileSystem(path))) throw error;
    const reader = attempt(() => new SqliteConnection(path, 'read without space', share));
    if (reader === undefined) throw error;
    return { reader, refusal: error };
  }
}

/** Older versions set no mark. Without space it is set by a later opening: the tables show what the file is. */
function markAsStore(connection: SqliteConnection): void {
  try {
    const [row] = connection.rows('pragma application_id', []) as Array<{ application_id: bigint }>; // its only column
    if (row?.application_id === 0n) connection.exec(`pragma application_id = ${APPLICATION_ID}`);
  } catch (error) {
    if (!isDiskFault(error)) throw error;
  }
}

/** Rejects a store that has to be migrated or created, which needs space. */
async function requireMigrated(path: string, read: Kysely<Tables>, refusal: ApiError): Promise<void> {
  const { applied, missing } = await findMigrations(read, sqliteEngine);
  if (applied.length === 0) throw refusal;
  if (missing.length === 0) return;
  const bytes = MIGRATION.bytes + MIGRATION.share * bytesOf(path);
  const megabytes = Math.ceil(bytes / MEGABYTE).toLocaleString('en');
  throw unavailable(
    `${refusal.message} This version must migrate it before it can be served, which takes up to ${megabytes} MB.`,
    refusal,
  );
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
  if (!isEmpty(path) || isEmpty(`${path}-wal`)) return;
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
