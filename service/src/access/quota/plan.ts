import type { Account, PlanName } from '../accounts/account.ts';

/** The requests that an account or an address may make per UTC minute and per UTC day. */
export interface Quota {
  readonly perMinute: number;
  /** Undefined if only minutes are counted. */
  readonly perDay: number | undefined;
}

/** The quotas of each plan. Enterprise accounts have custom quotas. */
export const PLANS = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
} as const satisfies Record<Exclude<PlanName, 'enterprise'>, Quota>;

/** The largest custom quota: it still fits the counters. */
export const MAX_QUOTA = 1_000_000_000;

/** An Enterprise account cannot be created without a custom quota. If one exists all the same, it has that of Business. */
export function quotaOf(account: Pick<Account, 'plan' | 'customQuota'>): Quota {
  if (account.plan === 'enterprise') return account.customQuota ?? PLANS.business;
  return PLANS[account.plan];
}
