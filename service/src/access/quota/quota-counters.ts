import type { CounterTable } from './counter-table.ts';
import {
  decideRequest,
  type Usage,
  usageAfter,
  usageBefore,
  type Windows,
  windowsOf,
} from './fixed-window.ts';
import type { Quota } from './plan.ts';
import type { QuotaSubject, QuotaVerdict } from './quota-engine.ts';
import { type SharedTables, tableOf } from './shared-tables.ts';
import { RefusalCounts, strikesOf } from './strikes.ts';

/** The fields of an account are adjacent, because with a million accounts most of a decision's time is memory latency. */
const FIELD = { minute: 0, minuteUsed: 1, day: 2, dayUsed: 3, isChanged: 4, changedSlot: 5 } as const;

/** Counts requests and refusals in the memory of this process. */
export class QuotaCounters {
  readonly usages: UsageTable;
  readonly #refusals: RefusalCounts;

  /** @param shared the tables of all threads, if several count. */
  constructor(shared?: SharedTables) {
    this.usages = new UsageTable(tableOf(shared, 'usages'));
    this.#refusals = new RefusalCounts(shared);
  }

  /**
   * Counts `count` requests, or rejects them and counts one refusal.
   *
   * @param limits what this process may admit. The strikes are those of the whole quota.
   */
  consume(subject: QuotaSubject, quota: Quota, now: number, count: number, limits = quota): QuotaVerdict {
    return this.usages.exclusivelyAt(now, (at) => this.#consume(subject, quota, at, count, limits));
  }

  #consume(subject: QuotaSubject, quota: Quota, now: number, count: number, limits: Quota): QuotaVerdict {
    const slot = this.usages.slotOf(subject.accountId);
    const usage = this.usages.read(slot);
    const decision = decideRequest(usage, limits, now, count);
    const { refusedBy } = decision;
    if (refusedBy !== undefined) {
      const strikes = strikesOf(this.#refusals.addRefusal(subject, refusedBy, now), quota);
      return { ...decision, strikes, at: now };
    }
    this.usages.write(slot, usageAfter(usage, now, count));
    if (isStored(quota)) this.usages.markChanged(slot);
    return { ...decision, strikes: 0, at: now };
  }

  /** Takes back requests that were counted at `at`. Returns the windows after it. */
  giveBack(accountId: bigint, limits: Quota, at: number, count: number): Windows {
    const usage = this.usages.exclusively(() => {
      const slot = this.usages.slotOf(accountId);
      const before = usageBefore(this.usages.read(slot), at, count);
      this.usages.write(slot, before);
      if (isStored(limits)) this.usages.markChanged(slot);
      return before;
    });
    return windowsOf(usage, limits, at);
  }

  peek(accountId: bigint, limits: Quota, now: number): Windows {
    const usage = this.usages.exclusively(() => this.usages.read(this.usages.slotOf(accountId)));
    return windowsOf(usage, limits, now);
  }

  resetStrikes(keyId: bigint): void {
    this.usages.exclusively(() => this.#refusals.reset(keyId));
  }
}

/** Returns true if requests are counted in the store as well, so that a restart resets no quota. A minute alone is soon over. */
export function isStored({ perDay }: Quota): boolean {
  return perDay !== undefined;
}

/** The usage of many accounts, and a list of those that have changed. */
export class UsageTable {
  readonly #table: CounterTable;

  constructor(table = tableOf(undefined, 'usages')) {
    this.#table = table;
  }

  /** Runs `work` while no other thread counts. */
  exclusively<T>(work: () => T): T {
    return this.#table.exclusively(work);
  }

  /** The same, with the time at which something is counted. */
  exclusivelyAt<T>(now: number, work: (at: number) => T): T {
    return this.#table.exclusivelyAt(now, work);
  }

  /** Returns the slot of an account, and allocates one for a new account. */
  slotOf(accountId: bigint): number {
    return this.#table.rowOf(accountId);
  }

  read(slot: number): Usage {
    return readUsage(this.#table, slot);
  }

  write(slot: number, usage: Usage): void {
    writeUsage(this.#table, slot, usage);
  }

  markChanged(slot: number): void {
    const table = this.#table;
    if (table.get(slot, FIELD.isChanged) === 1) return;
    table.set(slot, FIELD.isChanged, 1);
    table.set(table.listed, FIELD.changedSlot, slot);
    table.listed += 1;
  }

  get changedCount(): number {
    return this.#table.listed;
  }

  /** Returns the slots of up to `max` changed accounts in the order of their ids, and marks them as unchanged. */
  takeChanged(max: number): number[] {
    const table = this.#table;
    const [count, listed] = [Math.min(max, table.listed), table.listed];
    const ids = new BigInt64Array(count);
    for (let place = 0; place < count; place += 1) {
      ids[place] = this.accountOf(table.get(place, FIELD.changedSlot));
    }
    for (let place = count; place < listed; place += 1) {
      table.set(place - count, FIELD.changedSlot, table.get(place, FIELD.changedSlot));
    }
    table.listed = listed - count;
    return Array.from(ids.sort(), (id) => {
      const slot = this.slotOf(id);
      table.set(slot, FIELD.isChanged, 0);
      return slot;
    });
  }

  accountOf(slot: number): bigint {
    return this.#table.keyOf(slot);
  }
}

/** Returns the usage in the first fields of a row. */
export function readUsage(table: CounterTable, row: number): Usage {
  return {
    minute: table.get(row, FIELD.minute),
    minuteUsed: table.get(row, FIELD.minuteUsed),
    day: table.get(row, FIELD.day),
    dayUsed: table.get(row, FIELD.dayUsed),
  };
}

export function writeUsage(table: CounterTable, row: number, usage: Usage): void {
  table.set(row, FIELD.minute, usage.minute);
  table.set(row, FIELD.minuteUsed, usage.minuteUsed);
  table.set(row, FIELD.day, usage.day);
  table.set(row, FIELD.dayUsed, usage.dayUsed);
}
