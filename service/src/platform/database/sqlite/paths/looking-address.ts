import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { storePath } from '../store-path.ts';

/**
 * Returns the address under which SQLite reads a file that may be anything, and leaves nothing beside it. With `readonly_shm`
 * it keeps the index of a WAL in its memory; `immutable` does not look for a WAL, which SQLite would create.
 *
 * @param wal false to read the file alone, as it was at its last checkpoint.
 */
export function lookingAddress(path: string, wal = true): URL {
  const file = storePath(path);
  const address = pathToFileURL(file);
  address.searchParams.set('mode', 'ro');
  const hasWal = wal && statSync(`${file}-wal`, { throwIfNoEntry: false }) !== undefined;
  address.searchParams.set(hasWal ? 'readonly_shm' : 'immutable', '1');
  return address;
}
