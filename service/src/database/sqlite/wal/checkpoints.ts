/**
 * Copies the WAL of a store to its file in a worker thread (docs/adr/0056). SQLite would do it at the end of a
 * commit, and block the process for as long as the disk takes.
 *
 *     idle ──the WAL is long──> copying ──thread is done──> copied ──next commit──> finishing ──thread is done──> idle
 *                               writes continue                                     writes wait
 *
 * - SQLite starts the WAL again from its beginning only if the file has all of its pages. So writes wait while the thread
 *   copies what they have added in the meantime. If they add more than it can copy, they wait earlier. Reads never wait.
 * - A reader of another process, such as a backup, may need the WAL. Then the next copy begins when the WAL has
 *   grown by as much again.
 * - If the thread cannot start or fails, and for a WAL that is much longer, SQLite does it at the end of a commit.
 */
import { Worker } from 'node:worker_threads';
import type { LatestFault } from '../../latest-fault.ts';
import type { SqliteConnection } from '../sqlite-adapter.ts';
import type { CheckpointReply, StoreFile } from './checkpoint-thread.ts';
import type { WalIndex } from './wal-index.ts';

const THREAD = new URL('./checkpoint-thread.ts', import.meta.url);
/** How many pages make the WAL long: 24 MiB. A group of 64 cancelled orders adds 1,000. */
const LONG_WAL_PAGES = 6_000;
/** Writes wait for the thread if they have added so many times as much since it began. */
const MAX_GROWTH = 2;
/** SQLite copies a WAL that is so many times as long. */
const TOO_LONG = 4;
/** The thread runs one statement. */
const MAX_HEAP = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

interface CheckpointOptions {
  readonly store: StoreFile;
  /** The connection for writes. */
  readonly connection: SqliteConnection;
  readonly index: WalIndex;
  readonly faults: LatestFault;
  readonly longWalPages?: number;
}

export class Checkpoints {
  readonly #store: StoreFile;
  readonly #connection: SqliteConnection;
  readonly #index: WalIndex;
  readonly #faults: LatestFault;
  readonly #longWalPages: number;
  #state: 'idle' | 'copying' | 'copied' | 'finishing' | 'failed' | 'closed' = 'idle';
  /** The length of the WAL when the thread began to copy it. */
  #pagesAtStart = 0;
  /** The length of the WAL that the last attempt did not copy completely, because of a reader. */
  #pagesLeft = 0;
  /** Undefined until it is needed. */
  #thread: Worker | undefined;
  /** Undefined while no write waits. */
  #letWritesContinue: (() => void) | undefined;

  constructor({ store, connection, index, faults, longWalPages = LONG_WAL_PAGES }: CheckpointOptions) {
    this.#store = store;
    this.#connection = connection;
    this.#index = index;
    this.#faults = faults;
    this.#longWalPages = longWalPages;
    this.#letSqliteCopyFrom(longWalPages * TOO_LONG);
  }

  /** Call it after each commit. Returns a promise if the next write has to wait. */
  afterCommit(): Promise<void> | undefined {
    switch (this.#state) {
      case 'idle':
        this.#copyIfLong();
        return undefined;
      case 'copying': {
        const added = this.#index.pages() - this.#pagesAtStart;
        return added > MAX_GROWTH * this.#longWalPages ? this.#keepWritesWaiting() : undefined;
      }
      case 'copied': {
        const end = this.#keepWritesWaiting();
        this.#ask('finishing');
        return end;
      }
      default:
        return undefined;
    }
  }

  /** Call it before the connection for writes is closed, which then copies the rest. */
  async close(): Promise<void> {
    this.#state = 'closed';
    await this.#thread?.terminate();
    this.#letWritesContinue?.();
  }

  #copyIfLong(): void {
    const pages = this.#index.pages();
    // It has begun again.
    if (pages < this.#pagesLeft) this.#pagesLeft = 0;
    if (pages < this.#pagesLeft + this.#longWalPages) return;
    this.#pagesAtStart = pages;
    this.#ask('copying');
  }

  #keepWritesWaiting(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#letWritesContinue = resolve;
    // Keeps the process alive: nothing else may do that while a write waits.
    this.#thread?.ref();
    return promise;
  }

  #ask(state: 'copying' | 'finishing'): void {
    this.#state = state;
    try {
      this.#thread ??= this.#start();
      this.#thread.postMessage('copy');
    } catch (error) {
      // The process may have as many threads as it is allowed to have.
      this.#fail(error as Error); // only errors are thrown
    }
  }

  #start(): Worker {
    const thread = new Worker(THREAD, { workerData: this.#store, resourceLimits: MAX_HEAP });
    thread.on('message', (reply: CheckpointReply) => this.#proceed(reply));
    thread.on('error', (error: Error) => this.#fail(error));
    thread.unref();
    return thread;
  }

  #proceed({ copiedAll, error }: CheckpointReply): void {
    // A thread that is being ended keeps the process alive until it has ended.
    if (this.#state === 'closed') return;
    this.#faults.report(error);
    if (this.#state === 'finishing') this.#end(copiedAll);
    else if (this.#letWritesContinue === undefined) this.#state = 'copied';
    else this.#ask('finishing');
  }

  #end(copiedAll: boolean): void {
    this.#pagesLeft = copiedAll ? 0 : this.#index.pages();
    this.#thread?.unref();
    this.#continue('idle');
  }

  #fail(error: Error): void {
    this.#faults.report(error);
    this.#letSqliteCopyFrom(this.#longWalPages);
    this.#continue('failed');
  }

  #continue(state: 'idle' | 'failed'): void {
    this.#state = state;
    this.#letWritesContinue?.();
    this.#letWritesContinue = undefined;
  }

  #letSqliteCopyFrom(pages: number): void {
    this.#connection.exec(`pragma wal_autocheckpoint = ${pages}`);
  }
}
