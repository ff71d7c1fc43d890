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
 * Counts while Valkey cannot be asked: this process's requests against its share of each quota. The processes together
 * admit at most the quota, so with what Valkey admitted before, at most twice the quota passes in a window. What was
 * counted is kept for the day, so that many short outages in one window do not add up to more.
 */
export class FallbackQuotas {
  #day = 0;
  #table = new UsageTable();
  readonly #strikes = new Strikes();

  consume(caller: QuotaSubject, quota: Quota, share: ProcessShare, now: number): QuotaVerdict {
    this.#forgetOldDay(now);
    const slot = this.#table.slotOf(caller.accountId);
    const usage = this.#table.read(slot);
    const decision: QuotaDecision = decideRequest(usage, quotaShare(quota, share), now);
    const shown = underQuota(decision, quota);
    if (decision.refusedBy !== undefined) {
      const strikes = strikesOf(this.#strikes.addRefusal(caller, decision.refusedBy, now), quota);
      return { ...shown, refusedBy: decision.refusedBy, strikes, at: now };
    }
    this.#table.write(slot, countRequest(usage, now));
    return { ...shown, strikes: 0, at: now };
  }

  peek(accountId: bigint, quota: Quota, share: ProcessShare, now: number): WindowsAt {
    this.#forgetOldDay(now);
    const usage = this.#table.read(this.#table.slotOf(accountId));
    return { ...underQuota(windowsOf(usage, quotaShare(quota, share), now), quota), at: now };
  }

  resetStrikes(keyId: bigint): void {
    this.#strikes.reset(keyId);
  }

  #forgetOldDay(now: number): void {
    if (this.#day === dayOf(now)) return;
    this.#day = dayOf(now);
    this.#table = new UsageTable();
  }
}

/** The windows with the limits of the plan, which a client knows, instead of those of a share. */
function underQuota({ minute, day }: Windows, quota: Quota): Windows {
  return {
    minute: { ...minute, limit: quota.perMinute },
    day: day && { ...day, limit: quota.perDay ?? day.limit },
  };
}
