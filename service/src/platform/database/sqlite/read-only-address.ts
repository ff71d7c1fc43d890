import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isEmpty } from './store-facts.ts';
import { storePath } from './store-path.ts';

/**
 * Returns the address under which SQLite reads a store and writes nothing, not even `-shm`: it keeps the index of the WAL
 * in its memory (https://sqlite.org/walformat.html), and sees what other processes commit.
 */
export function readOnlyAddress(path: string): URL {
  const address = pathToFileURL(storePath(path));
  address.searchParams.set('mode', 'ro');
  address.searchParams.set('readonly_shm', '1');
  // Without a WAL, SQLite would create one. No process can write the file meanwhile.
  if (isReadOnlyFileSystem(path) && isEmpty(`${storePath(path)}-wal`)) {
    address.searchParams.set('immutable', '1');
  }
  return address;
}

/** Returns true if the store is on a file system that is mounted read-only, as Linux does after some errors of a disk. */
export function isReadOnlyFileSystem(path: string): boolean {
  try {
    accessSync(dirname(storePath(path)), constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS';
  }
}
