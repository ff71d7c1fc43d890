import type { Account, PlanName } from '../accounts/account.ts';

/** How many requests an account, or an address, may make in a UTC minute and in a UTC day. */
export interface Quota {
  readonly perMinute: number;
  /** Undefined where only minutes are counted. */
  readonly perDay: number | undefined;
}

/** The interface's table "Rate limits by plan"; Enterprise quotas are agreed individually. */
export const PLANS = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
} as const satisfies Record<Exclude<PlanName, 'enterprise'>, Quota>;

/** The largest quota that can be agreed: it still fits the counters. */
export const MAX_QUOTA = 1_000_000_000;

/** An Enterprise account without numbers of its own cannot be made; should one exist, it gets Business. */
export function quotaOf(account: Pick<Account, 'plan' | 'customQuota'>): Quota {
  if (account.plan === 'enterprise') return account.customQuota ?? PLANS.business;
  return PLANS[account.plan];
}
