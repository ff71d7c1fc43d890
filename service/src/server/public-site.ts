import type { PublicPagesConfig } from '../config/public-pages.ts';
import { andThen } from '../core/maybe-promise.ts';
import type { Database } from '../database/database.ts';
import { limitConcurrency, waitForPlace } from '../http/overload/concurrency-limit.ts';
import type { HoldExpiry } from '../orders/hold-expiry.ts';
import { PublicPages } from '../public-pages/public-pages.ts';
import type { CountingDependencies } from '../quota/count-request.ts';
import type { CurrentSettings } from '../settings/current-settings.ts';

/** All visitors count as one account, so 1,000 pages may be read at the same time: half of the slots. */
const SLOTS = 2_000;
/** The account of all visitors. No account has this id. */
const VISITORS = 0n;

interface PublicSiteDependencies {
  readonly publicPages: PublicPagesConfig;
  readonly settings: CurrentSettings;
  readonly publicUrl: string;
  readonly database: Database;
  readonly expiry: HoldExpiry;
  readonly counting: Pick<CountingDependencies, 'addressOf'>;
}

/** What visitors read until an admin sets a name. */
const DEFAULT_NAME = 'Petstore';

/** Creates the public pages; undefined if they are off for good. Holds that are due expire before a page is read, as for the API. */
export function createPublicPages(dependencies: PublicSiteDependencies): PublicPages | undefined {
  const { publicPages, settings, publicUrl, database, expiry, counting } = dependencies;
  if (publicPages.mode === 'off') return undefined;
  const takeSlot = limitConcurrency(() => VISITORS, SLOTS);
  const { readPlaces } = database;
  return new PublicPages({
    site: {
      publicUrl,
      get shelterName() {
        return settings.values.shelterName ?? DEFAULT_NAME;
      },
      get contactUrl() {
        return settings.values.contactUrl;
      },
    },
    isOn: () => andThen(settings.refresh(), ({ publicPages: isOn }) => isOn),
    requestsPerMinute: publicPages.requestsPerMinute,
    database,
    addressOf: counting.addressOf,
    beforeRead: readPlaces
      ? [expiry.check, takeSlot, waitForPlace(readPlaces, () => VISITORS)]
      : [expiry.check],
  });
}
