import { addressKey } from '../../platform/http/requests/client-address.ts';
import type { CounterTable } from './counter-table.ts';
import type { QuotaDecision } from './fixed-window.ts';
import type { Quota } from './plan.ts';
import { SenderQuotas } from './sender-quotas.ts';

/** The quota of a client address for requests without a valid key, so that guessing keys ends with a 429, and for those that explain a used-up quota. */
export const ADDRESS_QUOTA: Quota = { perMinute: 300, perDay: undefined };

const MAX_ADDRESSES = 100_000;

/** Counts requests by client address: by default those without a valid key. */
export class AddressQuotas {
  readonly #quotas: SenderQuotas;

  /** @param table that of all threads, if several count. */
  constructor(quota = ADDRESS_QUOTA, table?: CounterTable, maxAddresses = MAX_ADDRESSES) {
    this.#quotas = new SenderQuotas(quota, maxAddresses, table);
  }

  /** @param address undefined after the peer has reset the connection. */
  consume(address: string | undefined, now: number): QuotaDecision {
    return this.#quotas.consume(addressKey(address ?? ''), now);
  }

  peek(address: string | undefined, now: number): QuotaDecision {
    return this.#quotas.peek(addressKey(address ?? ''), now);
  }
}
