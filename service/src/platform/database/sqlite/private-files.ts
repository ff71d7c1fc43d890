import { chmodSync, lstatSync } from 'node:fs';
import { LAST_EVENT_SUFFIX } from './journal/last-event.ts';
import { LAST_BACKUP_SUFFIX } from './last-backup.ts';
import { storePath } from './store-path.ts';

/** The suffixes of the store, of the journals and the index of SQLite, the instance lock, the last event and the time of the last backup. */
export const STORE_FILE_SUFFIXES = [
  '',
  '-wal',
  '-shm',
  '-journal',
  '.lock',
  '.lock-journal',
  LAST_EVENT_SUFFIX,
  LAST_BACKUP_SUFFIX,
];
/** The suffix of the file with the key of the secrets, which `platform/database/secrets.ts` makes. */
export const SECRETS_KEY_SUFFIX = '.secrets-key';
/** The suffix of the file with the first API key, if there was no terminal to print it to. */
export const FIRST_KEY_SUFFIX = '.first-key';
/** The suffix of the file with the numbers of erased applications, which `platform/database/recovery/erasure-list.ts` writes. */
export const ERASURES_SUFFIX = '.erasures';
/** The suffixes of all files that belong to a store. */
export const PRIVATE_FILE_SUFFIXES = [
  ...STORE_FILE_SUFFIXES,
  SECRETS_KEY_SUFFIX,
  FIRST_KEY_SUFFIX,
  ERASURES_SUFFIX,
];
const OF_OTHERS = 0o077;
const PERMISSIONS = 0o777;

/** A file of a store to which other users have access. */
export interface SharedFile {
  readonly path: string;
  /** Its permissions as `chmod` takes them, such as `644`. */
  readonly mode: string;
}

/** Returns the files of the store at `path` to which other users have access. A link beside the store may lead to a file of others. */
export function sharedFiles(path: string): SharedFile[] {
  const store = storePath(path);
  return PRIVATE_FILE_SUFFIXES.map((suffix) => `${store}${suffix}`).flatMap((file) => {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    const mode = stats?.isFile() ? stats.mode : 0;
    return (mode & OF_OTHERS) === 0 ? [] : [{ path: file, mode: (mode & PERMISSIONS).toString(8) }];
  });
}

/**
 * Removes the access of other users to the files of the store. A user who can read `-shm` could lock out all writers.
 *
 * @returns the files that were `restricted`; `unchanged` are those that belong to another user.
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
