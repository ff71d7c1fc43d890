import type { Quota } from './plan.ts';
import type { QuotaCounters } from './quota-counters.ts';
import type { QuotaEngine, QuotaSubject, QuotaVerdict, WindowsAt } from './quota-engine.ts';

/** Counts in memory that another thread of the process writes to the store. */
export class SharedQuotas implements QuotaEngine {
  protected readonly local: QuotaCounters;

  constructor(local: QuotaCounters) {
    this.local = local;
  }

  consume(subject: QuotaSubject, quota: Quota, now: number, count = 1): QuotaVerdict {
    return this.local.consume(subject, quota, now, count);
  }

  giveBack(accountId: bigint, quota: Quota, at: number, count: number): WindowsAt {
    return { ...this.local.giveBack(accountId, quota, at, count), at };
  }

  resetStrikes({ keyId }: QuotaSubject): void {
    this.local.resetStrikes(keyId);
  }

  peek(accountId: bigint, quota: Quota, now: number): WindowsAt {
    return { ...this.local.peek(accountId, quota, now), at: now };
  }

  async close(): Promise<void> {}
}
