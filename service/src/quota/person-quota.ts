import type { CounterTable } from './counter-table.ts';
import type { QuotaDecision } from './fixed-window.ts';
import { MinuteQuotas } from './minute-quotas.ts';
import type { Quota } from './plan.ts';

/**
 * The quota of a person, in each process. It is no part of the account's plan, so that a person cannot use up what the web site of
 * the shelter needs. A person at work sends far fewer requests; a page that repeats requests by mistake reaches it.
 */
const PERSON_QUOTA: Quota = { perMinute: 600, perDay: undefined };

const MAX_PERSONS = 10_000;

/** Counts the requests of persons. No one is banned: beyond the quota, requests wait for the next minute. */
export class PersonQuotas {
  readonly #quotas: MinuteQuotas;

  /** @param table that of all threads, if several count. */
  constructor(table?: CounterTable) {
    this.#quotas = new MinuteQuotas(PERSON_QUOTA, MAX_PERSONS, table);
  }

  consume(personId: bigint, now: number, count: number): QuotaDecision {
    return this.#quotas.consume(String(personId), now, count);
  }

  peek(personId: bigint, now: number): QuotaDecision {
    return this.#quotas.peek(String(personId), now);
  }
}
