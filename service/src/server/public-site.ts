import type { PublicPagesConfig } from '../config/public-pages.ts';
import type { Database } from '../database/database.ts';
import { limitConcurrency } from '../http/overload/concurrency-limit.ts';
import type { HoldExpiry } from '../orders/hold-expiry.ts';
import { PublicPages } from '../public-pages/public-pages.ts';
import type { CountingDependencies } from '../quota/count-request.ts';

/** Twice as many pages as may be read at the same time, because all visitors share half of the slots. */
const SLOTS = 2_000;
/** The account of all visitors. No account has this id. */
const VISITORS = 0n;

interface PublicSiteDependencies {
  readonly publicPages: PublicPagesConfig | undefined;
  readonly publicUrl: string;
  readonly database: Database;
  readonly expiry: HoldExpiry;
  readonly counting: Pick<CountingDependencies, 'addressOf'>;
}

/** Creates the public pages; undefined if they are off. Holds that are due expire before a page is read, as for the API. */
export function createPublicPages(dependencies: PublicSiteDependencies): PublicPages | undefined {
  const { publicPages, publicUrl, database, expiry, counting } = dependencies;
  if (publicPages === undefined) return undefined;
  const takeSlot = limitConcurrency(() => VISITORS, SLOTS);
  return new PublicPages({
    site: { ...publicPages, publicUrl },
    requestsPerMinute: publicPages.requestsPerMinute,
    database,
    addressOf: counting.addressOf,
    beforeRead: database.version === undefined ? [expiry.check, takeSlot] : [expiry.check],
  });
}
