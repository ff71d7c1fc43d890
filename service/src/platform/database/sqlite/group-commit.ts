/**
 * Group commit for SQLite: concurrent writes share one transaction, and with it one fsync.
 *
 * A write has these states:
 *
 *     write() ──> queued ──> running ──> finished ──COMMIT──> settled: its promise is resolved or rejected
 *        │         ^ ^ │         │           │
 *        │         │ │ │         │           └── the commit fails, or the store was replaced ──> the whole group is rejected (503)
 *        │         │ │ │         ├── error of the disk ──────────────────> the whole group is rejected (503)
 *        │         │ │ │         ├── damaged page ──> this write is rejected (503); the others of the group
 *        │         │ └─┼─────────│────────────────── are queued again
 *        │         │   │         └── error after a change, without a savepoint ──> the group is rolled back, and
 *        │         └───┼─────────────────────────── all its writes are queued again, each with a savepoint
 *        │             ├── no lock before its deadline ───────────────────> rejected (503)
 *        │             └── its client has disconnected ──────────────────> rejected
 *        └── the queue is full ──────────────────────────────────────────> rejected (503)
 *
 * - A group takes writes from the queue for 20 ms, of each account in turn, and runs them one after the other in one transaction.
 * - A write that fails by itself is undone. Almost all fail before they have changed anything. So a write has a savepoint only
 *   if its caller expects it to fail after a change, or if it is repeated: SQLite copies each page that a savepoint changes.
 * - No write is settled before the commit, not even a failed one: its failure may be due to an uncommitted write before it.
 * - A commit whose fsync fails rejects its group with `result_unknown`.
 * - After a commit, the files are compared with those that were opened (`served-files.ts`). From the first difference on,
 *   all writes are rejected. Those of the group that noticed it may be in one of the files.
 * - If several threads write, each has groups of its own, and a turn for each group: the lock of SQLite has no order, and waiting for it blocks
 *   the thread.
 * - After an error of the disk or a damaged page, SQLite accepts no more writes in the transaction.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ControlledTransaction, Kysely, Transaction } from 'kysely';
import type { WorkClock } from '../../core/clock.ts';
import { ApiError, overloaded, resultUnknown, unavailable } from '../../core/errors.ts';
import { FairQueue } from '../../core/tasks/fair-queue.ts';
import type { ThreadTurns } from '../../core/threads/thread-turns.ts';
import type { CommitMode, WriteOptions } from '../database.ts';
import type { LatestFault } from '../latest-fault.ts';
import type { Tables } from '../tables.ts';
import type { LastEventFile } from './journal/last-event.ts';
import type { ServedFiles } from './served-files.ts';
import {
  isCorruption,
  isDiskFault,
  isStorageError,
  mayBeCommitted,
  type SqliteConnection,
} from './sqlite-adapter.ts';
import type { WriteLock } from './sqlite-writer.ts';

/** A group takes no more writes after this time. This limits how long it delays other work of the process. */
const MAX_GROUP_MS = 20;
const MAX_QUEUED = 2_000;
const ABANDONED = 'The client has disconnected.';
const QUEUE_FULL = 'The store has more to write than it can. Try again in a moment.';

interface QueuedWrite {
  /** When it stops waiting for the lock, by the clock of the lock. */
  readonly deadline: number;
  readonly commit: CommitMode;
  readonly isAbandoned: (() => boolean) | undefined;
  needsSavepoint: boolean;
  /** Does the work. Returns the function that resolves its promise. */
  run(transaction: Transaction<Tables>): Promise<() => void>;
  reject(error: unknown): void;
}

interface Group {
  readonly commit: CommitMode;
  readonly writes: QueuedWrite[];
  /** Resolves or rejects each finished write; called after the commit. */
  readonly settlements: Array<() => void>;
  /** The write that read a damaged page. */
  damaged?: QueuedWrite;
  /** True if a write without a savepoint failed after a change. */
  mustRepeat?: boolean;
  /** Whether a write of the group succeeded, so that there is something to commit. */
  hasSuccess: boolean;
  /** The last event of the group, if it is to be recorded beside the store. */
  lastEventId?: bigint;
}

interface GroupCommitOptions {
  readonly connection: SqliteConnection;
  readonly writer: Kysely<Tables>;
  readonly lock: WriteLock;
  readonly files: ServedFiles;
  readonly lastEvent: LastEventFile;
  /** Gets the errors of the disk, and the commits that show that there is space. */
  readonly diskFault: LatestFault;
  readonly clock: WorkClock;
  /** Undefined if no other thread of this process writes. */
  readonly turns: ThreadTurns | undefined;
}

export class GroupCommit {
  readonly #connection: SqliteConnection;
  readonly #writer: Kysely<Tables>;
  readonly #lock: WriteLock;
  readonly #files: ServedFiles;
  readonly #lastEvent: LastEventFile;
  readonly #diskFault: LatestFault;
  readonly #clock: WorkClock;
  readonly #turns: ThreadTurns | undefined;
  readonly #queue = new FairQueue<bigint | undefined, QueuedWrite>();
  /** Writes that come before the queue, such as those of a group that was rolled back. */
  #first: QueuedWrite[] = [];
  #isRunning = false;
  #lastGroupMs = 0;

  constructor(options: GroupCommitOptions) {
    const { connection, writer, lock, files, lastEvent, diskFault, clock, turns } = options;
    this.#connection = connection;
    this.#writer = writer;
    this.#lock = lock;
    this.#files = files;
    this.#lastEvent = lastEvent;
    this.#diskFault = diskFault;
    this.#clock = clock;
    this.#turns = turns;
    // A savepoint keeps a copy of each page that its write changes, 64 KiB for an order. By default, SQLite writes them to a file.
    connection.exec('pragma temp_store = memory');
  }

  write<T>(
    work: (transaction: Transaction<Tables>) => Promise<T>,
    { commit = 'synchronous', mayFailAfterChanges = false, account, isAbandoned }: WriteOptions,
  ): Promise<T> {
    if (this.#files.error !== undefined) return Promise.reject(this.#files.error);
    // In a longer queue, writes would run after their clients have given up.
    if (this.#queue.length >= MAX_QUEUED) return Promise.reject(overloaded(QUEUE_FULL));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const run = async (transaction: Transaction<Tables>) => {
      const result = await work(transaction);
      return () => resolve(result);
    };
    const needsSavepoint = mayFailAfterChanges;
    const deadline = this.#lock.deadlineFromNow();
    this.#queue.push(account, { deadline, commit, isAbandoned, needsSavepoint, run, reject });
    if (!this.#isRunning) void this.#drainQueue();
    return promise;
  }

  get #waiting(): number {
    return this.#first.length + this.#queue.length;
  }

  /** Commits group after group. Between two groups the process reads its sockets, so that the next group is larger. */
  async #drainQueue(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting > 0) {
      await this.#gather();
      await this.#turns?.take();
      try {
        const beganAt = this.#clock.monotonic();
        await this.#commitGroup();
        this.#lastGroupMs = this.#clock.monotonic() - beganAt;
      } finally {
        this.#turns?.end();
      }
    }
    this.#isRunning = false;
  }

  /**
   * Waits while more writes arrive in each turn of the event loop, at most three times as long as the last group took, so
   * that a load with few writes needs fewer commits (docs/overload.md).
   */
  async #gather(): Promise<void> {
    const deadline = this.#clock.monotonic() + 3 * this.#lastGroupMs;
    let waiting: number;
    do {
      waiting = this.#waiting;
      await nextTurn();
    } while (this.#waiting > waiting && this.#clock.monotonic() < deadline);
  }

  async #commitGroup(): Promise<void> {
    const { needsSync, deadline } = this.#needs();
    const group: Group = {
      commit: needsSync ? 'synchronous' : 'asynchronous',
      writes: [],
      settlements: [],
      hasSuccess: false,
    };
    const { changes } = this.#connection;
    try {
      if (this.#files.error !== undefined) throw this.#files.error;
      this.#connection.exec(`pragma synchronous = ${needsSync ? 'full' : 'normal'}`);
      this.#lock.waitUntil(deadline);
      await this.#runGroup(await this.#writer.startTransaction().execute(), group);
      const replaced = this.#files.check();
      if (replaced !== undefined) throw resultUnknown(replaced);
      if (group.lastEventId !== undefined) this.#lastEvent.write(group.lastEventId);
      // A commit without a change needs no space.
      if (group.hasSuccess && this.#connection.changes !== changes) this.#diskFault.report();
      for (const settle of group.settlements) settle();
    } catch (error) {
      if (isDiskFault(error)) this.#diskFault.report(error);
      this.#rejectGroup(group, error);
    }
  }

  #rejectGroup({ writes, damaged, mustRepeat }: Group, error: unknown): void {
    if (mustRepeat === true) {
      this.#first.unshift(...writes);
      // Also those that wait, so that no group is repeated for each failure.
      for (const write of [...this.#first, ...this.#queue]) write.needsSavepoint = true;
      return;
    }
    if (damaged !== undefined) {
      damaged.reject(error);
      this.#first.unshift(...writes.filter((write) => write !== damaged));
      return;
    }
    // Without any write, the group did not get the lock.
    for (const { reject } of writes.length > 0 ? writes : this.#takeOverdue()) reject(error);
  }

  /** Returns whether a waiting write needs a synchronous commit, and when the first of them stops waiting for the lock. */
  #needs(): { needsSync: boolean; deadline: number } {
    let needsSync = false;
    let deadline = Number.POSITIVE_INFINITY;
    for (const write of [...this.#first, ...this.#queue]) {
      needsSync ||= write.commit === 'synchronous';
      deadline = Math.min(deadline, write.deadline);
    }
    return { needsSync, deadline };
  }

  /** Removes the writes whose deadline for the lock has passed, but at least one. */
  #takeOverdue(): QueuedWrite[] {
    const isOverdue = ({ deadline }: QueuedWrite) => this.#lock.isPast(deadline);
    const first = Object.groupBy(this.#first, (write) => (isOverdue(write) ? 'overdue' : 'inTime'));
    const overdue = [...(first.overdue ?? []), ...this.#queue.remove(isOverdue)];
    this.#first = first.inTime ?? [];
    const next = overdue.length > 0 ? undefined : this.#take();
    return next === undefined ? overdue : [next];
  }

  #take(): QueuedWrite | undefined {
    return this.#first.shift() ?? this.#queue.shift();
  }

  async #runGroup(transaction: ControlledTransaction<Tables>, group: Group): Promise<void> {
    try {
      const mustRecord = group.commit === 'synchronous' && this.#lastEvent.isDue;
      const before = mustRecord ? this.#readLastEvent() : 0n;
      const startedAt = this.#clock.monotonic();
      while (this.#clock.monotonic() - startedAt < MAX_GROUP_MS) {
        const next = this.#take();
        if (next === undefined) break;
        // A write that arrived while the lock was awaited may need a synchronous commit.
        if (group.commit === 'asynchronous' && next.commit === 'synchronous') {
          this.#first.unshift(next);
          break;
        }
        if (next.isAbandoned?.() === true) {
          next.reject(unavailable(ABANDONED));
          continue;
        }
        group.writes.push(next);
        await this.#runWrite(transaction, next, group);
      }
      // A transaction without an event may change nothing. Then its commit does not sync what was committed before.
      if (mustRecord) {
        const lastEventId = this.#readLastEvent();
        if (lastEventId > before) group.lastEventId = lastEventId;
      }
      // An empty commit would look like a change to every reader that watches for commits.
      await (group.hasSuccess ? commit(transaction) : transaction.rollback().execute());
    } catch (error) {
      await transaction.rollback().execute();
      throw error;
    }
  }

  /** Returns the id of the last event, also of this transaction. */
  #readLastEvent(): bigint {
    const [row] = this.#connection.rows("select seq from sqlite_sequence where name = 'events'", []);
    return (row as { seq: bigint } | undefined)?.seq ?? 0n;
  }

  async #runWrite(transaction: Transaction<Tables>, write: QueuedWrite, group: Group): Promise<void> {
    const { changes } = this.#connection;
    if (write.needsSavepoint) this.#connection.exec('savepoint one');
    try {
      const resolve = await write.run(transaction);
      if (write.needsSavepoint) this.#connection.exec('release one');
      group.settlements.push(resolve);
      group.hasSuccess = true;
    } catch (error) {
      if (isCorruption(error)) group.damaged = write;
      // SQLite has ended the transaction by itself, or the disk does not accept writes: the group fails.
      if (!this.#connection.inTransaction || isStorageError(error)) throw error;
      if (write.needsSavepoint) {
        this.#connection.exec('rollback to one');
        this.#connection.exec('release one');
      } else if (this.#connection.changes !== changes) {
        group.mustRepeat = true;
        throw error;
      }
      group.settlements.push(() => write.reject(error));
    }
  }
}

async function commit(transaction: ControlledTransaction<Tables>): Promise<void> {
  try {
    await transaction.commit().execute();
  } catch (error) {
    throw error instanceof ApiError && mayBeCommitted(error) ? resultUnknown(error.cause) : error;
  }
}
