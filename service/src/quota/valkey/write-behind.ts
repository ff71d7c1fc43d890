import type { Clock } from '../../core/clock.ts';
import { CoalescedTask } from '../../core/single-flight.ts';
import type { Database } from '../../database/database.ts';
import { dayOf, minuteOf, type WindowName } from '../fixed-window.ts';
import { addToCounters, type Counter, CounterPruning } from '../usage-store.ts';

const ACCOUNTS_PER_TRANSACTION = 500;

/**
 * What this process admitted and the database does not know of yet. Every process adds its own, so the counters there
 * are those of all: the operator and the account look back on them, and a Valkey that lost its memory learns from them.
 */
export class WriteBehind {
  readonly #database: Database;
  readonly #pruning: CounterPruning;
  readonly #onWriteFault: (error: unknown) => void;
  #admitted = new Map<bigint, Counter[]>();
  readonly #writing = new CoalescedTask(() => this.#write());

  constructor(database: Database, clock: Clock, onWriteFault: (error: unknown) => void) {
    this.#database = database;
    this.#pruning = new CounterPruning(database, clock);
    this.#onWriteFault = onWriteFault;
  }

  /** Notes a request of an account that was admitted at a time. */
  add(accountId: bigint, at: number): void {
    this.#addTo(accountId, 'minute', minuteOf(at), 1);
    this.#addTo(accountId, 'day', dayOf(at), 1);
  }

  /** Writes all, and says whether it could; what could not be written is kept, and told of. Never rejects. */
  flush(): Promise<boolean> {
    return this.#writing.run().then(
      () => true,
      (error) => {
        this.#onWriteFault(error);
        return false;
      },
    );
  }

  /** The last flush. Rejects if it cannot be written. */
  close(): Promise<void> {
    return this.#writing.run();
  }

  /** A minute that is over is worth nothing to anybody: without this, a long fault would pile them up. */
  #addTo(accountId: bigint, window: WindowName, number: number, used: number): void {
    const counters = this.#admitted.get(accountId) ?? [];
    const counter = counters.find((one) => one.number === number && one.window === window);
    if (counter !== undefined) {
      counter.used += used;
      return;
    }
    const kept = counters.filter(
      (one) => one.window === 'day' || window === 'day' || one.number >= number - 1,
    );
    this.#admitted.set(accountId, [...kept, { accountId, window, number, used }]);
  }

  async #write(): Promise<void> {
    await this.#writeAll();
    await this.#pruning.prune();
  }

  async #writeAll(): Promise<void> {
    // In the order of the accounts: two processes that add to the same ones would else wait for each other.
    const accounts = [...this.#admitted.keys()].sort((one, other) => (one < other ? -1 : 1));
    for (let first = 0; first < accounts.length; first += ACCOUNTS_PER_TRANSACTION) {
      await this.#writeSome(accounts.slice(first, first + ACCOUNTS_PER_TRANSACTION));
    }
  }

  async #writeSome(accounts: readonly bigint[]): Promise<void> {
    const taken = accounts.flatMap((account) => this.#take(account));
    try {
      await this.#database.write((transaction) => addToCounters(transaction, taken));
    } catch (error) {
      for (const { accountId, window, number, used } of taken) this.#addTo(accountId, window, number, used);
      throw error;
    }
  }

  #take(accountId: bigint): Counter[] {
    const counters = this.#admitted.get(accountId) ?? [];
    this.#admitted.delete(accountId);
    return counters;
  }
}
