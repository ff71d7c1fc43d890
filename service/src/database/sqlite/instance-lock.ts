import { DatabaseSync } from 'node:sqlite';
import { explainStorageError } from './file-access.ts';
import { isBusy, translateErrors } from './sqlite-adapter.ts';
import { storePath } from './store-path.ts';

/** Locks held by this process. Kept here because a handle that nobody refers to is collected, and its lock freed. */
const held = new Map<string, DatabaseSync>();

/**
 * Takes the exclusive right to serve the store in `path`, until `release` is called or the process dies in any way:
 * a second small SQLite file beside it, held by `BEGIN EXCLUSIVE`, which the kernel frees.
 *
 * @returns the function that releases it, or undefined if another process holds it.
 * @throws {ApiError} `service_unavailable` if the file beside the store cannot be opened.
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
    translateErrors(() => handle.exec('begin exclusive'));
    return handle;
  } catch (error) {
    handle.close();
    throw error;
  }
}
