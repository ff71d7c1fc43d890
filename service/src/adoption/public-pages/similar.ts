import type { Listing } from '../../catalogue/listings/listing.ts';
import { listListings } from '../../catalogue/listings/listing-search.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import { SIZES, type Size } from '../../platform/database/column-values.ts';
import type { Database } from '../../platform/database/database.ts';
import { filtersIn, searchFor } from './visitor-search.ts';

/** How many animals are shown below another one. */
const SHOWN = 3;
/** How many are compared. */
const COMPARED = 12;
const NO_FILTERS = filtersIn(new URLSearchParams());
const YEAR_MS = 365.25 * 24 * 60 * 60 * 1_000;
/** The distance of an age or a size that is not known. */
const UNKNOWN = 2;

/** Returns the available animals of the same category that are the most similar in age and size, among those added before. */
export function similarTo(
  listing: Listing,
  today: number,
  database: Database,
): MaybePromise<readonly Listing[]> {
  const { id, categoryId } = listing.pet;
  if (categoryId === undefined) return [];
  const find = (after: bigint | undefined) => newest(categoryId, after, today, database);
  return andThen(find(id), (older) =>
    andThen(older.length < SHOWN ? find(undefined) : older, (found) => mostSimilar(listing, found)),
  );
}

/** Returns animals of the same category if there are enough, and any otherwise. */
export function othersLike(
  listing: Listing,
  today: number,
  database: Database,
): MaybePromise<readonly Listing[]> {
  return andThen(similarTo(listing, today, database), (similar) =>
    similar.length === SHOWN
      ? similar
      : andThen(newest(undefined, undefined, today, database), (any) => mostSimilar(listing, any)),
  );
}

function newest(
  categoryId: bigint | undefined,
  after: bigint | undefined,
  today: number,
  database: Database,
): MaybePromise<readonly Listing[]> {
  const page = { order: 'newest first', after, rowLimit: COMPARED + 1 } as const;
  const search = searchFor({ ...NO_FILTERS, categoryId }, page, today);
  return andThen(listListings(database, search), ({ items }) => items);
}

function mostSimilar(listing: Listing, found: readonly Listing[]): readonly Listing[] {
  return found
    .filter(({ pet }) => pet.id !== listing.pet.id)
    .map((other) => ({ other, distance: distance(listing, other) }))
    .sort((one, next) => one.distance - next.distance)
    .slice(0, SHOWN)
    .map(({ other }) => other);
}

/** A size more counts as much as a year more. */
function distance({ profile: one }: Listing, { profile: other }: Listing): number {
  return ageDistance(one.birthDate, other.birthDate) + sizeDistance(one.size, other.size);
}

function ageDistance(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return UNKNOWN;
  return Math.abs(Date.parse(one) - Date.parse(other)) / YEAR_MS;
}

function sizeDistance(one: Size | undefined, other: Size | undefined): number {
  if (one === undefined || other === undefined) return UNKNOWN;
  return Math.abs(SIZES.indexOf(one) - SIZES.indexOf(other));
}
