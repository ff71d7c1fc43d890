import type { LocalQuotas } from './local-quotas.ts';
import type { Quota } from './plan.ts';
import type { QuotaEngine, QuotaSubject, QuotaVerdict, WindowsAt } from './quota-engine.ts';

/** Counts in memory that another thread of the process writes to the store. */
export class ThreadQuotas implements QuotaEngine {
  protected readonly local: LocalQuotas;

  constructor(local: LocalQuotas) {
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
