import { addressKey } from '../http/requests/client-address.ts';
import { decideRequest, minuteOf, type QuotaDecision, windowsOf } from './fixed-window.ts';
import type { Quota } from './plan.ts';

/** What requests without a valid key may do, so that guessing keys meets a 429. */
export const ADDRESS_QUOTA: Quota = { perMinute: 300, perDay: undefined };

const MOST_ADDRESSES = 100_000;
/** The counter of all addresses that came after the table was full; no address is spelled like it. */
const SHARED = '';

/** Counts the requests without a valid key by client address, for one minute at a time and in bounded memory. */
export class AddressQuotas {
  readonly #most: number;
  #minute = 0;
  readonly #used = new Map<string, number>();

  constructor(most = MOST_ADDRESSES) {
    this.#most = most;
  }

  consume(address: string | undefined, now: number): QuotaDecision {
    const key = this.#keyOf(address, now);
    const decision = decideRequest(this.#usageOf(key), ADDRESS_QUOTA, now);
    if (decision.refusedBy === undefined) this.#used.set(key, (this.#used.get(key) ?? 0) + 1);
    return decision;
  }

  peek(address: string | undefined, now: number): QuotaDecision {
    return windowsOf(this.#usageOf(this.#keyOf(address, now)), ADDRESS_QUOTA, now);
  }

  #usageOf(key: string) {
    return { minute: this.#minute, minuteUsed: this.#used.get(key) ?? 0, day: 0, dayUsed: 0 };
  }

  /** An address is unknown once its peer has reset the connection. */
  #keyOf(address: string | undefined, now: number): string {
    if (this.#minute !== minuteOf(now)) {
      this.#minute = minuteOf(now);
      this.#used.clear();
    }
    const key = addressKey(address ?? '');
    return this.#used.has(key) || this.#used.size < this.#most ? key : SHARED;
  }
}
