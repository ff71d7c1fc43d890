import { type Clock, SECOND } from '../../platform/core/clock.ts';
import { CoalescedTask } from '../../platform/core/tasks/single-flight.ts';
import type { Database } from '../../platform/database/database.ts';
import { CounterPruning } from './counter-pruning.ts';
import { dayOf, minuteOf } from './fixed-window.ts';
import { QuotaCounters, type UsageTable } from './quota-counters.ts';
import { SharedQuotas } from './shared-quotas.ts';
import { type Counter, eachCounter, saveCounters } from './usage-queries.ts';

const WRITE_BEHIND_MS = SECOND;
const ACCOUNTS_PER_TRANSACTION = 500;
/** How many accounts are sorted at once. It takes about 10 ms. */
const ACCOUNTS_PER_SORT = 20_000;

/**
 * The quota engine of a single process. It counts in memory, writes the counters every second and when it closes
 * (write-behind), and reads them at the start. A restart therefore resets no quota; a crash loses at most a second.
 */
export class WriteBehindQuotas extends SharedQuotas {
  readonly #database: Database;
  readonly #pruning: CounterPruning;
  readonly #onWriteFault: (error: unknown) => void;
  readonly #stopWriting: () => void;
  /** One write at a time, so that writes do not accumulate on a slow disk. */
  readonly #writing = new CoalescedTask(() => this.#write());

  private constructor(
    { database, clock, local }: { database: Database; clock: Clock; local: QuotaCounters },
    onWriteFault: (error: unknown) => void,
  ) {
    super(local);
    this.#database = database;
    this.#pruning = new CounterPruning(database, clock);
    this.#onWriteFault = onWriteFault;
    this.#stopWriting = clock.every(WRITE_BEHIND_MS, () => this.#writeBehind());
  }

  get #usages(): UsageTable {
    return this.local.usages;
  }

  /**
   * @param onWriteFault called when counters could not be written; they are kept and written a second later.
   * @param local counts, together with the other threads of the process.
   */
  static async open(
    database: Database,
    clock: Clock,
    onWriteFault: (error: unknown) => void,
    local = new QuotaCounters(),
  ): Promise<WriteBehindQuotas> {
    const quotas = new WriteBehindQuotas({ database, clock, local }, onWriteFault);
    const { read } = database;
    const now = clock.now();
    for await (const counter of eachCounter(read, 'minute', minuteOf(now))) quotas.#load(counter);
    for await (const counter of eachCounter(read, 'day', dayOf(now))) quotas.#load(counter);
    return quotas;
  }

  override async close(): Promise<void> {
    this.#stopWriting();
    await this.#writing.run();
  }

  #load(counter: Counter): void {
    const slot = this.#usages.slotOf(counter.accountId);
    const usage = this.#usages.read(slot);
    if (counter.window === 'minute') {
      this.#usages.write(slot, { ...usage, minute: counter.number, minuteUsed: counter.used });
    } else {
      this.#usages.write(slot, { ...usage, day: counter.number, dayUsed: counter.used });
    }
  }

  #writeBehind(): void {
    this.#writing.run().catch(this.#onWriteFault);
  }

  /** Prunes last: otherwise requests of the next window could overwrite counts that are not written yet. */
  async #write(): Promise<void> {
    await this.#writeChanged();
    await this.#pruning.prune();
  }

  /**
   * Writes the accounts that have changed until now, sorted by their ids. Then each page of the store is written in one
   * transaction: in the order of the requests, writing takes two to three times as long.
   */
  async #writeChanged(): Promise<void> {
    for (let left = this.#usages.changedCount; left > 0; left -= ACCOUNTS_PER_SORT) {
      const max = Math.min(left, ACCOUNTS_PER_SORT);
      await this.#writeSorted(this.#usages.exclusively(() => this.#usages.takeChanged(max)));
    }
  }

  async #writeSorted(slots: readonly number[]): Promise<void> {
    for (let first = 0; first < slots.length; first += ACCOUNTS_PER_TRANSACTION) {
      const counters = slots
        .slice(first, first + ACCOUNTS_PER_TRANSACTION)
        .flatMap((slot) => this.#countersOf(slot));
      try {
        await this.#database.write((transaction) => saveCounters(transaction, counters), {
          commit: 'asynchronous',
        });
      } catch (error) {
        this.#usages.exclusively(() => {
          for (const slot of slots.slice(first)) this.#usages.markChanged(slot);
        });
        throw error;
      }
    }
  }

  #countersOf(slot: number): Counter[] {
    const { accountId, minute, minuteUsed, day, dayUsed } = this.#usages.exclusively(() => ({
      accountId: this.#usages.accountOf(slot),
      ...this.#usages.read(slot),
    }));
    return [
      { accountId, window: 'minute', number: minute, used: minuteUsed },
      { accountId, window: 'day', number: day, used: dayUsed },
    ];
  }
}
