import { SECOND } from '../../../platform/core/clock.ts';
import { decideRequest, minuteOf, type Usage, type WindowName } from '../fixed-window.ts';
import type { Quota } from '../plan.ts';
import type { QuotaSubject, QuotaVerdict } from '../quota-engine.ts';
import { addRefusal, NO_REFUSALS, type Refusals, strikesOf } from '../strikes.ts';
import type { ScriptRequest } from './script.ts';

const MAX_AGE_MS = SECOND;

/** A refusal as Valkey decided it. */
export interface Denial {
  readonly refusedBy: WindowName;
  readonly usage: Usage;
  /** All refusals of the key in this minute. */
  readonly refusals: Refusals;
  readonly firstRefusalAt: number;
  readonly at: number;
}

interface RefusedAccount extends Denial {
  /** How far Valkey's clock is ahead of the `now` that callers pass. */
  readonly aheadMs: number;
  readonly byKey: Map<bigint, KeyRefusals>;
}

interface KeyRefusals {
  reported: Refusals;
  /** Decided by this cache and not sent to Valkey yet. */
  unreported: Refusals;
}

type UnreportedRefusals = ScriptRequest['unreported'];

/**
 * Refuses a key again without a call if Valkey refused it less than a second ago, in the same minute. A client that
 * ignores a 429 then costs Valkey one call a second for each of its keys. The cache counts its refusals, and the process
 * reports them to Valkey afterwards.
 */
export class DenialCache {
  readonly #accounts = new Map<bigint, RefusedAccount>();

  /** Returns undefined if Valkey must decide. */
  refuse(
    { accountId, keyId }: QuotaSubject,
    quota: Quota,
    now: number,
    count: number,
  ): QuotaVerdict | undefined {
    const account = this.#accounts.get(accountId);
    const refusals = account?.byKey.get(keyId);
    if (account === undefined || refusals === undefined || !isFresh(account, now)) return undefined;
    const at = now + account.aheadMs;
    const decision = decideRequest(account.usage, quota, at, count);
    if (decision.refusedBy !== account.refusedBy) return undefined;
    refusals.unreported = addRefusal(refusals.unreported, account.firstRefusalAt, at);
    return { ...decision, strikes: strikesOf(sum(refusals.reported, refusals.unreported), quota), at };
  }

  /** @param requestedAt the caller's time when it sent the call, so that an entry never outlives its minute. */
  add({ accountId, keyId }: QuotaSubject, denial: Denial, requestedAt: number): void {
    const before = this.#accounts.get(accountId);
    const isSameMinute = before !== undefined && minuteOf(before.at) === minuteOf(denial.at);
    const byKey = isSameMinute ? before.byKey : new Map<bigint, KeyRefusals>();
    const unreported = byKey.get(keyId)?.unreported ?? NO_REFUSALS;
    byKey.set(keyId, { reported: denial.refusals, unreported });
    this.#accounts.set(accountId, { ...denial, aheadMs: denial.at - requestedAt, byKey });
  }

  /** Returns the refusals of a key that Valkey does not know of, and marks them as reported. */
  takeUnreported({ accountId, keyId }: QuotaSubject): UnreportedRefusals {
    const account = this.#accounts.get(accountId);
    const refusals = account?.byKey.get(keyId);
    if (account === undefined || refusals === undefined) return { minute: 0, ...NO_REFUSALS };
    const { reported, unreported } = refusals;
    refusals.reported = sum(reported, unreported);
    refusals.unreported = NO_REFUSALS;
    return { minute: minuteOf(account.at), ...unreported };
  }

  deleteKey({ accountId, keyId }: QuotaSubject): void {
    this.#accounts.get(accountId)?.byKey.delete(keyId);
  }

  /** Deletes expired entries, and takes all refusals that must be reported to Valkey. */
  sweep(now: number): Array<{ subject: QuotaSubject; unreported: UnreportedRefusals }> {
    const all = [];
    for (const [accountId, account] of this.#accounts) {
      for (const keyId of account.byKey.keys()) {
        const subject = { accountId, keyId };
        const unreported = this.takeUnreported(subject);
        if (unreported.early + unreported.late > 0) all.push({ subject, unreported });
      }
      if (!isFresh(account, now)) this.#accounts.delete(accountId);
    }
    return all;
  }

  clear(): void {
    this.#accounts.clear();
  }
}

function sum(one: Refusals, other: Refusals): Refusals {
  return { early: one.early + other.early, late: one.late + other.late };
}

function isFresh({ at, aheadMs }: RefusedAccount, now: number): boolean {
  const ageMs = now + aheadMs - at;
  return ageMs >= 0 && ageMs < MAX_AGE_MS && minuteOf(now + aheadMs) === minuteOf(at);
}
