import type { QuotaDecision, Windows } from './fixed-window.ts';
import type { Quota } from './plan.ts';

/** Who sent a request. */
export interface QuotaSubject {
  readonly accountId: bigint;
  readonly keyId: bigint;
}

interface DecidedAt {
  /** The time that it was decided by, in milliseconds: an engine of many processes has a clock of its own. */
  readonly at: number;
}

/** A decision, and after a refusal how many strikes the key has in this minute. */
export type QuotaVerdict = QuotaDecision & DecidedAt & { readonly strikes: number };

export type WindowsAt = Windows & DecidedAt;

/** Counts the requests of accounts. Every engine keeps this contract: `test/contracts/quota.ts`. */
export interface QuotaEngine {
  /**
   * Counts one request against both windows at once, or refuses it and counts it in neither. Rejects with
   * `service_unavailable` if what the account used cannot be found out.
   */
  consume(caller: QuotaSubject, quota: Quota, now: number): QuotaVerdict | Promise<QuotaVerdict>;
  /**
   * The same without waiting, where counting waits for nothing; undefined, with nothing changed, for a request that
   * would be refused.
   */
  admitSync?(caller: QuotaSubject, quota: Quota, now: number): QuotaDecision | undefined;
  /** Forgets the strikes of a key that was banned for them. */
  resetStrikes(caller: QuotaSubject): void | Promise<void>;
  /** Both windows without counting anything. */
  peek(accountId: bigint, quota: Quota, now: number): WindowsAt | Promise<WindowsAt>;
  /** Keeps what was counted, and counts no more. */
  close(): Promise<void>;
}
