import { existsSync } from 'node:fs';
import { open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { type AdvancedIds, advanceIds } from '../recovery/advance-ids.ts';
import { readReplacedStore, readStoreId } from './replaced-store.ts';
import { openSqlite } from './sqlite.ts';
import { storePath } from './store-path.ts';

/** Why a store could not be copied; the message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** What a verified store holds. */
export interface StoreSummary {
  accounts: number;
  pets: number;
}

type OnProgress = (pagesLeft: number, pages: number) => void;

/** Few enough that progress is seen, many enough that a copy is not slow. */
const PAGES_PER_STEP = 100;
/** What SQLite keeps beside a store while it is used, or after a crash. */
const JOURNALS = ['-wal', '-shm', '-journal'];

/**
 * Copies the store in `from`, as it is at this moment, to the one file `to` while it may be written.
 *
 * @param now the time in milliseconds since the Unix epoch, which the copy keeps.
 * @throws {BackupError} if there is no whole store in `from`; what was at `to` before is there still.
 */
export async function backUpStore(
  from: string,
  to: string,
  now: number,
  onProgress: OnProgress,
): Promise<StoreSummary> {
  const { summary } = await copyStore(from, to, onProgress, async (copy) => writeMoment(copy, now));
  return summary;
}

/**
 * Puts a copy of the backup `from`, brought up to date, in the place of the store `to`, which no process may be using.
 * Its ids continue above those of the store that it replaces.
 *
 * @throws {BackupError} if there is no whole store in `from`; the store at `to` is there still.
 * @throws {ApiError} `service_unavailable` if a newer version made the backup, or the disk is full; so then too.
 */
export async function restoreStore(
  from: string,
  to: string,
  now: number,
): Promise<StoreSummary & { readonly advanced: AdvancedIds }> {
  const { summary, prepared } = await copyStore(
    from,
    to,
    () => {},
    (copy) => continueIds(copy, to, now),
  );
  return { ...summary, advanced: prepared };
}

/** A copy of a store that has not been migrated yet has no place for it. */
function writeMoment(path: string, now: number): void {
  const copy = new DatabaseSync(path);
  try {
    if (readStoreId(copy) === undefined) return;
    copy.prepare('update store_identity set backed_up_at = ?').run(now);
  } finally {
    copy.close();
  }
}

async function continueIds(path: string, replacedPath: string, now: number): Promise<AdvancedIds> {
  const copy = openStore(path);
  const storeId = readStoreId(copy);
  copy.close();
  const database = await openSqlite(path);
  try {
    return await advanceIds(database, { now, replaced: readReplacedStore(replacedPath), storeId });
  } finally {
    await database.close();
    asOneFile(path);
  }
}

/**
 * The copy is verified and prepared before it gets its name: what is at `to` is whole, or what was there before.
 *
 * @param prepare changes the copy, and leaves it as one file.
 */
async function copyStore<T>(
  from: string,
  named: string,
  onProgress: OnProgress,
  prepare: (copy: string) => Promise<T>,
): Promise<{ summary: StoreSummary; prepared: T }> {
  // A link stays one: what it leads to is replaced.
  const to = storePath(named);
  await refuseSame(from, to);
  const partial = `${to}.partial`;
  await removeStore(partial);
  try {
    // What is wrong with the place is said by the file system, in better words than SQLite's.
    await (await open(partial, 'w')).close();
    await copySnapshot(from, partial, onProgress);
    const summary = verify(partial, from);
    const prepared = await prepareCopy(partial, from, prepare);
    await flush(partial);
    takeJournalBack(to);
    // The journals of what was there first: SQLite would replay them into the copy.
    for (const suffix of JOURNALS) await rm(`${to}${suffix}`, { force: true });
    await rename(partial, to);
    await flush(dirname(to));
    return { summary, prepared };
  } finally {
    await removeStore(partial);
  }
}

async function prepareCopy<T>(copy: string, from: string, prepare: (copy: string) => Promise<T>): Promise<T> {
  try {
    return await prepare(copy);
  } catch (error) {
    throw isSqliteError(error) ? copyFault(from, dirname(copy), error) : error;
  }
}

async function refuseSame(from: string, to: string): Promise<void> {
  const target = await realpath(to).catch(() => undefined);
  if (target === undefined || target !== (await realpath(from).catch(() => undefined))) return;
  throw new BackupError(`${from} and ${to} are the same file: name another one`);
}

/** SQLite's online backup. It would begin again with every write, were it not for the transaction that it reads in. */
async function copySnapshot(from: string, to: string, onProgress: OnProgress): Promise<void> {
  const source = openStore(from);
  try {
    source.exec('begin');
    source.prepare('select count(*) from sqlite_schema').get();
    await backup(source, to, {
      rate: PAGES_PER_STEP,
      progress: ({ remainingPages, totalPages }) => onProgress(remainingPages, totalPages),
    });
    asOneFile(to);
  } catch (error) {
    throw isSqliteError(error) ? copyFault(from, dirname(to), error) : error;
  } finally {
    source.close();
  }
}

/** Opening and closing a store empties its journal, so that losing the journal loses nothing of what is there still. */
function takeJournalBack(path: string): void {
  if (!existsSync(path)) return;
  try {
    const store = new DatabaseSync(path);
    store.prepare('select count(*) from sqlite_schema').get();
    store.close();
  } catch {
    // It is no store, or a damaged one: that is why it is replaced.
  }
}

/** The copy of a store in WAL mode is in WAL mode, which wants files beside it. */
function asOneFile(path: string): void {
  const copy = new DatabaseSync(path);
  try {
    copy.exec('pragma journal_mode = delete');
  } finally {
    copy.close();
  }
}

/** Looks at every page of a copy, and counts what it holds. */
function verify(path: string, origin: string): StoreSummary {
  const store = openStore(path);
  try {
    const [fault] = store.prepare('pragma integrity_check').all();
    if (fault?.integrity_check !== 'ok') {
      throw new BackupError(`${origin} is damaged: it fails SQLite's integrity check`);
    }
    return { accounts: countRows(store, 'accounts'), pets: countRows(store, 'pets') };
  } catch (error) {
    throw error instanceof BackupError ? error : noStore(origin, error);
  } finally {
    store.close();
  }
}

function openStore(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly: true });
  } catch (error) {
    throw new BackupError(`${path} cannot be opened: is there such a file?`, { cause: error });
  }
}

function noStore(path: string, cause: unknown): BackupError {
  return new BackupError(`${path} is no store of petstore, or is damaged`, { cause });
}

/** SQLite's primary result codes that say nothing against the store (https://sqlite.org/rescode.html). */
const PLACE_FAULTS: Readonly<Record<number, (from: string, folder: string) => string>> = {
  5: (from) => `${from} is busy: try again in a moment`,
  8: (from) => `${from} can only be read, and SQLite must write beside it: make its folder writable`,
  10: (from, folder) => `${from} cannot be read, or nothing can be written in ${folder}: look at their disks`,
  13: (_from, folder) => `the disk of ${folder} is full: free space on it, or name a file on another one`,
  14: (from) => `${from} cannot be opened: SQLite must be able to write in its folder`,
};

function copyFault(from: string, folder: string, error: Error & { errcode: number }): BackupError {
  const message = PLACE_FAULTS[error.errcode & 0xff]?.(from, folder);
  return message === undefined ? noStore(from, error) : new BackupError(message, { cause: error });
}

function isSqliteError(error: unknown): error is Error & { errcode: number } {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
}

function countRows(store: DatabaseSync, table: 'accounts' | 'pets'): number {
  return Number(store.prepare(`select count(*) as count from ${table}`).get()?.count);
}

/** A file's content, or a folder's names, on the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeStore(path: string): Promise<void> {
  for (const suffix of ['', ...JOURNALS]) await rm(`${path}${suffix}`, { force: true });
}
