import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ListOrder } from '../../platform/http/responses/pagination.ts';
import { untilFound } from '../../platform/http/responses/until-found.ts';
import { type ListingFilters, NO_FILTERS } from '../search/pet-filters.ts';
import { indexedPrefixes, searchPets } from '../search/search.ts';
import { searchWhileFilling } from '../search/search-while-filling.ts';
import { readMatching } from '../search/word-comparison.ts';
import type { Pet } from './pet.ts';
import { findByName, OF_PET } from './pet-candidates.ts';
import { readPets } from './pet-queries.ts';

interface FoundPets {
  readonly items: readonly Pet[];
  /** The last id that was examined if there may be more; undefined at the end of the list. */
  readonly examined: bigint | undefined;
}

type NamePage = ListingFilters & {
  readonly order: ListOrder;
  readonly after?: bigint | undefined;
  readonly limit: number;
};

/** Returns the pets among the next candidates whose names have all words, fewer than `limit`. */
export function searchByName(
  database: Database,
  words: readonly string[],
  page: NamePage,
): MaybePromise<FoundPets> {
  return untilFound(page.after, (after) => searchAfter(database, words, { ...page, after }));
}

function searchAfter(database: Database, words: readonly string[], page: NamePage): MaybePromise<FoundPets> {
  const { read } = database;
  const search = { ...NO_FILTERS, ...page, inName: true };
  const found = searchWhileFilling(database, search, {
    byIndex: (part) => searchPets(read, indexedPrefixes(words), part),
    byName: (part) => findByName(read, words, part),
  });
  return andThen(found, (ids) =>
    readMatching(ids, { words, read: (some) => readPets(read, some), ...OF_PET }),
  );
}
