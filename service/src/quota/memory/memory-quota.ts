import { type Clock, SECOND } from '../../core/clock.ts';
import { CoalescedTask } from '../../core/single-flight.ts';
import type { Database } from '../../database/database.ts';
import {
  countRequest,
  dayOf,
  decideRequest,
  minuteOf,
  type QuotaDecision,
  windowsOf,
} from '../fixed-window.ts';
import type { Quota } from '../plan.ts';
import type { QuotaEngine, QuotaSubject, QuotaVerdict, WindowsAt } from '../quota-engine.ts';
import { Strikes, strikesOf } from '../strikes.ts';
import { type Counter, CounterPruning, eachCounter, saveCounters } from '../usage-store.ts';
import { UsageTable } from './usage-table.ts';

const WRITE_BEHIND_MS = SECOND;
const ACCOUNTS_PER_TRANSACTION = 500;

/**
 * The embedded engine's quotas: counted in memory, written behind every second and when it closes, read back at the
 * start. A restart gives nobody a fresh day; a crash forgets at most a second of counts.
 */
export class MemoryQuotas implements QuotaEngine {
  readonly #database: Database;
  readonly #pruning: CounterPruning;
  readonly #onWriteFault: (error: unknown) => void;
  readonly #table = new UsageTable();
  readonly #strikes = new Strikes();
  readonly #stopWriting: () => void;
  readonly #writing = new CoalescedTask(() => this.#write());

  private constructor(database: Database, clock: Clock, onWriteFault: (error: unknown) => void) {
    this.#database = database;
    this.#pruning = new CounterPruning(database, clock);
    this.#onWriteFault = onWriteFault;
    this.#stopWriting = clock.every(WRITE_BEHIND_MS, () => this.#writeBehind());
  }

  /** @param onWriteFault told when counters could not be written; they are kept and tried again a second later. */
  static async open(
    database: Database,
    clock: Clock,
    onWriteFault: (error: unknown) => void,
  ): Promise<MemoryQuotas> {
    const quotas = new MemoryQuotas(database, clock, onWriteFault);
    const { read } = database;
    const now = clock.now();
    for await (const counter of eachCounter(read, 'minute', minuteOf(now))) quotas.#restore(counter);
    for await (const counter of eachCounter(read, 'day', dayOf(now))) quotas.#restore(counter);
    return quotas;
  }

  consume(caller: QuotaSubject, quota: Quota, now: number): QuotaVerdict {
    const decision = this.#count(this.#table.slotOf(caller.accountId), quota, now);
    const { refusedBy } = decision;
    const strikes =
      refusedBy === undefined ? 0 : strikesOf(this.#strikes.addRefusal(caller, refusedBy, now), quota);
    return { ...decision, strikes, at: now };
  }

  admitSync({ accountId }: QuotaSubject, quota: Quota, now: number): QuotaDecision | undefined {
    const decision = this.#count(this.#table.slotOf(accountId), quota, now);
    return decision.refusedBy === undefined ? decision : undefined;
  }

  #count(slot: number, quota: Quota, now: number): QuotaDecision {
    const usage = this.#table.read(slot);
    const decision = decideRequest(usage, quota, now);
    if (decision.refusedBy !== undefined) return decision;
    this.#table.write(slot, countRequest(usage, now));
    this.#table.markChanged(slot);
    return decision;
  }

  resetStrikes({ keyId }: QuotaSubject): void {
    this.#strikes.reset(keyId);
  }

  peek(accountId: bigint, quota: Quota, now: number): WindowsAt {
    return { ...windowsOf(this.#table.read(this.#table.slotOf(accountId)), quota, now), at: now };
  }

  async close(): Promise<void> {
    this.#stopWriting();
    await this.#writing.run();
  }

  #restore(counter: Counter): void {
    const slot = this.#table.slotOf(counter.accountId);
    const usage = this.#table.read(slot);
    if (counter.window === 'minute') {
      this.#table.write(slot, { ...usage, minute: counter.number, minuteUsed: counter.used });
    } else {
      this.#table.write(slot, { ...usage, day: counter.number, dayUsed: counter.used });
    }
  }

  /** One write at a time: a slow disk must not pile up writes of the same counters. */
  #writeBehind(): void {
    this.#writing.run().catch(this.#onWriteFault);
  }

  /** What is old goes last: while it does, requests of the next minute or day would overwrite what was not written. */
  async #write(): Promise<void> {
    await this.#writeChanged();
    await this.#pruning.prune();
  }

  async #writeChanged(): Promise<void> {
    for (;;) {
      const changed = this.#table.takeChanged(ACCOUNTS_PER_TRANSACTION);
      if (changed.length === 0) return;
      try {
        const counters = changed.flatMap(({ accountId, usage }) => countersOf(accountId, usage));
        await this.#database.write((transaction) => saveCounters(transaction, counters), 'crash');
      } catch (error) {
        for (const { slot } of changed) this.#table.markChanged(slot);
        throw error;
      }
    }
  }
}

function countersOf(
  accountId: bigint,
  usage: { minute: number; minuteUsed: number; day: number; dayUsed: number },
): Counter[] {
  return [
    { accountId, window: 'minute', number: usage.minute, used: usage.minuteUsed },
    { accountId, window: 'day', number: usage.day, used: usage.dayUsed },
  ];
}
