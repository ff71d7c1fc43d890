import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { identityOf } from '../store-path.ts';
import type { StoreFile } from './checkpoint-thread.ts';

/**
 * Copies the WAL to the file of the store and makes it empty. Returns false, and waits for no one, if something reads or writes now.
 * It has a connection of its own, because that for writes may be in a transaction.
 */
export function emptyWal({ path, identity }: StoreFile): boolean {
  // Another file may be there now.
  if (identityOf(path) !== identity) return false;
  const existing = pathToFileURL(path);
  existing.searchParams.set('mode', 'rw');
  const store = new DatabaseSync(existing, { timeout: 0 });
  try {
    return store.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0;
  } finally {
    store.close();
  }
}
