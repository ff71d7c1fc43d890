import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { SECOND, systemClock } from '../../../core/clock.ts';
import type { LatestFault } from '../../latest-fault.ts';
import { identityOf } from '../store-path.ts';

// SQLite copies the write-ahead log (WAL) to the file of the store at the end of a commit, when it has 1,000 pages (docs/adr/0056).

const IDLE_MS = 2 * SECOND;

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

/** Empties the WAL when nothing was written for a while. If something reads or writes then, the next write begins the while again. */
export class IdleCheckpoints {
  readonly #store: StoreFile;
  readonly #faults: LatestFault;
  readonly #idleMs: number;
  #lastCommitAt = 0;
  #cancel: (() => void) | undefined;

  constructor(store: StoreFile, faults: LatestFault, idleMs = IDLE_MS) {
    this.#store = store;
    this.#faults = faults;
    this.#idleMs = idleMs;
    this.afterCommit();
  }

  afterCommit(): void {
    this.#lastCommitAt = systemClock.monotonic();
    this.#cancel ??= systemClock.after(this.#idleMs, () => this.#empty());
  }

  close(): void {
    this.#cancel?.();
  }

  #empty(): void {
    const left = this.#lastCommitAt + this.#idleMs - systemClock.monotonic();
    this.#cancel = left > 0 ? systemClock.after(left, () => this.#empty()) : undefined;
    if (left > 0) return;
    try {
      emptyWal(this.#store);
      this.#faults.report();
    } catch (error) {
      this.#faults.report(error as Error); // only errors are thrown
    }
  }
}

export function walBytes(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
