import type { Usage } from '@petstore/client';

export interface Quota {
  perMinute: number;
  perDay: number;
}

/** The quotas of the plans. Enterprise has custom quotas. */
export const QUOTAS: Readonly<Record<Exclude<Usage['plan'], 'enterprise'>, Quota>> = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
};
