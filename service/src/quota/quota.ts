import type { Decision, Windows } from './decide.ts';
import type { Quota } from './plan.ts';

/** A decision, and after a refusal how many strikes the key has in this minute. */
export type Verdict = Decision & { readonly strikes: number };

/** Counts the requests of accounts. Every engine keeps this contract: `test/contracts/quota.ts`. */
export interface AccountQuotas {
  /** Counts one request against both windows at once, or refuses it and counts it in neither. */
  consume(
    caller: { accountId: bigint; keyId: bigint },
    quota: Quota,
    now: number,
  ): Verdict | Promise<Verdict>;
  /** Forgets the strikes of a key that was banned for them. */
  forgetStrikes(keyId: bigint): void | Promise<void>;
  /** Both windows without counting anything. */
  peek(accountId: bigint, quota: Quota, now: number): Windows | Promise<Windows>;
  /** Keeps what was counted, and counts no more. */
  close(): Promise<void>;
}
