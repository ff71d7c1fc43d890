import { chmodSync, statSync } from 'node:fs';
import { storePath } from './store-path.ts';

/** The store itself, SQLite's journals and index, and the lock of the process that serves it. */
export const STORE_FILE_SUFFIXES = ['', '-wal', '-shm', '-journal', '.lock', '.lock-journal'];
/** The file beside the store that holds the first API key, where there was no terminal to print it. */
export const FIRST_KEY_SUFFIX = '.first-key';
const OF_OTHERS = 0o077;
const PERMISSIONS = 0o777;

/** A file of a store that other users may read or write. */
export interface SharedFile {
  readonly path: string;
  /** Its permissions as `chmod` takes them, such as `644`. */
  readonly mode: string;
}

/** The files of the store at `path` that other users have any access to. */
export function sharedFiles(path: string): SharedFile[] {
  const store = storePath(path);
  return [...STORE_FILE_SUFFIXES, FIRST_KEY_SUFFIX]
    .map((suffix) => `${store}${suffix}`)
    .flatMap((file) => {
      const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
      return (mode & OF_OTHERS) === 0 ? [] : [{ path: file, mode: (mode & PERMISSIONS).toString(8) }];
    });
}

/**
 * Takes the access of other users from the files of the store: whoever can read `-shm` can lock it and keep writers out.
 *
 * @returns the files that this process may not change, because they belong to another user.
 */
export function restrictPermissions(path: string): { restricted: SharedFile[]; unchanged: SharedFile[] } {
  const { restricted = [], unchanged = [] } = Object.groupBy(sharedFiles(path), (file) =>
    tryRestrict(file) ? 'restricted' : 'unchanged',
  );
  return { restricted, unchanged };
}

function tryRestrict({ path, mode }: SharedFile): boolean {
  try {
    chmodSync(path, Number.parseInt(mode, 8) & ~OF_OTHERS);
    return true;
  } catch {
    return false;
  }
}

export function describeShared({ path, mode }: SharedFile): string {
  return `${path} is open to other users (mode ${mode}): its owner must run chmod 600 on it`;
}
