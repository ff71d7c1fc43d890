import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { identityOf } from '../store-path.ts';

// SQLite copies the write-ahead log (WAL) to the file of the store at the end of a commit, when it is long (docs/adr/0056).

/** A file of the process, which must still be at its path. */
interface StoreFile {
  readonly path: string;
  readonly identity: string;
}

/**
 * Copies the WAL to the file of the store and makes it empty. Returns false, and waits for no one, if something reads or writes now.
 * It has a connection of its own, because that for writes may be in a transaction.
 */
export function emptyWal({ path, identity }: StoreFile): boolean {
  // Another file may be there now.
  if (identityOf(path) !== identity) return false;
  const existing = pathToFileURL(path);
  existing.searchParams.set('mode', 'rw');
  using store = new DatabaseSync(existing, { timeout: 0 });
  return store.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0;
}

export function walBytes(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
