import { hash } from 'node:crypto';
import { CounterTable } from './counter-table.ts';
import { decideRequest, minuteOf, type QuotaDecision, windowsOf } from './fixed-window.ts';
import type { Quota } from './plan.ts';

const USED = 0;
const FIELDS = 1;

/** Counts requests by their senders. It holds one minute at a time, in bounded memory of this process. */
export class SenderQuotas {
  readonly #quota: Quota;
  readonly #maxSenders: number;
  readonly #table: CounterTable;
  #minute = 0;
  /** The keys of senders of this minute, because a hash takes longer than everything else of a decision. */
  readonly #keys = new Map<string, bigint>();

  /** @param table that of all threads, if several count. */
  constructor(quota: Quota, maxSenders: number, table = new CounterTable(FIELDS)) {
    this.#quota = quota;
    this.#maxSenders = maxSenders;
    this.#table = table;
  }

  /** Counts `count` requests, unless the quota has fewer left. */
  consume(sender: string, now: number, count = 1): QuotaDecision {
    const key = this.#senderKey(sender, now);
    return this.#table.exclusivelyAt(now, (at) => {
      const row = this.#table.rowOf(this.#keyOf(key, at));
      const decision = decideRequest(this.#usageOf(row, at), this.#quota, at, count);
      if (decision.refusedBy === undefined) this.#table.set(row, USED, this.#table.get(row, USED) + count);
      return decision;
    });
  }

  peek(sender: string, now: number): QuotaDecision {
    const key = this.#senderKey(sender, now);
    return this.#table.exclusivelyAt(now, (at) => {
      const known = this.#keyOf(key, at);
      const row = this.#table.has(known) ? this.#table.rowOf(known) : undefined;
      return windowsOf(this.#usageOf(row, at), this.#quota, at);
    });
  }

  #senderKey(sender: string, now: number): bigint {
    if (this.#minute !== minuteOf(now)) {
      this.#minute = minuteOf(now);
      this.#keys.clear();
    }
    const known = this.#keys.get(sender);
    if (known !== undefined) return known;
    const key = senderKey(sender);
    if (this.#keys.size < this.#maxSenders) this.#keys.set(sender, key);
    return key;
  }

  #usageOf(row: number | undefined, now: number) {
    const minuteUsed = row === undefined ? 0 : this.#table.get(row, USED);
    return { minute: minuteOf(now), minuteUsed, day: 0, dayUsed: 0 };
  }

  #keyOf(key: bigint, now: number): bigint {
    this.#table.startWindow(minuteOf(now));
    return keyWithPlace(this.#table, key, this.#maxSenders);
  }
}

/** Returns the key of a sender in a table. No one can find a second name whose hash begins with the same 64 bits. */
export function senderKey(sender: string): bigint {
  return hash('sha256', sender, 'buffer').readBigInt64LE();
}

/** When a table is full, all further senders share the counter of this one. No sender has this name. */
const SHARED_KEY = senderKey('');

/** Returns the key under which a sender is counted in a table of at most `maxSenders`. */
export function keyWithPlace(table: CounterTable, key: bigint, maxSenders: number): bigint {
  return table.size < maxSenders || table.has(key) ? key : SHARED_KEY;
}
