import type { Clock } from '../../../platform/core/clock.ts';
import { CoalescedTask } from '../../../platform/core/tasks/single-flight.ts';
import type { Database } from '../../../platform/database/database.ts';
import { CounterPruning } from '../counter-pruning.ts';
import { dayOf, minuteOf, type WindowName } from '../fixed-window.ts';
import { addToCounters, type Counter } from '../usage-queries.ts';

const ACCOUNTS_PER_TRANSACTION = 500;

/**
 * Buffers the requests that this process admitted until they are added to the counters in the database. Every process
 * adds its own requests to the same counters. Usage reports read them, and a Valkey that lost its data is warmed up from
 * them.
 */
export class WriteBehind {
  readonly #database: Database;
  readonly #pruning: CounterPruning;
  readonly #onWriteFault: (error: unknown) => void;
  #buffer = new Map<bigint, Counter[]>();
  readonly #writing = new CoalescedTask(() => this.#write());

  constructor(database: Database, clock: Clock, onWriteFault: (error: unknown) => void) {
    this.#database = database;
    this.#pruning = new CounterPruning(database, clock);
    this.#onWriteFault = onWriteFault;
  }

  /** Adds `count` requests of an account that were admitted at `at`. */
  add(accountId: bigint, at: number, count: number): void {
    this.#addTo(accountId, 'minute', minuteOf(at), count);
    this.#addTo(accountId, 'day', dayOf(at), count);
  }

  /** Returns true if it wrote everything. On a fault it keeps the rest and calls `onWriteFault`. Never rejects. */
  flush(): Promise<boolean> {
    return this.#writing.run().then(
      () => true,
      (error) => {
        this.#onWriteFault(error);
        return false;
      },
    );
  }

  /** Flushes for the last time. Rejects if that fails. */
  close(): Promise<void> {
    return this.#writing.run();
  }

  /** Drops counters of past minutes, so that they do not accumulate during a long outage. */
  #addTo(accountId: bigint, window: WindowName, number: number, used: number): void {
    const counters = this.#buffer.get(accountId) ?? [];
    const counter = counters.find((other) => other.number === number && other.window === window);
    if (counter !== undefined) {
      counter.used += used;
      return;
    }
    const kept = counters.filter(
      (other) => other.window === 'day' || window === 'day' || other.number >= number - 1,
    );
    this.#buffer.set(accountId, [...kept, { accountId, window, number, used }]);
  }

  async #write(): Promise<void> {
    await this.#writeAll();
    await this.#pruning.prune();
  }

  async #writeAll(): Promise<void> {
    // Sorted: two processes that lock the same counters in different orders would deadlock.
    const accounts = [...this.#buffer.keys()].sort((left, right) => (left < right ? -1 : 1));
    for (let first = 0; first < accounts.length; first += ACCOUNTS_PER_TRANSACTION) {
      await this.#writeBatch(accounts.slice(first, first + ACCOUNTS_PER_TRANSACTION));
    }
  }

  async #writeBatch(accounts: readonly bigint[]): Promise<void> {
    const taken = accounts.flatMap((account) => this.#take(account));
    try {
      await this.#database.write((transaction) => addToCounters(transaction, taken));
    } catch (error) {
      for (const { accountId, window, number, used } of taken) this.#addTo(accountId, window, number, used);
      throw error;
    }
  }

  #take(accountId: bigint): Counter[] {
    const counters = this.#buffer.get(accountId) ?? [];
    this.#buffer.delete(accountId);
    return counters;
  }
}
