import type { QuotaDecision, Windows } from './fixed-window.ts';
import type { Quota } from './plan.ts';

/** The account and the API key that a request is counted for. Both ids are negative for the persons of an account (`sender.ts`). */
export interface QuotaSubject {
  readonly accountId: bigint;
  /** The first key of its rotations: a key and its successors share their strikes. */
  readonly keyId: bigint;
}

interface DecidedAt {
  /** The time of the decision in milliseconds. An engine that several processes share may have its own clock. */
  readonly at: number;
}

/** A decision, and the strikes of the key in this minute if the request is rejected. */
export type QuotaVerdict = QuotaDecision & DecidedAt & { readonly strikes: number };

export type WindowsAt = Windows & DecidedAt;

/** Counts the requests of accounts. `test/contracts/quota.ts` is the contract of every engine. */
export interface QuotaEngine {
  /**
   * Counts one request, or `count` together, in both windows, or rejects them and counts them in neither. Rejects with
   * `service_unavailable` if the usage of the account cannot be read.
   */
  consume(
    subject: QuotaSubject,
    quota: Quota,
    now: number,
    count?: number,
  ): QuotaVerdict | Promise<QuotaVerdict>;
  /**
   * Takes back `count` requests that were counted at `at`, from the windows that have not ended. Returns both windows after
   * it; undefined if they cannot be read.
   */
  giveBack(
    accountId: bigint,
    quota: Quota,
    at: number,
    count: number,
  ): WindowsAt | Promise<WindowsAt | undefined>;
  /** Resets the strikes of a key after it was banned for them. */
  resetStrikes(subject: QuotaSubject): void | Promise<void>;
  /** Returns both windows and counts nothing. */
  peek(accountId: bigint, quota: Quota, now: number): WindowsAt | Promise<WindowsAt>;
  /** Saves the counters. The engine must not be used afterwards. */
  close(): Promise<void>;
}
