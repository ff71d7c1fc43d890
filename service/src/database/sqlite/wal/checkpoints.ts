/**
 * Copies the WAL of a store to its file in a worker thread (docs/adr/0056). SQLite would do it at the end of a
 * commit, and block the process for as long as the disk takes.
 *
 *     idle ──the WAL is long──> copying ──thread is done──> copied ──next commit──> finishing ──thread is done──> copied all ──> idle
 *                               writes continue                                     writes wait                   or a part
 *
 * - SQLite starts the WAL again from its beginning only if the file has all of its pages. So writes wait while the thread
 *   copies what they have added in the meantime. If they add more than it can copy, they wait earlier. Reads never wait.
 * - A reader of another process, such as a backup, may need the WAL. Then the next copy begins when the WAL has
 *   grown by as much again.
 * - If the thread cannot start or fails, and for a WAL that is much longer, SQLite does it at the end of a commit.
 * - If several threads write, they share the stage, and the thread that copies belongs to the main thread. A thread writes and waits within
 *   its turn, so the others wait with it. If it ends meanwhile, the next one to commit continues.
 */
import { Worker } from 'node:worker_threads';
import type { LatestFault } from '../../latest-fault.ts';
import type { SqliteConnection } from '../sqlite-adapter.ts';
import { allocateCheckpointState, CheckpointState } from './checkpoint-state.ts';
import type { CheckpointStart, StoreFile } from './checkpoint-thread.ts';
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

/** How the threads of this process share the thread that copies. */
export interface CheckpointSharing {
  /** Of `CheckpointState`. */
  readonly memory: SharedArrayBuffer;
  /** Asks the main thread to call `start`; undefined in the main thread. */
  readonly askMain: (() => void) | undefined;
}

interface CheckpointOptions {
  readonly store: StoreFile;
  /** The connection for writes. */
  readonly connection: SqliteConnection;
  readonly index: WalIndex;
  readonly faults: LatestFault;
  /** Undefined if no other thread of this process writes. */
  readonly sharing?: CheckpointSharing | undefined;
  readonly longWalPages?: number;
}

export class Checkpoints {
  readonly #store: StoreFile;
  readonly #connection: SqliteConnection;
  readonly #index: WalIndex;
  readonly #faults: LatestFault;
  readonly #longWalPages: number;
  readonly #state: CheckpointState;
  readonly #askMain: (() => void) | undefined;
  /** Undefined until it is needed, and except in the main thread. */
  #thread: Worker | undefined;
  /** The length of a WAL that SQLite copies at the end of a commit. */
  #sqliteCopiesFrom = 0;

  constructor({
    store,
    connection,
    index,
    faults,
    sharing,
    longWalPages = LONG_WAL_PAGES,
  }: CheckpointOptions) {
    this.#store = store;
    this.#connection = connection;
    this.#index = index;
    this.#faults = faults;
    this.#longWalPages = longWalPages;
    this.#state = new CheckpointState(sharing?.memory ?? allocateCheckpointState());
    this.#askMain = sharing?.askMain;
    this.#letSqliteCopyFrom(longWalPages * TOO_LONG);
  }

  /** Call it after each commit. Returns a promise if the next write has to wait. */
  afterCommit(): Promise<void> | undefined {
    switch (this.#state.stage) {
      case 'idle':
        this.#copyIfLong();
        return undefined;
      case 'copying': {
        const added = this.#index.pages() - this.#state.pagesAtStart;
        return added > MAX_GROWTH * this.#longWalPages ? this.#finish() : undefined;
      }
      case 'failed':
        this.#letSqliteCopyFrom(this.#longWalPages);
        return undefined;
      case 'closed':
        return undefined;
      default:
        return this.#finish();
    }
  }

  /** Starts the thread that copies, unless it runs. */
  start(): void {
    const { stage, memory } = this.#state;
    if (this.#thread !== undefined || stage === 'failed' || stage === 'closed') return;
    try {
      const workerData: CheckpointStart = { store: this.#store, memory };
      this.#thread = new Worker(THREAD, { workerData, resourceLimits: MAX_HEAP });
    } catch (error) {
      // The process may have as many threads as it is allowed to have.
      this.#fail(error as Error); // only errors are thrown
      return;
    }
    this.#thread.on('message', (fault: Error | undefined) => this.#report(fault));
    this.#thread.on('error', (error: Error) => this.#fail(error));
    this.#thread.unref();
  }

  /** Call it before the connection for writes is closed, which then copies the rest. */
  async close(): Promise<void> {
    if (this.#askMain !== undefined) return;
    this.#state.stage = 'closed';
    await this.#thread?.terminate();
  }

  #copyIfLong(): void {
    const state = this.#state;
    const pages = this.#index.pages();
    // It has begun again.
    if (pages < state.pagesLeft) state.pagesLeft = 0;
    if (pages < state.pagesLeft + this.#longWalPages) return;
    // First, so that a thread that ends in between leaves nothing that no one continues.
    if (this.#askMain === undefined) this.start();
    else this.#askMain();
    state.pagesAtStart = pages;
    state.advance('idle', 'copying');
  }

  /** Lets the thread copy the rest. */
  async #finish(): Promise<void> {
    const state = this.#state;
    // Keeps the process alive: nothing else may do that while a write waits.
    this.#thread?.ref();
    await state.end('copying');
    state.advance('copied', 'finishing');
    await state.end('finishing');
    const { stage } = state;
    // A thread that is being ended keeps the process alive until it has ended.
    if (stage === 'closed') return;
    this.#thread?.unref();
    if (stage !== 'copied all' && stage !== 'copied a part') return;
    state.pagesLeft = stage === 'copied all' ? 0 : this.#index.pages();
    state.advance(stage, 'idle');
  }

  #report(fault: Error | undefined): void {
    if (this.#state.stage !== 'closed') this.#faults.report(fault);
  }

  #fail(error: Error): void {
    if (this.#state.stage === 'closed') return;
    this.#faults.report(error);
    this.#state.fault = error;
    this.#letSqliteCopyFrom(this.#longWalPages);
    this.#state.stage = 'failed';
  }

  #letSqliteCopyFrom(pages: number): void {
    if (this.#sqliteCopiesFrom === pages) return;
    this.#sqliteCopiesFrom = pages;
    this.#connection.exec(`pragma wal_autocheckpoint = ${pages}`);
  }
}
