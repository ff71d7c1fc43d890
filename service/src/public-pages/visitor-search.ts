import { ApiError, quote } from '../core/errors.ts';
import { int64FromDigits } from '../core/int64.ts';
import { SEXES, SIZES } from '../database/column-values.ts';
import { textFault } from '../http/requests/text.ts';
import type { PageRequest } from '../http/responses/pagination.ts';
import type { ListingSearch } from '../listings/listing-search.ts';
import { type AllFilters, GOOD_WITH, type GoodWith, NO_FILTERS } from '../search/pet-filters.ts';
import { searchWords } from '../search/search.ts';
import { bornWithin } from './age.ts';
import { AGE_GROUPS, type AgeGroup } from './texts/texts.ts';

const MAX_WORDS_LENGTH = 100;

/** What a visitor looks for: some of the filters, an age instead of days, and words. */
export interface VisitorFilters extends Pick<AllFilters, 'categoryId' | 'sex' | 'size'> {
  readonly age: AgeGroup | undefined;
  readonly goodWith: readonly GoodWith[];
  readonly q: string | undefined;
}

/**
 * Reads the filters in an address. A form sends fields that are not filled in as empty values, and each checkbox as a
 * parameter of its own; both mean the same as for the API. Unknown parameters are ignored: other sites add theirs.
 *
 * @throws {ApiError} `invalid_parameter`.
 */
export function filtersIn(query: URLSearchParams): VisitorFilters {
  const categoryId = filled(query, 'categoryId');
  return {
    categoryId: categoryId === undefined ? undefined : categoryOf(categoryId),
    sex: choice('sex', filled(query, 'sex'), SEXES),
    size: choice('size', filled(query, 'size'), SIZES),
    age: choice('age', filled(query, 'age'), AGE_GROUPS),
    goodWith: companyIn(query),
    q: filled(query, 'q'),
  };
}

/** Returns the filters as text, which a cursor and the address of the next page contain. */
export function filterTexts({ goodWith, ...others }: VisitorFilters) {
  return { ...others, goodWith: goodWith.length === 0 ? undefined : goodWith.join() };
}

export function hasFilter(filters: VisitorFilters): boolean {
  return Object.values(filterTexts(filters)).some((value) => value !== undefined);
}

/**
 * Returns the search of a page of available animals.
 *
 * @param now in Unix milliseconds.
 * @throws {ApiError} `invalid_parameter` if `q` has no word that can be searched.
 */
export function searchFor(
  { q, age, goodWith, ...filters }: VisitorFilters,
  { order, after, rowLimit: limit }: Pick<PageRequest, 'order' | 'after' | 'rowLimit'>,
  now: number,
): ListingSearch {
  return {
    ...NO_FILTERS,
    ...filters,
    ...(age !== undefined && bornWithin(age, now)),
    words: q === undefined ? [] : searchWords('q', checkedWords(q)),
    status: 'available',
    goodWith: goodWith.length === 0 ? undefined : goodWith,
    order,
    after,
    limit,
  };
}

function filled(query: URLSearchParams, name: string): string | undefined {
  return query.get(name)?.trim() || undefined;
}

function choice<Value extends string>(
  name: string,
  value: string | undefined,
  choices: readonly Value[],
): Value | undefined {
  if (value === undefined) return undefined;
  const found = choices.find((known) => known === value);
  if (found === undefined) throw invalid(`${name} must be one of ${choices.join(', ')}`, value);
  return found;
}

function categoryOf(value: string): bigint {
  const id = int64FromDigits(value);
  if (id === undefined) throw invalid('categoryId must be the id of a category', value);
  return id;
}

function companyIn(query: URLSearchParams): GoodWith[] {
  const given = query.getAll('goodWith').flatMap((value) => value.split(','));
  const wanted = new Set(given.map((value) => choice('goodWith', value.trim() || undefined, GOOD_WITH)));
  return GOOD_WITH.filter((value) => wanted.has(value));
}

function checkedWords(q: string): string {
  if (q.length <= MAX_WORDS_LENGTH && textFault(q) === undefined) return q;
  throw invalid(`q must have at most ${MAX_WORDS_LENGTH} characters`, q);
}

function invalid(rule: string, value: string): ApiError {
  return new ApiError('invalid_parameter', `${rule}; got ${quote(value)}.`);
}
