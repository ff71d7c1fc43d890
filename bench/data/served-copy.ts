import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Memory } from '../processes/process-memory.ts';
import { addressOf, type ServeOptions, startServe } from '../processes/service-process.ts';
import type { Store } from './seed.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

export interface Served {
  readonly url: string;
  /** The file that it serves. */
  readonly path: string;
  memory(): Promise<Memory | undefined>;
}

/** Runs `work` with the path of a fresh copy of a store. */
export function withCopy<T>({ path }: Pick<Store, 'path'>, work: (path: string) => Promise<T>): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const copy = join(folder, 'petstore.db');
    await copyFile(path, copy);
    return work(copy);
  });
}

/** Runs `work` with a fresh service on a fresh copy of a store. */
export function serveCopy<T>(
  store: Pick<Store, 'path'>,
  { prepare, ...options }: ServeOptions & { prepare?(copy: string): void },
  work: (served: Served) => Promise<T>,
): Promise<T> {
  return withCopy(store, async (path) => {
    prepare?.(path);
    const service = startServe({ DATABASE_URL: `sqlite:${path}` }, options);
    try {
      return await work({ url: await addressOf(service), path, memory: () => service.memory() });
    } finally {
      await service.stop();
    }
  });
}
