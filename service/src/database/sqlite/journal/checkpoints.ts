/**
 * Copies the journal (WAL) of a store to its file in a worker thread (docs/adr/0056). SQLite would do it at the end of a
 * commit, and block the process for as long as the disk takes.
 *
 *     idle ──the journal is long──> copying ──thread is done──> copied ──next commit──> finishing ──thread is done──> idle
 *                                   writes continue                                     writes wait
 *
 * - SQLite starts the journal again from its beginning only if the file has all of its pages. So writes wait while the thread
 *   copies what they have added in the meantime. Reads never wait.
 * - A reader of another process, such as a backup, may need the journal. Then the next copy begins when the journal has
 *   grown by as much again.
 * - If the thread fails, or is too slow, SQLite does it at the end of a commit.
 */
import { Worker } from 'node:worker_threads';
import type { SqliteConnection } from '../sqlite-adapter.ts';
import type { CheckpointReply } from './checkpoint-thread.ts';
import type { WalIndex } from './wal-index.ts';

const THREAD = new URL('./checkpoint-thread.ts', import.meta.url);
/** How many pages make the journal long: 24 MiB. A group of 64 cancelled orders adds 1,000. */
const LONG_JOURNAL_PAGES = 6_000;
/** SQLite copies a journal that is so many times as long. */
const TOO_LONG = 4;
/** The thread runs one statement. */
const MAX_HEAP = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

interface CheckpointOptions {
  readonly path: string;
  /** The connection for writes. */
  readonly connection: SqliteConnection;
  readonly index: WalIndex;
  readonly longJournalPages?: number;
}

export class Checkpoints {
  readonly #path: string;
  readonly #connection: SqliteConnection;
  readonly #index: WalIndex;
  readonly #longJournalPages: number;
  /** The length of the journal from which the thread copies it. */
  #startPages: number;
  #state: 'idle' | 'copying' | 'copied' | 'finishing' | 'failed' = 'idle';
  /** Undefined until it is needed. */
  #thread: Worker | undefined;
  #letWritesContinue = () => {};

  constructor({ path, connection, index, longJournalPages = LONG_JOURNAL_PAGES }: CheckpointOptions) {
    this.#path = path;
    this.#connection = connection;
    this.#index = index;
    this.#longJournalPages = longJournalPages;
    this.#startPages = longJournalPages;
    this.#letSqliteCopyFrom(longJournalPages * TOO_LONG);
  }

  /** Call it after each commit. Returns a promise if the next write has to wait. */
  afterCommit(): Promise<void> | undefined {
    if (this.#state === 'idle' && this.#index.pages() >= this.#startPages) {
      this.#state = 'copying';
      this.#ask();
    } else if (this.#state === 'copied') {
      this.#state = 'finishing';
      return this.#finish();
    }
    return undefined;
  }

  /** Call it before the connection for writes is closed, which then copies the rest. */
  async close(): Promise<void> {
    await this.#thread?.terminate();
    this.#letWritesContinue();
  }

  #ask(): Worker {
    this.#thread ??= this.#start();
    this.#thread.postMessage('copy');
    return this.#thread;
  }

  #finish(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#letWritesContinue = resolve;
    // Keeps the process alive: nothing else may do that while a write waits.
    this.#ask().ref();
    return promise;
  }

  #start(): Worker {
    const thread = new Worker(THREAD, { workerData: this.#path, resourceLimits: MAX_HEAP });
    thread.on('message', (reply: CheckpointReply) => this.#proceed(reply));
    thread.on('error', () => this.#fail());
    thread.unref();
    return thread;
  }

  #proceed({ isComplete }: CheckpointReply): void {
    if (this.#state === 'copying') {
      this.#state = 'copied';
      return;
    }
    this.#state = 'idle';
    this.#thread?.unref();
    this.#letWritesContinue();
    this.#startPages = this.#longJournalPages + (isComplete ? 0 : this.#index.pages());
  }

  #fail(): void {
    this.#state = 'failed';
    this.#letWritesContinue();
    this.#letSqliteCopyFrom(this.#longJournalPages);
  }

  #letSqliteCopyFrom(pages: number): void {
    this.#connection.exec(`pragma wal_autocheckpoint = ${pages}`);
  }
}
