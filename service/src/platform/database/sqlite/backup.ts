import { existsSync } from 'node:fs';
import { open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { Database } from '../database.ts';
import { type AdvancedIds, advanceIds } from '../recovery/advance-ids.ts';
import { syncPath } from '../sync-path.ts';
import { LAST_EVENT_SUFFIX } from './journal/last-event.ts';
import { PartialFile } from './partial-file.ts';
import { readReplacedStore } from './replaced-store.ts';
import { openSqlite } from './sqlite.ts';
import { readStoreId } from './store-facts.ts';
import { storePath } from './store-path.ts';
import { BackupError, notAStore, openStore, type StoreSummary, verifyStore } from './verify-store.ts';

type OnProgress = (pagesLeft: number, pages: number) => void;

/** Few enough to report progress often, and many enough for a fast copy. */
const PAGES_PER_STEP = 100;
/** The files beside a store that belong to its content: what SQLite has there while it is open or after a crash, and the last event. */
const COMPANIONS = ['-wal', '-shm', '-journal', LAST_EVENT_SUFFIX];

/**
 * Copies a snapshot of the store `from` to the single file `to`. Processes may write the store at the same time.
 *
 * @param now milliseconds since the Unix epoch. The copy contains it as the time of the backup.
 * @throws {BackupError} if `from` is not a valid store. Then the file at `to` is unchanged.
 */
export async function backUpStore(
  from: string,
  to: string,
  now: number,
  onProgress: OnProgress,
): Promise<StoreSummary> {
  const { summary } = await copyStore(from, to, onProgress, async (copy) => recordBackupTime(copy, now));
  return summary;
}

/** What a restore does with the migrated copy before it takes the place of the store. Each may reject to keep the store. */
interface RestoreSteps {
  readonly check?: (copy: Database) => Promise<void>;
  /** After its ids continue, so that it may write events. */
  readonly change?: (copy: Database) => Promise<void>;
}

/**
 * Replaces the store `to`, which no process may use, by a migrated copy of the backup `from`. Its ids continue above
 * those of the replaced store.
 *
 * The store at `to` is unchanged after an error.
 *
 * @throws {BackupError} if `from` is not a valid store.
 * @throws {ApiError} `service_unavailable` if a newer version made the backup, or the disk is full.
 */
export async function restoreStore(
  from: string,
  to: string,
  now: number,
  { check = async () => {}, change = async () => {} }: RestoreSteps = {},
): Promise<StoreSummary & { readonly advanced: AdvancedIds }> {
  const { summary, prepared } = await copyStore(
    from,
    to,
    () => {},
    (copy) => continueIds(copy, { replacedPath: to, now, check, change }),
  );
  return { ...summary, advanced: prepared };
}

/** Does nothing to a store of an older version, which has no column for the time. */
function recordBackupTime(path: string, now: number): void {
  const copy = new DatabaseSync(path);
  try {
    if (readStoreId(copy) === undefined) return;
    copy.prepare('update store_identity set backed_up_at = ?').run(now);
  } finally {
    copy.close();
  }
}

interface RestoreOptions extends Required<RestoreSteps> {
  readonly replacedPath: string;
  readonly now: number;
}

/** Migrates and checks the copy, and makes its ids continue above those of the store that it replaces. */
async function continueIds(
  path: string,
  { replacedPath, now, check, change }: RestoreOptions,
): Promise<AdvancedIds> {
  const copy = openStore(path);
  const storeId = readStoreId(copy);
  copy.close();
  const database = await openSqlite(path);
  try {
    await check(database);
    const advanced = await advanceIds(database, { now, replaced: readReplacedStore(replacedPath), storeId });
    await change(database);
    return advanced;
  } finally {
    await database.close();
    leaveWalMode(path);
  }
}

/**
 * Copies `from` to a temporary file, verifies and prepares it, and then renames it to `named`. So `named` is always either
 * complete or unchanged.
 *
 * @param prepare changes the copy, and must leave it as a single file.
 */
async function copyStore<T>(
  from: string,
  named: string,
  onProgress: OnProgress,
  prepare: (copy: string) => Promise<T>,
): Promise<{ summary: StoreSummary; prepared: T }> {
  // Replaces the target of a symbolic link, not the link.
  const to = storePath(named);
  await refuseSame(from, to);
  await using partial = await PartialFile.create(to, async (path) => (await open(path, 'wx')).close());
  const { path } = partial;
  await copySnapshot(from, path, onProgress);
  const summary = verifyStore(path, from);
  const prepared = await prepareCopy(path, from, prepare);
  await syncPath(path);
  emptyJournal(to);
  // Before the rename: SQLite would replay the journals of the replaced store into the copy.
  for (const suffix of COMPANIONS) await rm(`${to}${suffix}`, { force: true });
  await rename(path, to);
  await syncPath(dirname(to));
  return { summary, prepared };
}

async function prepareCopy<T>(copy: string, from: string, prepare: (copy: string) => Promise<T>): Promise<T> {
  try {
    return await prepare(copy);
  } catch (error) {
    throw isSqliteError(error) ? copyError(from, dirname(copy), error) : error;
  }
}

async function refuseSame(from: string, to: string): Promise<void> {
  const target = await realpath(to).catch(() => undefined);
  if (target === undefined || target !== (await realpath(from).catch(() => undefined))) return;
  throw new BackupError(`${from} and ${to} are the same file: name another one`);
}

/** Runs the online backup of SQLite in a read transaction. Without that, it would restart after every write. */
async function copySnapshot(from: string, to: string, onProgress: OnProgress): Promise<void> {
  const source = openStore(from);
  try {
    source.exec('begin');
    source.prepare('select count(*) from sqlite_schema').get();
    await backup(source, to, {
      rate: PAGES_PER_STEP,
      progress: ({ remainingPages, totalPages }) => onProgress(remainingPages, totalPages),
    });
    leaveWalMode(to);
  } catch (error) {
    throw isSqliteError(error) ? copyError(from, dirname(to), error) : error;
  } finally {
    source.close();
  }
}

/** Opens and closes a store, which moves its journal into the file. Then the journal can be deleted without loss. */
function emptyJournal(path: string): void {
  if (!existsSync(path)) return;
  try {
    const store = new DatabaseSync(path);
    store.prepare('select count(*) from sqlite_schema').get();
    store.close();
  } catch {
    // It is damaged, or not a store. A restore may replace it.
  }
}

/** Makes a copy a single file: like its source it is in WAL mode, which needs more files. */
function leaveWalMode(path: string): void {
  const copy = new DatabaseSync(path);
  try {
    copy.exec('pragma journal_mode = delete');
  } finally {
    copy.close();
  }
}

/** The primary result codes of SQLite (https://sqlite.org/rescode.html) for errors outside of the store. */
const ENVIRONMENT_ERRORS: Readonly<Record<number, (from: string, folder: string) => string>> = {
  5: (from) => `${from} is busy: try again in a moment`,
  8: (from) => `${from} is read-only, and SQLite must write beside it: make its folder writable`,
  10: (from, folder) => `${from} cannot be read, or ${folder} cannot be written: check their disks`,
  13: (_from, folder) => `the disk of ${folder} is full: free space on it, or name a file on another one`,
  14: (from) => `${from} cannot be opened: SQLite must be able to write in its folder`,
};

function copyError(from: string, folder: string, error: Error & { errcode: number }): BackupError {
  const message = ENVIRONMENT_ERRORS[error.errcode & 0xff]?.(from, folder);
  return message === undefined ? notAStore(from, error) : new BackupError(message, { cause: error });
}

function isSqliteError(error: unknown): error is Error & { errcode: number } {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
}
