import { type Static, Type } from 'typebox';
import { type PageRequest, pageParameters } from '../http/responses/pagination.ts';
import { filtersIn, filterTexts, petFilters, petIdFilter, profileFilters } from '../search/pet-filters.ts';
import { searchWords } from '../search/search.ts';
import { SEARCH_TEXT } from '../search/search-parameter.ts';
import type { ListingSearch } from './listing-search.ts';

/** The query parameters of a list of listings. */
export const listingQuery = Type.Object(
  {
    ...pageParameters,
    ...petFilters,
    ...petIdFilter,
    q: Type.Optional(
      Type.String({
        ...SEARCH_TEXT,
        description: `Only animals whose name, breed, color or description together have all of these words. ${SEARCH_TEXT.description}`,
        examples: ['brown beag'],
      }),
    ),
    ...profileFilters,
  },
  { style: 'form', explode: false },
);

type Query = Static<typeof listingQuery>;

/** Returns the filters as text, which a cursor and `Link` contain. */
export function filtersOf({ limit: _limit, sort: _sort, cursor: _cursor, ...filters }: Query) {
  return filterTexts(filters);
}

/** @throws {ApiError} `invalid_parameter` if `q` has no word that can be searched. */
export function searchOf(query: Query, { order, after, rowLimit: limit }: PageRequest): ListingSearch {
  const words = query.q === undefined ? [] : searchWords('q', query.q);
  return { ...filtersIn(query), words, order, after, limit };
}
