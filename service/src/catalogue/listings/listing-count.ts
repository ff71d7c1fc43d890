import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Database } from '../../platform/database/database.ts';
import { countPets } from '../pets/pet-count.ts';
import { hasProfileFilter } from '../search/filter-conditions.ts';
import { MAX_CANDIDATES } from '../search/search-query.ts';
import { filteredIds, type ListingSearch } from './listing-search.ts';

export interface ListingCount {
  readonly count: number;
  /** False if there may be more. */
  readonly isExact: boolean;
}

/**
 * Counts the listings of a search: by the counts of the categories, or with filters on the profile among the first 1,000
 * animals, as many as one page examines. Undefined for a search by words or by ids, whose matches are only known by reading
 * them.
 */
export function countListings(
  database: Database,
  search: ListingSearch,
): MaybePromise<ListingCount | undefined> {
  if (search.words.length > 0 || search.petId !== undefined) return undefined;
  if (!hasProfileFilter(search)) {
    return andThen(countPets(database.read, search), (count) =>
      count === undefined ? undefined : { count: Number(count), isExact: true },
    );
  }
  const all = { ...search, after: undefined, limit: MAX_CANDIDATES + 1 };
  return andThen(filteredIds(database, all), ({ ids, examined }) => ({
    count: ids.length,
    isExact: examined === undefined,
  }));
}
