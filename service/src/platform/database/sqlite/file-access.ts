import { accessSync, constants, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { unavailable } from '../../core/errors.ts';
import { LAST_BACKUP_SUFFIX } from './last-backup.ts';
import { STORE_FILE_SUFFIXES } from './private-files.ts';
import { isStorageError } from './sqlite-adapter.ts';
import { storePath } from './store-path.ts';

const { R_OK, W_OK, X_OK } = constants;

/** The service only reads the time of the last backup, and does without it. */
const WRITTEN_SUFFIXES = STORE_FILE_SUFFIXES.filter((suffix) => suffix !== LAST_BACKUP_SUFFIX);

interface Denied {
  path: string;
  code: string;
}

/**
 * Explains to the operator in one line why this process cannot write a SQLite store. SQLite itself opens a read-only file
 * without an error, and fails at the first write.
 *
 * @returns undefined if the folder and every file that exists can be read and written.
 */
export function explainAccess(path: string): string | undefined {
  const store = resolve(storePath(path));
  if (isFolder(store)) {
    return `The store cannot be opened: ${store} is a folder. The operator must name a file with --database sqlite:FILE.`;
  }
  const folder = dirname(store);
  const denied = [
    deniedAccess(folder, R_OK | W_OK | X_OK),
    ...WRITTEN_SUFFIXES.map((suffix) => deniedAccess(`${store}${suffix}`, R_OK | W_OK)),
  ].filter((found) => found !== undefined);
  if (denied.some(({ path: missing, code }) => code === 'ENOENT' && missing === folder)) {
    return `The store cannot be created: the folder ${folder} does not exist. The operator must create it, or name another file with --database sqlite:FILE.`;
  }
  const [first, ...others] = denied.filter(({ code }) => code !== 'ENOENT');
  return first && explain(first, others);
}

/** Returns the explanation if SQLite failed because this process may not write a file; otherwise the error itself. */
export function explainStorageError(path: string, error: unknown): unknown {
  const denied = isStorageError(error) ? explainAccess(path) : undefined;
  return denied === undefined ? error : unavailable(denied, error);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

function deniedAccess(path: string, mode: number): Denied | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return { path, code: error instanceof Error && 'code' in error ? String(error.code) : 'unknown' };
  }
}

function explain(first: Denied, others: readonly Denied[]): string {
  const cannot = `The store cannot be written: ${first.path}`;
  if (first.code === 'EROFS') {
    return `${cannot} is on a read-only file system. The operator must make it writable.`;
  }
  const owner = first.code === 'EACCES' ? ownerOf(first.path) : undefined;
  if (owner === undefined) return `${cannot} gives ${first.code}. The operator must make it writable.`;
  const paths = [first, ...others].map(({ path }) => path).join(' ');
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  if (owner === uid) {
    return `${cannot} denies writing to its own owner. The operator must run "chmod u+rwX ${paths}".`;
  }
  return `${cannot} belongs to ${nameOf(owner)} and petstore runs as ${nameOf(uid)}. The operator must run "chown ${uid}:${gid} ${paths}", or start petstore as the owner.`;
}

/** Returns undefined in a folder that this process may not read. */
function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}

/** Returns a name only for root and for the user of this process; Node has no lookup of others. */
function nameOf(uid: number | undefined): string {
  if (uid === 0) return 'root';
  try {
    const own = userInfo();
    if (own.uid === uid) return own.username;
  } catch {
    // The user has no name, as in many containers.
  }
  return `the user with the ID ${uid}`;
}
