import { addressKey } from '../http/requests/client-address.ts';
import { decideRequest, minuteOf, type QuotaDecision, windowsOf } from './fixed-window.ts';
import type { Quota } from './plan.ts';

/** The quota of a client address for requests without a valid key, so that guessing keys ends with a 429, and for those that explain a used-up quota. */
export const ADDRESS_QUOTA: Quota = { perMinute: 300, perDay: undefined };

const MAX_ADDRESSES = 100_000;
/** When the table is full, all further addresses share the counter with this key. No address has this key. */
const SHARED_KEY = '';

/** Counts requests by client address: by default those without a valid key. It holds one minute at a time, in bounded memory. */
export class AddressQuotas {
  readonly #quota: Quota;
  readonly #maxAddresses: number;
  #minute = 0;
  readonly #used = new Map<string, number>();

  constructor(quota = ADDRESS_QUOTA, maxAddresses = MAX_ADDRESSES) {
    this.#quota = quota;
    this.#maxAddresses = maxAddresses;
  }

  consume(address: string | undefined, now: number): QuotaDecision {
    const key = this.#keyOf(address, now);
    const decision = decideRequest(this.#usageOf(key), this.#quota, now);
    if (decision.refusedBy === undefined) this.#used.set(key, (this.#used.get(key) ?? 0) + 1);
    return decision;
  }

  peek(address: string | undefined, now: number): QuotaDecision {
    return windowsOf(this.#usageOf(this.#keyOf(address, now)), this.#quota, now);
  }

  #usageOf(key: string) {
    return { minute: this.#minute, minuteUsed: this.#used.get(key) ?? 0, day: 0, dayUsed: 0 };
  }

  /** @param address undefined after the peer has reset the connection. */
  #keyOf(address: string | undefined, now: number): string {
    if (this.#minute !== minuteOf(now)) {
      this.#minute = minuteOf(now);
      this.#used.clear();
    }
    const key = addressKey(address ?? '');
    return this.#used.has(key) || this.#used.size < this.#maxAddresses ? key : SHARED_KEY;
  }
}
