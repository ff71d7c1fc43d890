import type { Decision, Windows } from './fixed-window.ts';
import type { Quota } from './plan.ts';

/** Who sent a request. */
export interface Caller {
  readonly accountId: bigint;
  readonly keyId: bigint;
}

interface Decided {
  /** The time that it was decided by, in milliseconds: an engine of many processes has a clock of its own. */
  readonly at: number;
}

/** A decision, and after a refusal how many strikes the key has in this minute. */
export type Verdict = Decision & Decided & { readonly strikes: number };

export type Look = Windows & Decided;

/** Counts the requests of accounts. Every engine keeps this contract: `test/contracts/quota.ts`. */
export interface AccountQuotas {
  /**
   * Counts one request against both windows at once, or refuses it and counts it in neither. Rejects with
   * `service_unavailable` if what the account used cannot be found out.
   */
  consume(caller: Caller, quota: Quota, now: number): Verdict | Promise<Verdict>;
  /**
   * The same without waiting, where counting waits for nothing; undefined, with nothing changed, for a request that
   * would be refused.
   */
  admitAtOnce?(caller: Caller, quota: Quota, now: number): Decision | undefined;
  /** Forgets the strikes of a key that was banned for them. */
  forgetStrikes(caller: Caller): void | Promise<void>;
  /** Both windows without counting anything. */
  peek(accountId: bigint, quota: Quota, now: number): Look | Promise<Look>;
  /** Keeps what was counted, and counts no more. */
  close(): Promise<void>;
}
