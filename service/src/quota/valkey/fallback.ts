import {
  countRequest,
  dayOf,
  decideRequest,
  type QuotaDecision,
  type Windows,
  windowsOf,
} from '../fixed-window.ts';
import { UsageTable } from '../memory/usage-table.ts';
import type { Quota } from '../plan.ts';
import type { QuotaSubject, QuotaVerdict, WindowsAt } from '../quota-engine.ts';
import { Strikes, strikesOf } from '../strikes.ts';
import { type ProcessShare, quotaShare } from './heartbeat.ts';

/**
 * Counts the requests to this process during an outage of Valkey, against its share of each quota. During the outage all
 * processes together admit at most the quota. Valkey may have admitted as much before, so a window admits at most twice the
 * quota. Counts are kept for the day: several short outages in one window do not admit more than one long outage.
 */
export class FallbackQuotas {
  #day = 0;
  #table = new UsageTable();
  readonly #strikes = new Strikes();

  consume(subject: QuotaSubject, quota: Quota, share: ProcessShare, now: number): QuotaVerdict {
    this.#startDay(now);
    const slot = this.#table.slotOf(subject.accountId);
    const usage = this.#table.read(slot);
    const decision: QuotaDecision = decideRequest(usage, quotaShare(quota, share), now);
    const windows = withLimitsOf(quota, decision);
    if (decision.refusedBy !== undefined) {
      const strikes = strikesOf(this.#strikes.addRefusal(subject, decision.refusedBy, now), quota);
      return { ...windows, refusedBy: decision.refusedBy, strikes, at: now };
    }
    this.#table.write(slot, countRequest(usage, now));
    return { ...windows, strikes: 0, at: now };
  }

  peek(accountId: bigint, quota: Quota, share: ProcessShare, now: number): WindowsAt {
    this.#startDay(now);
    const usage = this.#table.read(this.#table.slotOf(accountId));
    return { ...withLimitsOf(quota, windowsOf(usage, quotaShare(quota, share), now)), at: now };
  }

  resetStrikes(keyId: bigint): void {
    this.#strikes.reset(keyId);
  }

  #startDay(now: number): void {
    if (this.#day === dayOf(now)) return;
    this.#day = dayOf(now);
    this.#table = new UsageTable();
  }
}

/** Replaces the limits of the share with those of the quota, which the client knows. */
function withLimitsOf(quota: Quota, { minute, day }: Windows): Windows {
  return {
    minute: { ...minute, limit: quota.perMinute },
    day: day && { ...day, limit: quota.perDay ?? day.limit },
  };
}
