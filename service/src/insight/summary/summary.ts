import { type Account, mayActOnAll } from '../../access/accounts/account.ts';
import { countUnsentLetters } from '../../access/mail/letter-budget.ts';
import { countFailedMail } from '../../access/mail/outbox-queries.ts';
import {
  applicationsWithFailedLetter,
  countWaiting,
  nextApplicants,
} from '../../adoption/applications/store/attention-queries.ts';
import type { Listing } from '../../catalogue/listings/listing.ts';
import { readListings } from '../../catalogue/listings/listing-queries.ts';
import { holdsThatEndFirst } from '../../catalogue/orders/hold-queries.ts';
import type { Order } from '../../catalogue/orders/order.ts';
import { listOrders, listReceivedOrders } from '../../catalogue/orders/order-queries.ts';
import type { PetStatus } from '../../catalogue/pets/pet.ts';
import { findSite } from '../../exchange/publishing/sites/sites.ts';
import { type RunReason, reasonOfRun } from '../../exchange/publishing/upload/run-schemas.ts';
import { activeSites } from '../../exchange/publishing/upload/schedule.ts';
import { countSwitchedOff } from '../../exchange/webhooks/webhook-queries.ts';
import { timeText } from '../../platform/core/clock.ts';
import { addDays, localDay, startOfDay } from '../../platform/core/local-days.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import { isAtLeast } from '../../platform/core/role.ts';
import type { PublishingRunState } from '../../platform/database/column-values.ts';
import type { Queries } from '../../platform/database/database.ts';
import {
  countBetween,
  countPets,
  MAX_ADDED,
  MAX_ADOPTED,
  petsLongestInCare,
  petsLongestOnHold,
} from './summary-query.ts';

/** The number of animals or orders in each list. */
export const LIST_LENGTH = 5;
/** Where the count of the orders stops. */
export const MAX_ORDERS = 100;
/** Where the counts of the animals of a status stop. */
export const MAX_ANIMALS = 10_000;
/** Where the counts of applications stop. */
export const MAX_APPLICATIONS = 100;
/** Where the count of failed e-mails stops. */
export const MAX_EMAILS = 100;
export const DAYS = 14;
const DAYS_OF_A_WEEK = 7;

interface Count {
  readonly count: number;
  /** True if there are more than `count`. */
  readonly more: boolean;
}

/** What happened in a day or a month. */
interface Period {
  readonly added: number;
  readonly adopted: number;
  /** True if the count stops at its limit, so that there may be more. */
  readonly moreAdded: boolean;
  readonly moreAdopted: boolean;
}

interface Day extends Period {
  /** A day of the shelter, as in RFC 3339. */
  readonly date: string;
}

interface Month extends Period {
  /** A month of the shelter, such as 2026-11. */
  readonly month: string;
}

export interface Summary {
  readonly holdsEndingSoon: ReadonlyArray<{ readonly order: Order; readonly listing: Listing }>;
  readonly ordersToDecide: Count;
  readonly longestInCare: readonly Listing[];
  readonly longestOnHold: readonly Listing[];
  /** The zone of the days. */
  readonly timeZone: string;
  /** The last one is today. */
  readonly days: readonly Day[];
  /** The last month, and the current one so far. */
  readonly months: readonly Month[];
  readonly addedThisWeek: number;
  readonly adoptedThisWeek: number;
  /** E-mails that could not be sent in the last 7 days, for admins. */
  readonly failedEmails: Count;
  /** E-mails of the account that were not sent in the last 7 days, because a limit of the day was met. */
  readonly unsentEmails: number;
  /** What waits for the account. */
  readonly applications: {
    readonly waiting: Count;
    /** Those without an answer within the promise. */
    readonly pastPromise: Count;
    /** Who is next for an animal whose accepted applicant does not adopt it. */
    readonly next: ReadonlyArray<{ readonly applicationId: bigint; readonly petId: bigint }>;
    /** Those of which an e-mail to the applicant could not be sent. */
    readonly failedEmails: ReadonlyArray<{ readonly applicationId: bigint }>;
  };
  /** Webhooks of the account that were switched off because nothing could be delivered, or belong to no one. */
  readonly webhooksSwitchedOff: number;
  /** The sites that are on, for managers of the account. */
  readonly publishing: readonly PublishedSite[];
  readonly counts: ReadonlyArray<Count & { readonly status: PetStatus }>;
}

/** How the last run to a site went. */
interface PublishedSite {
  readonly siteId: string;
  readonly name: string;
  /** Undefined before the first run, as the members after it. */
  readonly state?: PublishingRunState | undefined;
  readonly reason?: RunReason | undefined;
  readonly message?: string | undefined;
  readonly animals?: number | undefined;
  /** When it ended, else when it began. */
  readonly at?: string | undefined;
}

/** Whose summary it is: an account, with the role of the key or the person. */
type Viewer = Pick<Account, 'id' | 'role'>;

/** The moment of the summary, and the zone whose days it counts. */
export interface Today {
  /** Unix milliseconds. */
  readonly now: number;
  readonly timeZone: string;
}

/** Reads what the page Today shows to a role: docs/roles.md has who reads what. Each part is a range of an index with a limit, so it costs the same in a catalogue of any size. */
export function readSummary(db: Queries, viewer: Viewer, today: Today): MaybePromise<Summary> {
  const isMember = isAtLeast(viewer.role, 'member');
  return andThen(readOrders(db, viewer), (orders) =>
    andThen(readAnimals(db), (animals) =>
      andThen(readDays(db, viewer, today), (days) =>
        andThen(readMonths(db, viewer, today), (months) =>
          andThen(readCounts(db), (counts) =>
            andThen(readEmails(db, viewer, today), (emails) =>
              andThen(readApplications(db, viewer, today), (applications) =>
                andThen(isMember ? countSwitchedOff(db, viewer.id, today.now) : 0, (webhooksSwitchedOff) =>
                  andThen(readPublishing(db, viewer), (publishing) => ({
                    ...orders,
                    ...animals,
                    timeZone: today.timeZone,
                    ...days,
                    months,
                    ...emails,
                    applications,
                    webhooksSwitchedOff,
                    publishing,
                    counts,
                  })),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

function readEmails(
  db: Queries,
  { id, role }: Viewer,
  { now }: Today,
): MaybePromise<Pick<Summary, 'failedEmails' | 'unsentEmails'>> {
  return andThen(role === 'admin' ? countFailedMail(db, MAX_EMAILS + 1) : 0, (failed) =>
    andThen(isAtLeast(role, 'member') ? countUnsentLetters(db, id, now) : 0, (unsentEmails) => ({
      failedEmails: countOf(failed, MAX_EMAILS),
      unsentEmails,
    })),
  );
}

function readPublishing(db: Queries, viewer: Viewer): MaybePromise<Summary['publishing']> {
  if (!mayActOnAll(viewer)) return [];
  return andThen(activeSites(db, viewer.id), (sites) =>
    sites.map(({ site: siteId, last }) => ({
      siteId,
      name: findSite(siteId)?.name ?? siteId,
      ...(last !== undefined && {
        state: last.state,
        ...reasonOfRun(last),
        animals: last.animals,
        at: timeText(last.endedAt ?? last.createdAt),
      }),
    })),
  );
}

type Orders = Pick<Summary, 'holdsEndingSoon' | 'ordersToDecide'>;

function readApplications(
  db: Queries,
  { id: accountId, role }: Viewer,
  { now }: Today,
): MaybePromise<Summary['applications']> {
  const none = { count: 0, more: false };
  if (!isAtLeast(role, 'member')) return { waiting: none, pastPromise: none, next: [], failedEmails: [] };
  const asked = { accountId, limit: MAX_APPLICATIONS + 1 };
  return andThen(countWaiting(db, asked), (waiting) =>
    andThen(countWaiting(db, asked, now), (late) =>
      andThen(nextApplicants(db, { accountId, limit: LIST_LENGTH }), (next) =>
        andThen(applicationsWithFailedLetter(db, { accountId, limit: LIST_LENGTH }), (failed) => ({
          waiting: countOf(waiting, MAX_APPLICATIONS),
          pastPromise: countOf(late, MAX_APPLICATIONS),
          next,
          failedEmails: failed.map((applicationId) => ({ applicationId })),
        })),
      ),
    ),
  );
}

function readOrders(db: Queries, viewer: Viewer): MaybePromise<Orders> {
  const seesAll = mayActOnAll(viewer);
  const visibleTo = seesAll ? undefined : viewer.id;
  const page = { visibleTo, status: 'placed', order: 'oldest first', limit: MAX_ORDERS + 1 } as const;
  return andThen(seesAll ? listOrders(db, page) : listReceivedOrders(db, page), (toDecide) =>
    andThen(holdsThatEndFirst(db, { visibleTo, limit: LIST_LENGTH }), (first) =>
      andThen(withListings(db, first), (holdsEndingSoon) => ({
        holdsEndingSoon,
        ordersToDecide: countOf(isAtLeast(viewer.role, 'member') ? toDecide.length : 0, MAX_ORDERS),
      })),
    ),
  );
}

function withListings(db: Queries, orders: readonly Order[]): MaybePromise<Summary['holdsEndingSoon']> {
  const ids = orders.map(({ petId }) => petId);
  return andThen(readListings(db, ids), (listings) => {
    const byId = new Map(listings.map((listing) => [listing.pet.id, listing]));
    return orders.flatMap((order) => {
      const listing = byId.get(order.petId);
      return listing === undefined ? [] : [{ order, listing }];
    });
  });
}

type Animals = Pick<Summary, 'longestInCare' | 'longestOnHold'>;

function readAnimals(db: Queries): MaybePromise<Animals> {
  return andThen(petsLongestInCare(db, LIST_LENGTH), (inCare) =>
    andThen(petsLongestOnHold(db, LIST_LENGTH), (onHold) =>
      andThen(readListings(db, inCare), (longestInCare) =>
        andThen(readListings(db, onHold), (longestOnHold) => ({ longestInCare, longestOnHold })),
      ),
    ),
  );
}

type Days = Pick<Summary, 'days' | 'addedThisWeek' | 'adoptedThisWeek'>;

function readDays(db: Queries, viewer: Viewer, { now, timeZone }: Today): MaybePromise<Days> {
  const tomorrow = addDays(localDay(now, timeZone), 1);
  const dates = Array.from({ length: DAYS + 1 }, (_, index) => addDays(tomorrow, index - DAYS));
  return andThen(countPeriods(db, viewer, dates, timeZone), (periods) => {
    const days = periods.map((period, index) => ({ date: dates[index] ?? tomorrow, ...period }));
    const week = days.slice(-DAYS_OF_A_WEEK);
    const addedThisWeek = week.reduce((sum, { added }) => sum + added, 0);
    const adoptedThisWeek = week.reduce((sum, { adopted }) => sum + adopted, 0);
    return { days, addedThisWeek, adoptedThisWeek };
  });
}

function readMonths(db: Queries, viewer: Viewer, { now, timeZone }: Today): MaybePromise<Summary['months']> {
  const today = localDay(now, timeZone);
  const month = today.slice(0, 'yyyy-mm'.length);
  const last = addDays(`${month}-01`, -1).slice(0, 'yyyy-mm'.length);
  const dates = [`${last}-01`, `${month}-01`, addDays(today, 1)];
  return andThen(countPeriods(db, viewer, dates, timeZone), (periods) =>
    periods.map((period, index) => ({ month: index === 0 ? last : month, ...period })),
  );
}

/** Counts what happened between each of these days and the next one. */
function countPeriods(
  db: Queries,
  viewer: Viewer,
  dates: readonly string[],
  timeZone: string,
): MaybePromise<Period[]> {
  const midnights = dates.map((date) => BigInt(startOfDay(date, timeZone)));
  return andThen(countBetween(db, { midnights, hasOrders: mayActOnAll(viewer) }), (rows) =>
    rows.map(({ added, adopted }) => ({
      added: Number(added),
      adopted: Number(adopted),
      moreAdded: added >= MAX_ADDED,
      moreAdopted: adopted >= MAX_ADOPTED,
    })),
  );
}

function readCounts(db: Queries): MaybePromise<Summary['counts']> {
  return andThen(countPets(db, MAX_ANIMALS + 1), (counts) =>
    counts.map(({ status, count }) => ({ status, ...countOf(Number(count), MAX_ANIMALS) })),
  );
}

function countOf(found: number, limit: number): Count {
  return { count: Math.min(found, limit), more: found > limit };
}
