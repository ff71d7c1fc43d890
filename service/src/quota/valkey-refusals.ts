import { SECOND } from '../core/clock.ts';
import { decide, minuteOf, type Usage, type WindowName } from './decide.ts';
import type { Quota } from './plan.ts';
import type { Caller, Verdict } from './quota.ts';
import { isStrike } from './strikes.ts';

const KNOWN_MS = SECOND;

/** A refusal as Valkey told it. */
export interface KnownRefusal {
  readonly refusedBy: WindowName;
  readonly usage: Usage;
  readonly strikes: number;
  readonly firstRefusalAt: number;
  readonly at: number;
}

interface RefusedAccount extends KnownRefusal {
  /** How far Valkey's clock is ahead of the time that is handed in here. */
  readonly aheadMs: number;
  /** The strikes of each key that Valkey told of. */
  readonly strikesOf: Map<bigint, KeyStrikes>;
}

interface KeyStrikes {
  known: number;
  /** Given here since, and not yet told to Valkey. */
  untold: number;
}

/** Strikes of one key in one minute that Valkey does not know of. */
interface UntoldStrikes {
  readonly minute: number;
  readonly count: number;
}

/**
 * Refuses again, without asking, who was refused less than a second ago and in the same minute: a client that does not
 * heed a 429 costs Valkey a call a second for each of its keys. Its strikes go on; Valkey is told of them afterwards.
 */
export class KnownRefusals {
  readonly #accounts = new Map<bigint, RefusedAccount>();

  /** Undefined if Valkey must be asked. */
  refuse({ accountId, keyId }: Caller, quota: Quota, now: number): Verdict | undefined {
    const account = this.#accounts.get(accountId);
    const strikes = account?.strikesOf.get(keyId);
    if (account === undefined || strikes === undefined || !isKnown(account, now)) return undefined;
    const at = now + account.aheadMs;
    const decision = decide(account.usage, quota, at);
    if (decision.refusedBy !== account.refusedBy) return undefined;
    if (isStrike(account.firstRefusalAt, at)) strikes.untold += 1;
    return { ...decision, strikes: strikes.known + strikes.untold, at };
  }

  /** @param askedAt the time, as handed in, at which Valkey was asked: what is known must not outlive its minute. */
  learn({ accountId, keyId }: Caller, refusal: KnownRefusal, askedAt: number): void {
    const before = this.#accounts.get(accountId);
    const isSameMinute = before !== undefined && minuteOf(before.at) === minuteOf(refusal.at);
    const strikesOf = isSameMinute ? before.strikesOf : new Map<bigint, KeyStrikes>();
    strikesOf.set(keyId, { known: refusal.strikes, untold: strikesOf.get(keyId)?.untold ?? 0 });
    this.#accounts.set(accountId, { ...refusal, aheadMs: refusal.at - askedAt, strikesOf });
  }

  /** What Valkey is to be told of a key; from now on it counts as told. */
  takeUntold({ accountId, keyId }: Caller): UntoldStrikes {
    const account = this.#accounts.get(accountId);
    const strikes = account?.strikesOf.get(keyId);
    if (account === undefined || strikes === undefined) return { minute: 0, count: 0 };
    const count = strikes.untold;
    strikes.known += count;
    strikes.untold = 0;
    return { minute: minuteOf(account.at), count };
  }

  forgetKey({ accountId, keyId }: Caller): void {
    this.#accounts.get(accountId)?.strikesOf.delete(keyId);
  }

  /** Forgets what is known no longer, and takes all that Valkey is to be told of. */
  sweep(now: number): Array<{ caller: Caller; strikes: UntoldStrikes }> {
    const untold = [];
    for (const [accountId, account] of this.#accounts) {
      for (const keyId of account.strikesOf.keys()) {
        const caller = { accountId, keyId };
        const strikes = this.takeUntold(caller);
        if (strikes.count > 0) untold.push({ caller, strikes });
      }
      if (!isKnown(account, now)) this.#accounts.delete(accountId);
    }
    return untold;
  }

  clear(): void {
    this.#accounts.clear();
  }
}

function isKnown({ at, aheadMs }: RefusedAccount, now: number): boolean {
  const sinceMs = now + aheadMs - at;
  return sinceMs >= 0 && sinceMs < KNOWN_MS && minuteOf(now + aheadMs) === minuteOf(at);
}
