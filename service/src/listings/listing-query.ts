import { type Static, Type } from 'typebox';
import { Int64 } from '../core/int64.ts';
import { SEXES, SIZES } from '../database/column-values.ts';
import { MAX_PAGE_SIZE, type PageRequest, pageParameters } from '../http/responses/pagination.ts';
import { petFilters } from '../pets/pet-routes.ts';
import { searchWords } from '../search/search.ts';
import { SEARCH_TEXT } from '../search/search-parameter.ts';
import { GOOD_WITH, type GoodWith } from '../search/search-query.ts';
import type { ListingSearch } from './listing-search.ts';

function oneOf<Value extends string>(values: readonly Value[], description: string) {
  return Type.Optional(Type.Unsafe<Value>({ type: 'string', enum: [...values], description }));
}

function date(description: string) {
  return Type.Optional(
    Type.String({
      format: 'date',
      description: `${description} A full-date of RFC 3339.`,
      examples: ['2024-04-01'],
    }),
  );
}

/** The query parameters of a list of listings. */
export const listingQuery = Type.Object(
  {
    ...pageParameters,
    ...petFilters,
    petId: Type.Optional(
      Type.Array(Int64({ description: 'Identifier of an animal.' }), {
        minItems: 1,
        maxItems: MAX_PAGE_SIZE,
        description: 'Only these animals, separated by commas. Those that do not exist are left out.',
        examples: [[3562n, 3563n]],
      }),
    ),
    q: Type.Optional(
      Type.String({
        ...SEARCH_TEXT,
        description: `Only animals whose name, breed, color or description together have all of these words. ${SEARCH_TEXT.description}`,
        examples: ['brown beag'],
      }),
    ),
    sex: oneOf(SEXES, 'Filter by sex.'),
    size: oneOf(SIZES, 'Filter by size.'),
    goodWith: Type.Optional(
      Type.Array(Type.Unsafe<GoodWith>({ type: 'string', enum: [...GOOD_WITH] }), {
        minItems: 1,
        maxItems: GOOD_WITH.length,
        description: 'Only animals that get on with all of these, separated by commas.',
        examples: [['children', 'dogs']],
      }),
    ),
    bornAfter: date('Only animals that were born on this day or later.'),
    bornBefore: date('Only animals that were born on this day or earlier.'),
  },
  { style: 'form', explode: false },
);

type Query = Static<typeof listingQuery>;

/** Returns the filters as text, which a cursor and `Link` contain. */
export function filtersOf({ limit: _limit, sort: _sort, cursor: _cursor, ...filters }: Query) {
  const { petId, goodWith, ...others } = filters;
  return { ...others, petId: petId?.join(), goodWith: goodWith?.join() };
}

/** @throws {ApiError} `invalid_parameter` if `q` has no word that can be searched. */
export function searchOf(query: Query, { order, after, rowLimit: limit }: PageRequest): ListingSearch {
  const { status, categoryId, petId: ids, q, sex, size, goodWith, bornAfter, bornBefore } = query;
  const words = q === undefined ? [] : searchWords('q', q);
  return { words, status, categoryId, ids, sex, size, goodWith, bornAfter, bornBefore, order, after, limit };
}
