import { DAY } from '../core/clock.ts';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Queries } from '../database/database.ts';
import type { Viewer } from '../events/event-query.ts';
import type { Listing } from '../listings/listing.ts';
import { readListings, readPage } from '../listings/listing-queries.ts';
import type { Order } from '../orders/order.ts';
import { listOrders, listReceivedOrders } from '../orders/order-queries.ts';
import type { PetStatus } from '../pets/pet.ts';
import { NO_FILTERS } from '../search/pet-filters.ts';
import { countDays, countPets, petsLongestOnHold } from './summary-query.ts';

/** The number of animals or orders in each list. */
export const LIST_LENGTH = 5;
/** Where counts stop. */
export const MAX_COUNT = 100;
export const DAYS = 14;
const DAYS_OF_A_WEEK = 7;

interface Count {
  readonly count: number;
  /** True if there are more than `count`. */
  readonly more: boolean;
}

interface Day {
  /** A UTC day, as in RFC 3339. */
  readonly date: string;
  readonly added: number;
  readonly adopted: number;
}

export interface Summary {
  readonly holdsEndingSoon: ReadonlyArray<{ readonly order: Order; readonly listing: Listing }>;
  readonly ordersToDecide: Count;
  readonly longestInCare: readonly Listing[];
  readonly longestOnHold: readonly Listing[];
  /** The last one is today. */
  readonly days: readonly Day[];
  readonly addedThisWeek: number;
  readonly adoptedThisWeek: number;
  readonly counts: ReadonlyArray<Count & { readonly status: PetStatus }>;
}

/** Reads what the page Today shows. Each part is a range of an index with a limit, so it costs the same in a catalogue of any size. */
export function readSummary(db: Queries, viewer: Viewer, now: number): MaybePromise<Summary> {
  return andThen(readOrders(db, viewer), (orders) =>
    andThen(readAnimals(db), (animals) =>
      andThen(readDays(db, now), (days) =>
        andThen(readCounts(db), (counts) => ({ ...orders, ...animals, ...days, counts })),
      ),
    ),
  );
}

type Orders = Pick<Summary, 'holdsEndingSoon' | 'ordersToDecide'>;

/** All holds take the same time, so the oldest orders are those whose holds end first. */
function readOrders(db: Queries, { accountId, seesAll }: Viewer): MaybePromise<Orders> {
  const visibleTo = seesAll ? undefined : accountId;
  const page = { visibleTo, status: 'placed', order: 'oldest first', limit: MAX_COUNT + 1 } as const;
  return andThen(listOrders(db, page), (visible) =>
    andThen(seesAll ? visible : listReceivedOrders(db, page), (toDecide) =>
      andThen(withListings(db, firstToEnd(visible)), (holdsEndingSoon) => ({
        holdsEndingSoon,
        ordersToDecide: countOf(toDecide.length),
      })),
    ),
  );
}

function firstToEnd(orders: readonly Order[]): Order[] {
  return orders.toSorted((one, other) => (one.expiresAt ?? 0) - (other.expiresAt ?? 0)).slice(0, LIST_LENGTH);
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
  const oldest = { ...NO_FILTERS, status: 'available', order: 'oldest first', limit: LIST_LENGTH } as const;
  return andThen(readPage(db, oldest), ({ listings: longestInCare }) =>
    andThen(petsLongestOnHold(db, LIST_LENGTH), (ids) =>
      andThen(readListings(db, ids), (longestOnHold) => ({ longestInCare, longestOnHold })),
    ),
  );
}

type Days = Pick<Summary, 'days' | 'addedThisWeek' | 'adoptedThisWeek'>;

function readDays(db: Queries, now: number): MaybePromise<Days> {
  const tomorrow = (Math.floor(now / DAY) + 1) * DAY;
  const midnights = Array.from({ length: DAYS + 1 }, (_, index) => tomorrow + (index - DAYS) * DAY);
  return andThen(countDays(db, midnights.map(BigInt)), (rows) => {
    const days = rows.map(({ added, adopted }, index) => ({
      date: new Date(midnights[index] ?? 0).toISOString().slice(0, 10),
      added: Number(added),
      adopted: Number(adopted),
    }));
    const week = days.slice(-DAYS_OF_A_WEEK);
    const addedThisWeek = week.reduce((sum, { added }) => sum + added, 0);
    const adoptedThisWeek = week.reduce((sum, { adopted }) => sum + adopted, 0);
    return { days, addedThisWeek, adoptedThisWeek };
  });
}

function readCounts(db: Queries): MaybePromise<Summary['counts']> {
  return andThen(countPets(db, MAX_COUNT + 1), (counts) =>
    counts.map(({ status, count }) => ({ status, ...countOf(Number(count)) })),
  );
}

function countOf(found: number): Count {
  return { count: Math.min(found, MAX_COUNT), more: found > MAX_COUNT };
}
