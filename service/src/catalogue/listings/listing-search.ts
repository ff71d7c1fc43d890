import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import type { ListOrder } from '../../platform/http/responses/pagination.ts';
import { untilFound } from '../../platform/http/responses/until-found.ts';
import { type Found, searchApproximately } from '../pets/approximate-search.ts';
import { findAmongPets, findByName } from '../pets/pet-candidates.ts';
import { waitingOrderOf } from '../pets/waiting-order.ts';
import { hasProfileFilter } from '../search/filter-conditions.ts';
import type { ListingFilters, PetOrder } from '../search/pet-filters.ts';
import { indexedPrefixes, type SearchResult, searchPets, searchWords } from '../search/search.ts';
import { searchedWords } from '../search/search-index.ts';
import { searchWhileFilling } from '../search/search-while-filling.ts';
import { readMatching } from '../search/word-comparison.ts';
import type { Listing } from './listing.ts';
import { readListings, readPage, readPageOf } from './listing-queries.ts';

export type ListingSearch = ListingFilters & {
  /** The words that each listing must have; empty for a list by filters only. */
  readonly words: readonly string[];
  /** A list by words is by id: then `longest waiting` means `newest first`. */
  readonly order: PetOrder;
  readonly after?: bigint | undefined;
  /** The place of `after` in the order `longest waiting`. */
  readonly afterOrder?: bigint | undefined;
  /** One more than the page has. */
  readonly limit: number;
};

export type FoundListings = Found<Listing>;

/** Returns a page of listings. With words or filters on the profile, it has those among the next candidates that match, and is rarely empty. */
export function listListings(database: Database, search: ListingSearch): MaybePromise<FoundListings> {
  return untilFound(search.after, (after) => listAfter(database, { ...search, after }));
}

function listAfter(database: Database, search: ListingSearch): MaybePromise<FoundListings> {
  if (search.order !== 'longest waiting' || search.after === undefined) return listFrom(database, search);
  return andThen(waitingOrderOf(database.read, search.after), (afterOrder) =>
    listFrom(database, { ...search, afterOrder }),
  );
}

/** Returns a page of listings for what a person has typed: also a number, a reference or a half-remembered name. */
export function searchAnyListings(
  database: Database,
  text: string,
  search: ListingSearch,
): MaybePromise<FoundListings> {
  const { words: _words, afterOrder: _afterOrder, ...page } = search;
  return searchApproximately(database, {
    text,
    page: { ...page, order: orderOfWords(search) },
    byWords: () => listListings(database, search),
    read: (ids) => readListings(database.read, ids),
  });
}

/** The index of words has its animals by id. */
function orderOfWords({ order }: ListingSearch): ListOrder {
  return order === 'longest waiting' ? 'newest first' : order;
}

function listFrom(database: Database, search: ListingSearch): MaybePromise<FoundListings> {
  if (search.words.length > 0 || hasProfileFilter(search)) return searchListings(database, search);
  const { words: _words, ...page } = search;
  return andThen(readPage(database.read, page), ({ listings, isCut }) => {
    const { limit } = page;
    const items = listings.slice(0, limit - 1);
    return { items, examined: isCut || listings.length === limit ? items.at(-1)?.pet.id : undefined };
  });
}

function searchListings(database: Database, search: ListingSearch): MaybePromise<FoundListings> {
  const { words } = search;
  const { read } = database;
  if (words.length === 0) {
    return andThen(filteredIds(database, search), ({ ids, examined }) =>
      andThen(readPageOf(read, ids), ({ listings, isCut }) => ({
        items: listings,
        examined: isCut ? listings.at(-1)?.pet.id : examined,
      })),
    );
  }
  const found = searchWhileFilling(
    database,
    { ...search, order: orderOfWords(search) },
    {
      byIndex: (part) => matchingIds(read, part),
      byName: ({ words: _words, ...part }) => findByName(read, words, { ...part, inName: false }),
    },
  );
  return andThen(found, (ids) =>
    readMatching(ids, { words, read: (some) => readListings(read, some), ...OF_LISTING }),
  );
}

const OF_LISTING = {
  idOf: ({ pet }: Listing) => pet.id,
  wordsOf: ({ pet: { name }, profile }: Listing) => searchedWords({ ...profile, name }),
};

/** Returns the ids of the listings of a page that have the filters. Those with a tag have its words in the index, once it is filled. */
export function filteredIds(database: Database, search: ListingSearch): MaybePromise<SearchResult> {
  const { read } = database;
  const among = ({ words: _words, ...page }: ListingSearch) =>
    findAmongPets(read, { ...page, inName: false });
  if (search.tag === undefined || search.order === 'longest waiting') return among(search);
  return searchWhileFilling(
    database,
    { ...search, order: orderOfWords(search) },
    { byIndex: (part) => matchingIds(read, part), byName: (part) => among(part) },
  );
}

/** Returns the ids of the listings of a page that have the filters, and the keys of the words. */
function matchingIds(db: Queries, search: ListingSearch): MaybePromise<SearchResult> {
  const { words, ...filtered } = search;
  const ofTag = search.tag === undefined ? [] : searchWords(search.tag);
  const prefixes = indexedPrefixes([...words, ...ofTag]);
  const page = { ...filtered, inName: false };
  if (prefixes.length > 0 && page.petId === undefined) return searchPets(db, prefixes, page);
  return findAmongPets(db, { ...page, others: prefixes.length > 0 ? prefixes : undefined });
}
