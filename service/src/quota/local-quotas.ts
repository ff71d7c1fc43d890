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
import { RefusalCounts, strikesOf } from './strikes.ts';

const INITIAL_CAPACITY = 1024;
/** The fields of an account are adjacent, because with a million accounts most of a decision's time is memory latency. */
const FIELDS = 4;

/** Counts requests and refusals in the memory of this process. */
export class LocalQuotas {
  readonly usages = new UsageTable();
  readonly #refusals = new RefusalCounts();

  /**
   * Counts `count` requests, or rejects them and counts one refusal.
   *
   * @param limits what this process may admit. The strikes are those of the whole quota.
   */
  consume(subject: QuotaSubject, quota: Quota, now: number, count: number, limits = quota): QuotaVerdict {
    const slot = this.usages.slotOf(subject.accountId);
    const usage = this.usages.read(slot);
    const decision = decideRequest(usage, limits, now, count);
    const { refusedBy } = decision;
    if (refusedBy !== undefined) {
      const strikes = strikesOf(this.#refusals.addRefusal(subject, refusedBy, now), quota);
      return { ...decision, strikes, at: now };
    }
    this.usages.write(slot, usageAfter(usage, now, count));
    this.usages.markChanged(slot);
    return { ...decision, strikes: 0, at: now };
  }

  /** Takes back requests that were counted at `at`. Returns the windows after it. */
  giveBack(accountId: bigint, limits: Quota, at: number, count: number): Windows {
    const slot = this.usages.slotOf(accountId);
    const usage = usageBefore(this.usages.read(slot), at, count);
    this.usages.write(slot, usage);
    this.usages.markChanged(slot);
    return windowsOf(usage, limits, at);
  }

  peek(accountId: bigint, limits: Quota, now: number): Windows {
    return windowsOf(this.usages.read(this.usages.slotOf(accountId)), limits, now);
  }

  resetStrikes(keyId: bigint): void {
    this.#refusals.reset(keyId);
  }
}

/**
 * The usage of many accounts in little memory: four integers per account in a typed array, and a list of changed
 * accounts. With a million accounts each takes about 100 bytes, the map included (`npm run bench -- quota`).
 */
export class UsageTable {
  readonly #slots = new Map<bigint, number>();
  #accounts = new BigInt64Array(INITIAL_CAPACITY);
  #usages = new Uint32Array(INITIAL_CAPACITY * FIELDS);
  #isChanged = new Uint8Array(INITIAL_CAPACITY);
  readonly #changed: number[] = [];

  /** Returns the slot of an account, and allocates one for a new account. */
  slotOf(accountId: bigint): number {
    const known = this.#slots.get(accountId);
    if (known !== undefined) return known;
    const slot = this.#slots.size;
    if (slot === this.#accounts.length) this.#grow();
    this.#slots.set(accountId, slot);
    this.#accounts[slot] = accountId;
    return slot;
  }

  read(slot: number): Usage {
    const at = slot * FIELDS;
    return {
      minute: this.#usages[at] ?? 0,
      minuteUsed: this.#usages[at + 1] ?? 0,
      day: this.#usages[at + 2] ?? 0,
      dayUsed: this.#usages[at + 3] ?? 0,
    };
  }

  write(slot: number, usage: Usage): void {
    const at = slot * FIELDS;
    this.#usages[at] = usage.minute;
    this.#usages[at + 1] = usage.minuteUsed;
    this.#usages[at + 2] = usage.day;
    this.#usages[at + 3] = usage.dayUsed;
  }

  markChanged(slot: number): void {
    if (this.#isChanged[slot] === 1) return;
    this.#isChanged[slot] = 1;
    this.#changed.push(slot);
  }

  get changedCount(): number {
    return this.#changed.length;
  }

  /** Returns the slots of up to `max` changed accounts in the order of their ids, and marks them as unchanged. */
  takeChanged(max: number): number[] {
    const ids = this.#changed.splice(0, max).map((slot) => this.accountOf(slot));
    return Array.from(BigInt64Array.from(ids).sort(), (id) => {
      const slot = this.slotOf(id);
      this.#isChanged[slot] = 0;
      return slot;
    });
  }

  accountOf(slot: number): bigint {
    return this.#accounts[slot] ?? 0n;
  }

  #grow(): void {
    const [accounts, usages, isChanged] = [this.#accounts, this.#usages, this.#isChanged];
    this.#accounts = new BigInt64Array(accounts.length * 2);
    this.#accounts.set(accounts);
    this.#usages = new Uint32Array(usages.length * 2);
    this.#usages.set(usages);
    this.#isChanged = new Uint8Array(isChanged.length * 2);
    this.#isChanged.set(isChanged);
  }
}
