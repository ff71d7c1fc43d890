import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { takeInstanceLock } from './instance-lock.ts';

const LOCK = '.lock';
const ABANDONED = /\.[0-9a-f]{8}\.partial\.lock$/;
/** What may be beside the partial file: the files that SQLite has beside a store, and the lock, which is one, too. */
const COMPANIONS = ['-wal', '-shm', '-journal', LOCK, `${LOCK}-journal`];

/**
 * A file or a folder that is renamed when it is complete. Beside it is a file that is locked as long as the process lives: in
 * this way the next run recognises what a killed process has left, and never removes what another one still writes.
 */
export class PartialFile {
  readonly path: string;
  readonly #release: () => void;

  private constructor(path: string, release: () => void) {
    this.path = path;
    this.#release = release;
  }

  /** Removes what killed processes have left in the folder of `target`. Then makes a file or a folder there by `create`. */
  static async create(target: string, create: (path: string) => Promise<unknown>): Promise<PartialFile> {
    await removeAbandoned(dirname(target));
    const path = `${target}.${randomBytes(4).toString('hex')}.partial`;
    // First, because the file system explains a wrong path better than the lock.
    await create(path);
    return new PartialFile(path, tryToLock(path));
  }

  /** Removes what was not renamed. */
  async [Symbol.asyncDispose](): Promise<void> {
    await remove(this.path);
    this.#release();
  }
}

/** Without locks, as on some network file systems, a run goes on, and no later one removes what it may leave. */
function tryToLock(path: string): () => void {
  try {
    const release = takeInstanceLock(path);
    if (release !== undefined) return release;
  } catch {
    rmSync(`${path}${LOCK}`, { force: true });
  }
  return () => {};
}

async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((known) => ABANDONED.test(known))) {
    await removeIfAbandoned(join(folder, name.slice(0, -LOCK.length))).catch(ignoreForeign);
  }
}

async function removeIfAbandoned(path: string): Promise<void> {
  if (!(await lstat(`${path}${LOCK}`)).isFile()) return;
  const release = takeInstanceLock(path);
  if (release === undefined) return;
  try {
    await remove(path);
  } finally {
    release();
  }
}

/** It belongs to another user, or another run has removed it. */
function ignoreForeign(): void {}

async function remove(path: string): Promise<void> {
  for (const suffix of ['', ...COMPANIONS]) {
    await rm(`${path}${suffix}`, { recursive: true, force: true });
  }
}
