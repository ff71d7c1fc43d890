import type { QuotaDecision, Windows } from './fixed-window.ts';
import type { Quota } from './plan.ts';

/** The account and the API key that a request is counted for. */
export interface QuotaSubject {
  readonly accountId: bigint;
  readonly keyId: bigint;
}

interface DecidedAt {
  /** The time of the decision in milliseconds. An engine that several processes share may have its own clock. */
  readonly at: number;
}

/** A decision; after a refusal with the number of strikes that the key has in this minute. */
export type QuotaVerdict = QuotaDecision & DecidedAt & { readonly strikes: number };

export type WindowsAt = Windows & DecidedAt;

/** Counts the requests of accounts. `test/contracts/quota.ts` is the contract of every engine. */
export interface QuotaEngine {
  /**
   * Counts one request in both windows, or refuses it and counts it in neither. Rejects with `service_unavailable` if the
   * usage of the account cannot be read.
   */
  consume(subject: QuotaSubject, quota: Quota, now: number): QuotaVerdict | Promise<QuotaVerdict>;
  /**
   * Counts synchronously; absent in an engine that cannot. Returns undefined and changes nothing if the request would be
   * refused.
   */
  admitSync?(subject: QuotaSubject, quota: Quota, now: number): QuotaDecision | undefined;
  /** Resets the strikes of a key after it was banned for them. */
  resetStrikes(subject: QuotaSubject): void | Promise<void>;
  /** Returns both windows and counts nothing. */
  peek(accountId: bigint, quota: Quota, now: number): WindowsAt | Promise<WindowsAt>;
  /** Saves the counters. The engine must not be used afterwards. */
  close(): Promise<void>;
}
