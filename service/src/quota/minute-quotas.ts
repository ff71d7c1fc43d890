import { decideRequest, minuteOf, type QuotaDecision, windowsOf } from './fixed-window.ts';
import type { Quota } from './plan.ts';

/** When the table is full, all further senders share the counter with this key. No sender has this key. */
const SHARED_KEY = '';

/** Counts requests by their senders. It holds one minute at a time, in bounded memory of this process. */
export class MinuteQuotas {
  readonly #quota: Quota;
  readonly #maxSenders: number;
  #minute = 0;
  readonly #used = new Map<string, number>();

  constructor(quota: Quota, maxSenders: number) {
    this.#quota = quota;
    this.#maxSenders = maxSenders;
  }

  /** Counts `count` requests, unless the quota has fewer left. */
  consume(sender: string, now: number, count = 1): QuotaDecision {
    const key = this.#keyOf(sender, now);
    const decision = decideRequest(this.#usageOf(key), this.#quota, now, count);
    if (decision.refusedBy === undefined) this.#used.set(key, (this.#used.get(key) ?? 0) + count);
    return decision;
  }

  peek(sender: string, now: number): QuotaDecision {
    return windowsOf(this.#usageOf(this.#keyOf(sender, now)), this.#quota, now);
  }

  #usageOf(key: string) {
    return { minute: this.#minute, minuteUsed: this.#used.get(key) ?? 0, day: 0, dayUsed: 0 };
  }

  #keyOf(sender: string, now: number): string {
    if (this.#minute !== minuteOf(now)) {
      this.#minute = minuteOf(now);
      this.#used.clear();
    }
    return this.#used.has(sender) || this.#used.size < this.#maxSenders ? sender : SHARED_KEY;
  }
}
