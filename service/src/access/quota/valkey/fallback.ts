import { dayOf, type Windows } from '../fixed-window.ts';
import type { Quota } from '../plan.ts';
import { QuotaCounters } from '../quota-counters.ts';
import type { QuotaSubject, QuotaVerdict, WindowsAt } from '../quota-engine.ts';
import { type ProcessShare, quotaShare } from './heartbeat.ts';

/**
 * Counts the requests to this process during an outage of Valkey, against its share of each quota. During the outage all
 * processes together admit at most the quota. Valkey may have admitted as much before, so a window admits at most twice the
 * quota. Counts are kept for the day: several short outages in one window do not admit more than one long outage.
 */
export class FallbackQuotas {
  #day = 0;
  #local = new QuotaCounters();

  consume(
    subject: QuotaSubject,
    quota: Quota,
    share: ProcessShare,
    now: number,
    count: number,
  ): QuotaVerdict {
    this.#startDay(now);
    const verdict = this.#local.consume(subject, quota, now, count, quotaShare(quota, share));
    return { ...verdict, ...withLimitsOf(quota, verdict) };
  }

  peek(accountId: bigint, quota: Quota, share: ProcessShare, now: number): WindowsAt {
    this.#startDay(now);
    const windows = this.#local.peek(accountId, quotaShare(quota, share), now);
    return { ...withLimitsOf(quota, windows), at: now };
  }

  giveBack(accountId: bigint, quota: Quota, share: ProcessShare, at: number, count: number): WindowsAt {
    const windows = this.#local.giveBack(accountId, quotaShare(quota, share), at, count);
    return { ...withLimitsOf(quota, windows), at };
  }

  resetStrikes(keyId: bigint): void {
    this.#local.resetStrikes(keyId);
  }

  /** Drops the counts of the last day, and its strikes, which are of one minute. */
  #startDay(now: number): void {
    if (this.#day === dayOf(now)) return;
    this.#day = dayOf(now);
    this.#local = new QuotaCounters();
  }
}

/** Replaces the limits of the share with those of the quota, which the client knows. */
function withLimitsOf(quota: Quota, { minute, day }: Windows): Windows {
  return {
    minute: { ...minute, limit: quota.perMinute },
    day: day && { ...day, limit: quota.perDay ?? day.limit },
  };
}
