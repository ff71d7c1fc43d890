import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** Returns the folder of the cache of compiled code, for threads and child processes, which do not inherit it; undefined without a cache. */
export function compileCacheFolder(): string | undefined {
  const folder = getCompileCacheDir();
  // Node appends a folder of its version to the one that it is given.
  return folder && dirname(folder);
}
