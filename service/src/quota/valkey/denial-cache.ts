import { SECOND } from '../../core/clock.ts';
import { decideRequest, minuteOf, type Usage, type WindowName } from '../fixed-window.ts';
import type { Quota } from '../plan.ts';
import type { QuotaSubject, QuotaVerdict } from '../quota-engine.ts';
import { addRefusal, NO_REFUSALS, type Refusals, strikesOf } from '../strikes.ts';
import type { ScriptRequest } from './script.ts';

const KNOWN_MS = SECOND;

/** A refusal as Valkey told it. */
export interface Denial {
  readonly refusedBy: WindowName;
  readonly usage: Usage;
  /** All of the key in this minute. */
  readonly refusals: Refusals;
  readonly firstRefusalAt: number;
  readonly at: number;
}

interface RefusedAccount extends Denial {
  /** How far Valkey's clock is ahead of the time that is handed in here. */
  readonly aheadMs: number;
  /** The refusals of each key that Valkey was asked about. */
  readonly byKey: Map<bigint, KeyRefusals>;
}

interface KeyRefusals {
  known: Refusals;
  /** Decided here since, and not yet sent to Valkey. */
  untold: Refusals;
}

/** Refusals of one key in one minute that Valkey does not know of. */
type UntoldRefusals = ScriptRequest['unreported'];

/**
 * Refuses again, without asking, who was refused less than a second ago and in the same minute: a client that does not
 * heed a 429 costs Valkey a call a second for each of its keys. These refusals
 * are counted here and sent to Valkey afterwards.
 */
export class DenialCache {
  readonly #accounts = new Map<bigint, RefusedAccount>();

  /** Undefined if Valkey must be asked. */
  refuse({ accountId, keyId }: QuotaSubject, quota: Quota, now: number): QuotaVerdict | undefined {
    const account = this.#accounts.get(accountId);
    const refusals = account?.byKey.get(keyId);
    if (account === undefined || refusals === undefined || !isKnown(account, now)) return undefined;
    const at = now + account.aheadMs;
    const decision = decideRequest(account.usage, quota, at);
    if (decision.refusedBy !== account.refusedBy) return undefined;
    refusals.untold = addRefusal(refusals.untold, account.firstRefusalAt, at);
    return { ...decision, strikes: strikesOf(sum(refusals.known, refusals.untold), quota), at };
  }

  /** @param askedAt the time, as handed in, at which Valkey was asked: what is known must not outlive its minute. */
  add({ accountId, keyId }: QuotaSubject, refusal: Denial, askedAt: number): void {
    const before = this.#accounts.get(accountId);
    const isSameMinute = before !== undefined && minuteOf(before.at) === minuteOf(refusal.at);
    const byKey = isSameMinute ? before.byKey : new Map<bigint, KeyRefusals>();
    byKey.set(keyId, { known: refusal.refusals, untold: byKey.get(keyId)?.untold ?? NO_REFUSALS });
    this.#accounts.set(accountId, { ...refusal, aheadMs: refusal.at - askedAt, byKey });
  }

  /** What Valkey is to be told of a key; from now on it counts as told. */
  takeUnreported({ accountId, keyId }: QuotaSubject): UntoldRefusals {
    const account = this.#accounts.get(accountId);
    const refusals = account?.byKey.get(keyId);
    if (account === undefined || refusals === undefined) return { minute: 0, ...NO_REFUSALS };
    const { known, untold } = refusals;
    refusals.known = sum(known, untold);
    refusals.untold = NO_REFUSALS;
    return { minute: minuteOf(account.at), ...untold };
  }

  deleteKey({ accountId, keyId }: QuotaSubject): void {
    this.#accounts.get(accountId)?.byKey.delete(keyId);
  }

  /** Forgets what is known no longer, and takes all that Valkey is to be told of. */
  sweep(now: number): Array<{ caller: QuotaSubject; untold: UntoldRefusals }> {
    const all = [];
    for (const [accountId, account] of this.#accounts) {
      for (const keyId of account.byKey.keys()) {
        const caller = { accountId, keyId };
        const untold = this.takeUnreported(caller);
        if (untold.early + untold.late > 0) all.push({ caller, untold });
      }
      if (!isKnown(account, now)) this.#accounts.delete(accountId);
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

function isKnown({ at, aheadMs }: RefusedAccount, now: number): boolean {
  const sinceMs = now + aheadMs - at;
  return sinceMs >= 0 && sinceMs < KNOWN_MS && minuteOf(now + aheadMs) === minuteOf(at);
}
