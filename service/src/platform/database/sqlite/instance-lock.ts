import { DatabaseSync } from 'node:sqlite';
import { explainStorageError } from './file-access.ts';
import { isBusy, translateErrors } from './sqlite-adapter.ts';
import { storePath } from './store-path.ts';

/** The locks that this process holds. A handle without a reference would be garbage-collected, which releases its lock. */
const held = new Map<string, DatabaseSync>();

/**
 * Takes the instance lock of the store in `path`, which allows only one process to serve it. It is a second small SQLite
 * file in a transaction of `BEGIN EXCLUSIVE`, which the kernel ends when the process dies in any way.
 *
 * @returns a function that releases the lock; undefined if another process holds it.
 * @throws {ApiError} `service_unavailable` if the lock file cannot be opened.
 */
export function takeInstanceLock(path: string): (() => void) | undefined {
  const lockPath = `${storePath(path)}.lock`;
  if (held.has(lockPath)) return undefined;
  let handle: DatabaseSync;
  try {
    handle = lockFile(lockPath);
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw explainStorageError(path, error);
  }
  held.set(lockPath, handle);
  return () => {
    held.delete(lockPath);
    handle.close();
  };
}

function lockFile(path: string): DatabaseSync {
  const handle = translateErrors(() => new DatabaseSync(path, { timeout: 0 }));
  try {
    // The journal would need space on the disk. Nothing is ever committed.
    translateErrors(() => handle.exec('pragma journal_mode = memory; begin exclusive'));
    return handle;
  } catch (error) {
    handle.close();
    throw error;
  }
}
