import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ControlledTransaction, Kysely, Transaction } from 'kysely';
import { unavailable } from '../core/errors.ts';
import type { Durability } from './database.ts';
import { isCorruption, isStorageError, type SqliteConnection } from './sqlite/sqlite-adapter.ts';
import type { Tables } from './tables.ts';
import type { WriteLock } from './write-lock.ts';

/** A group that has taken this long commits, and what is left goes into the next: reads wait no longer than that. */
const GROUP_LIMIT_MS = 20;
const MOST_ASKED = 2_000;
const TOO_MUCH = 'The store has more to write than it can. Try again in a moment.';

/** A write that was asked for. */
interface Asked {
  /** When it gives up waiting for the lock, by the lock's time. */
  readonly deadline: number;
  readonly survives: Durability;
  /** Does the work and returns how to tell of its success. */
  run(transaction: Transaction<Tables>): Promise<() => void>;
  fail(error: unknown): void;
}

interface Group {
  readonly survives: Durability;
  readonly taken: Asked[];
  /** How to tell each of its end, once all is committed. */
  readonly endings: Array<() => void>;
  /** The one that met a damaged page. */
  damaged?: Asked;
  /** Whether anything is to be kept. */
  isKept: boolean;
}

/**
 * Commits writes that arrive together in one transaction, with one fsync for all. Each has a savepoint of its own, so
 * that one that fails takes nothing from the others, and is answered, well or ill, only when the group is committed:
 * what it saw may have been another's work. A fault of the disk fails the whole group; a damaged page fails the one that
 * needs it, and the others are done anew without it.
 */
export class GroupCommit {
  readonly #connection: SqliteConnection;
  readonly #writer: Kysely<Tables>;
  readonly #lock: WriteLock;
  readonly #asked: Asked[] = [];
  #isRunning = false;

  constructor(connection: SqliteConnection, writer: Kysely<Tables>, lock: WriteLock) {
    this.#connection = connection;
    this.#writer = writer;
    this.#lock = lock;
  }

  write<T>(work: (transaction: Transaction<Tables>) => Promise<T>, survives: Durability): Promise<T> {
    // They would be done although whoever asked has long given up.
    if (this.#asked.length >= MOST_ASKED) return Promise.reject(unavailable(TOO_MUCH));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const run = async (transaction: Transaction<Tables>) => {
      const result = await work(transaction);
      return () => resolve(result);
    };
    this.#asked.push({ deadline: this.#lock.deadlineFromNow(), survives, run, fail: reject });
    if (!this.#isRunning) void this.#commitAll();
    return promise;
  }

  /** Group after group. Between two of them all that has arrived is read, so that a group is as large as it can be. */
  async #commitAll(): Promise<void> {
    this.#isRunning = true;
    while (this.#asked.length > 0) {
      await nextTurn();
      await this.#commitGroup();
    }
    this.#isRunning = false;
  }

  async #commitGroup(): Promise<void> {
    const survives = this.#asked.some((one) => one.survives === 'power failure') ? 'power failure' : 'crash';
    const group: Group = { survives, taken: [], endings: [], isKept: false };
    try {
      this.#connection.exec(`pragma synchronous = ${survives === 'crash' ? 'normal' : 'full'}`);
      this.#lock.waitUntil(this.#asked[0]?.deadline ?? 0);
      await this.#runGroup(await this.#writer.startTransaction().execute(), group);
      for (const tell of group.endings) tell();
    } catch (error) {
      if (group.damaged !== undefined) this.#doAnewWithout(group.damaged, group.taken, error);
      else for (const { fail } of group.taken.length > 0 ? group.taken : this.#takeLate()) fail(error);
    }
  }

  /** SQLite lets nothing more be written in a transaction that has met damage. */
  #doAnewWithout(damaged: Asked, taken: readonly Asked[], error: unknown): void {
    damaged.fail(error);
    this.#asked.unshift(...taken.filter((one) => one !== damaged));
  }

  /** Those who have waited long enough for a lock that did not come. */
  #takeLate(): Asked[] {
    const firstInTime = this.#asked.findIndex(({ deadline }) => !this.#lock.isPast(deadline));
    return this.#asked.splice(0, firstInTime === -1 ? this.#asked.length : Math.max(1, firstInTime));
  }

  async #runGroup(transaction: ControlledTransaction<Tables>, group: Group): Promise<void> {
    try {
      const begun = performance.now();
      while (performance.now() - begun < GROUP_LIMIT_MS) {
        const [next] = this.#asked;
        // One that came while the lock was waited for may ask for more than this group gives.
        if (next === undefined || (group.survives === 'crash' && next.survives !== 'crash')) break;
        this.#asked.shift();
        group.taken.push(next);
        await this.#runOne(transaction, next, group);
      }
      // To commit what was taken back would look like a change to everybody.
      await (group.isKept ? transaction.commit() : transaction.rollback()).execute();
    } catch (error) {
      await transaction.rollback().execute();
      throw error;
    }
  }

  async #runOne(transaction: Transaction<Tables>, asked: Asked, group: Group): Promise<void> {
    this.#connection.exec('savepoint one');
    try {
      const tell = await asked.run(transaction);
      this.#connection.exec('release one');
      group.endings.push(tell);
      group.isKept = true;
    } catch (error) {
      if (isCorruption(error)) group.damaged = asked;
      // SQLite has ended the transaction by itself, or its disk does not take what is written.
      if (!this.#connection.inTransaction || isStorageError(error)) throw error;
      this.#connection.exec('rollback to one');
      this.#connection.exec('release one');
      group.endings.push(() => asked.fail(error));
    }
  }
}
