import type { MailSender } from '../access/mail/mail-sender.ts';
import type { CountingDependencies } from '../access/quota/count-request.ts';
import { type SharedTables, tableOf } from '../access/quota/shared-tables.ts';
import type { CurrentSettings } from '../access/settings/current-settings.ts';
import { coordinatesOf, timeZoneOf } from '../access/settings/settings.ts';
import { applyRoutes, privatePageRoutes } from '../adoption/applications/pages/application-page-routes.ts';
import { applicationOffers } from '../adoption/applications/pages/offers.ts';
import { SENT_BY_ADDRESS, SendLimits } from '../adoption/applications/pages/send-limits.ts';
import { publicPageRoutes, robotsRoute, styleRoute } from '../adoption/public-pages/public-page-routes.ts';
import { PublicPages, type PublicPagesDependencies } from '../adoption/public-pages/public-pages.ts';
import type { HoldExpiry } from '../catalogue/orders/hold-expiry.ts';
import type { PublicPagesConfig } from '../platform/config/public-pages.ts';
import { andThen } from '../platform/core/maybe-promise.ts';
import type { Database } from '../platform/database/database.ts';
import { ConcurrencyLimit, runInPlace } from '../platform/http/overload/concurrency-limit.ts';
import type { Route } from '../platform/http/route.ts';

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
  readonly mail: MailSender;
  readonly tables: SharedTables | undefined;
  /** The part of the memory for this thread. */
  readonly share: number;
  /** How long an application is kept after its end. */
  readonly applicationsKeptDays: number;
}

/** What visitors read until an admin sets a name. */
const DEFAULT_NAME = 'Petstore';

/** Returns the routes of the public pages; only those of private pages of applications if they are off for good. */
export function publicSiteRoutes(dependencies: PublicSiteDependencies): Route[] {
  const { publicPages, settings, publicUrl, database, counting, mail, tables, share } = dependencies;
  const site = {
    publicUrl,
    applications: applicationOffers(database),
    get showsAnimals() {
      return settings.values.publicPages;
    },
    get shelterName() {
      return settings.values.shelterName ?? DEFAULT_NAME;
    },
    get contactUrl() {
      return settings.values.contactUrl;
    },
    get address() {
      return settings.values.address;
    },
    get hours() {
      return settings.values.hours;
    },
    get telephone() {
      return settings.values.telephone;
    },
    get coordinates() {
      return coordinatesOf(settings.values);
    },
    get license() {
      return settings.values.license;
    },
    get timeZone() {
      return timeZoneOf(settings.values);
    },
  };
  const isOn = () => andThen(settings.refresh(), ({ publicPages: isShown }) => isShown);
  const shared = {
    site,
    requestsPerMinute: publicPages.requestsPerMinute,
    database,
    addressOf: counting.addressOf,
    runRead: readRunner(dependencies),
    share,
  };
  const ofApplications = {
    site,
    database,
    keptDays: dependencies.applicationsKeptDays,
    limits: new SendLimits(SENT_BY_ADDRESS, tableOf(tables, 'sent')),
    addressOf: counting.addressOf,
    hasMail: () => mail.isSetUp(),
  };
  const isAlwaysOn = () => andThen(settings.refresh(), () => true);
  const always = [
    ...privatePageRoutes(
      new PublicPages({
        ...shared,
        isOn: isAlwaysOn,
        counters: {
          all: tableOf(tables, 'visitorsOfPrivatePages'),
          large: tableOf(tables, 'visitorsOfLargePrivatePages'),
        },
      }),
      ofApplications,
    ),
    styleRoute(),
  ];
  if (publicPages.mode === 'off') return always;
  const counters = { all: tableOf(tables, 'visitors'), large: tableOf(tables, 'visitorsOfLargeLists') };
  const pages = new PublicPages({ ...shared, isOn, counters });
  return [
    ...publicPageRoutes(pages, site, database, share),
    ...applyRoutes(pages, ofApplications),
    ...always,
    robotsRoute(site, isOn),
  ];
}

/** Holds that are due expire before a page is read, as for the API. */
function readRunner({ database, expiry }: PublicSiteDependencies): PublicPagesDependencies['runRead'] {
  const slots = new ConcurrencyLimit(SLOTS);
  const { readPlaces } = database;
  return (exchange, read) =>
    andThen(expiry.expireBeforeRead(), () =>
      readPlaces === undefined
        ? read()
        : slots.run(exchange, VISITORS, () => runInPlace(readPlaces, exchange, VISITORS, read)),
    );
}
