import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Database, Queries } from '../database/database.ts';
import { PreparedQuery } from '../database/prepared-query.ts';
import { type PetPage, petRange } from '../pets/pet-list-query.ts';
import { indexedPrefixes, resultOf, type SearchResult, searchPets } from '../search/search.ts';
import { searchedWords } from '../search/search-index.ts';
import { withCompleteIndex } from '../search/search-progress.ts';
import {
  candidateEndQuery,
  MAX_CANDIDATES,
  matchQuery,
  SEARCH_LITERALS,
  type SearchFilters,
  type SearchPage,
} from '../search/search-query.ts';
import { readMatching } from '../search/word-comparison.ts';
import type { Listing } from './listing.ts';
import { readListings, readPage, readPageOf } from './listing-store.ts';

export interface ListingSearch extends SearchFilters, Pick<PetPage, 'ids' | 'order' | 'after'> {
  /** The words that each listing must have; empty for a list by filters only. */
  readonly words: readonly string[];
  /** One more than the page has. */
  readonly limit: number;
}

export interface FoundListings {
  readonly items: readonly Listing[];
  /** The last id that was examined if there may be more; undefined at the end of the list. */
  readonly examined: bigint | undefined;
}

/** Returns a page of listings. With words or filters on the profile, it has those among the next candidates that match. */
export function listListings(database: Database, search: ListingSearch): MaybePromise<FoundListings> {
  if (search.words.length > 0 || hasProfileFilter(search)) return searchListings(database, search);
  const { status, categoryId, ids, order, after, limit } = search;
  const page = { status, categoryId, ids, order, after, limit };
  return andThen(readPage(database.read, page), ({ listings, isCut }) => {
    const items = listings.slice(0, limit - 1);
    return { items, examined: isCut || listings.length === limit ? items.at(-1)?.pet.id : undefined };
  });
}

function hasProfileFilter({ sex, size, goodWith, bornAfter, bornBefore }: SearchFilters): boolean {
  return [sex, size, goodWith, bornAfter, bornBefore].some((filter) => filter !== undefined);
}

function searchListings(database: Database, search: ListingSearch): MaybePromise<FoundListings> {
  const { words } = search;
  const { read } = database;
  const find = () => matchingIds(read, search);
  if (words.length === 0) {
    return andThen(find(), ({ ids, examined }) =>
      andThen(readPageOf(read, ids), ({ listings, isCut }) => ({
        items: listings,
        examined: isCut ? listings.at(-1)?.pet.id : examined,
      })),
    );
  }
  return andThen(withCompleteIndex(database, find), (found) =>
    readMatching(found, { words, read: (ids) => readListings(read, ids), ...OF_LISTING }),
  );
}

const OF_LISTING = {
  idOf: ({ pet }: Listing) => pet.id,
  wordsOf: ({ pet: { name }, profile: { breed, color, description } }: Listing) =>
    searchedWords({ name, breed, color, description }),
};

function matchingIds(db: Queries, search: ListingSearch): MaybePromise<SearchResult> {
  const { words, ids, ...page } = search;
  const prefixes = indexedPrefixes(words);
  const filters = { ...page, inName: false };
  if (prefixes.length > 0 && ids === undefined) return searchPets(db, prefixes, filters);
  const others = prefixes.length > 0 ? prefixes : undefined;
  const range = { ...filters, ids, others };
  return andThen(matchesAmongPets.all(db, range), (rows) =>
    resultOf(rows, page.limit, () => endOfPets.first(db, range)),
  );
}

type PetSearch = SearchPage & { readonly ids?: readonly bigint[] | undefined };

const matchesAmongPets = new PreparedQuery(
  (db, page: PetSearch) => matchQuery(petCandidates(db, page), { ...page, ...IN_RANGE }),
  SEARCH_LITERALS,
);
const endOfPets = new PreparedQuery(
  (db, page: PetSearch) => candidateEndQuery(petCandidates(db, page), page),
  SEARCH_LITERALS,
);

/** The range of the pets has applied these filters. */
const IN_RANGE = { status: undefined, categoryId: undefined };

function petCandidates(db: Queries, { status, categoryId, ids, order, after }: PetSearch) {
  const range = petRange(db, { status, categoryId, ids, order, after, limit: MAX_CANDIDATES });
  return sql`${range.select('id as pet_id')}`;
}
