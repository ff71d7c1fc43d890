import { type Clock, SECOND } from '../core/clock.ts';
import { CoalescedTask } from '../core/tasks/single-flight.ts';
import type { Database } from '../database/database.ts';
import { CounterPruning } from './counter-pruning.ts';
import { dayOf, minuteOf } from './fixed-window.ts';
import { LocalQuotas, type UsageTable } from './local-quotas.ts';
import type { Quota } from './plan.ts';
import type { QuotaEngine, QuotaSubject, QuotaVerdict, WindowsAt } from './quota-engine.ts';
import { type Counter, eachCounter, saveCounters } from './usage-queries.ts';

const WRITE_BEHIND_MS = SECOND;
const ACCOUNTS_PER_TRANSACTION = 500;
/** How many accounts are sorted at once. It takes about 10 ms. */
const ACCOUNTS_PER_SORT = 20_000;

/**
 * The quota engine of a single process. It counts in memory, writes the counters every second and when it closes
 * (write-behind), and reads them at the start. A restart therefore resets no quota; a crash loses at most a second.
 */
export class MemoryQuotas implements QuotaEngine {
  readonly #database: Database;
  readonly #pruning: CounterPruning;
  readonly #onWriteFault: (error: unknown) => void;
  readonly #local = new LocalQuotas();
  readonly #stopWriting: () => void;
  /** One write at a time, so that writes do not accumulate on a slow disk. */
  readonly #writing = new CoalescedTask(() => this.#write());

  private constructor(database: Database, clock: Clock, onWriteFault: (error: unknown) => void) {
    this.#database = database;
    this.#pruning = new CounterPruning(database, clock);
    this.#onWriteFault = onWriteFault;
    this.#stopWriting = clock.every(WRITE_BEHIND_MS, () => this.#writeBehind());
  }

  get #usages(): UsageTable {
    return this.#local.usages;
  }

  /** @param onWriteFault called when counters could not be written; they are kept and written a second later. */
  static async open(
    database: Database,
    clock: Clock,
    onWriteFault: (error: unknown) => void,
  ): Promise<MemoryQuotas> {
    const quotas = new MemoryQuotas(database, clock, onWriteFault);
    const { read } = database;
    const now = clock.now();
    for await (const counter of eachCounter(read, 'minute', minuteOf(now))) quotas.#load(counter);
    for await (const counter of eachCounter(read, 'day', dayOf(now))) quotas.#load(counter);
    return quotas;
  }

  consume(subject: QuotaSubject, quota: Quota, now: number, count = 1): QuotaVerdict {
    return this.#local.consume(subject, quota, now, count);
  }

  giveBack(accountId: bigint, quota: Quota, at: number, count: number): WindowsAt {
    return { ...this.#local.giveBack(accountId, quota, at, count), at };
  }

  resetStrikes({ keyId }: QuotaSubject): void {
    this.#local.resetStrikes(keyId);
  }

  peek(accountId: bigint, quota: Quota, now: number): WindowsAt {
    return { ...this.#local.peek(accountId, quota, now), at: now };
  }

  async close(): Promise<void> {
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
      await this.#writeSorted(this.#usages.takeChanged(Math.min(left, ACCOUNTS_PER_SORT)));
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
        for (const slot of slots.slice(first)) this.#usages.markChanged(slot);
        throw error;
      }
    }
  }

  #countersOf(slot: number): Counter[] {
    const accountId = this.#usages.accountOf(slot);
    const { minute, minuteUsed, day, dayUsed } = this.#usages.read(slot);
    return [
      { accountId, window: 'minute', number: minute, used: minuteUsed },
      { accountId, window: 'day', number: day, used: dayUsed },
    ];
  }
}
