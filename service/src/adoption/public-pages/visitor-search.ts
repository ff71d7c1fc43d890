import type { FoundListings, ListingSearch } from '../../catalogue/listings/listing-search.ts';
import { nearTexts } from '../../catalogue/listings/nearness.ts';
import {
  type AllFilters,
  GOOD_WITH,
  type GoodWith,
  NO_FILTERS,
  type PetOrder,
} from '../../catalogue/search/pet-filters.ts';
import { requireWords, searchWords, typedTextFault } from '../../catalogue/search/search.ts';
import {
  coordinatesFault,
  DEFAULT_WITHIN_KM,
  isNear,
  MAX_WITHIN_KM,
  type Nearness,
  parseCoordinates,
} from '../../platform/core/catalogue/coordinates.ts';
import { quote } from '../../platform/core/errors.ts';
import { type FieldFault, faultOf, fieldsError } from '../../platform/core/field-faults.ts';
import { int64FromDigits } from '../../platform/core/int64.ts';
import type { MaybePromise } from '../../platform/core/maybe-promise.ts';
import { SEXES, SIZES } from '../../platform/database/column-values.ts';
import type { PageRequest } from '../../platform/http/responses/pagination.ts';
import { bornWithin } from './age.ts';
import type { Site } from './public-page.ts';
import { AGE_GROUPS, type AgeGroup } from './texts/texts.ts';

const MAX_WORDS_LENGTH = 100;
const MAX_IDS = 100;

/** What a visitor looks for: some of the filters, an age instead of days, and words. */
export interface VisitorFilters extends Pick<AllFilters, 'categoryId' | 'sex' | 'size'> {
  readonly age: AgeGroup | undefined;
  readonly goodWith: readonly GoodWith[];
  readonly q: string | undefined;
  /** Only these animals: the favourites of a visitor. */
  readonly ids: readonly bigint[] | undefined;
  /** Only what is near a place. */
  readonly nearness: Nearness | undefined;
}

/**
 * Reads the filters in an address. A form sends fields that are not filled in as empty values, and each checkbox as a
 * parameter of its own; both mean the same as for the API. Unknown parameters are ignored: other sites add theirs.
 *
 * @throws {ApiError} `invalid_parameter`.
 */
export function filtersIn(query: URLSearchParams): VisitorFilters {
  const faults: FieldFault[] = [];
  const filters = {
    categoryId: categoryIn(query, faults),
    sex: choice('sex', filled(query, 'sex'), SEXES, faults),
    size: choice('size', filled(query, 'size'), SIZES, faults),
    age: choice('age', filled(query, 'age'), AGE_GROUPS, faults),
    goodWith: companyIn(query, faults),
    q: wordsIn(query, faults),
    ids: idsIn(query, faults),
    nearness: placeIn(query, faults),
  };
  if (faults.length > 0) throw fieldsError('invalid_parameter', faults);
  return filters;
}

/** As `filtersIn`, for programs, whose words must be long enough to be looked up as words. */
export function filtersByWords(query: URLSearchParams): VisitorFilters {
  const filters = filtersIn(query);
  if (filters.q !== undefined) requireWords('q', filters.q, 'false');
  return filters;
}

/** Returns the filters as text, which a cursor and the address of the next page contain. */
export function filterTexts({ goodWith, ids, nearness, ...others }: VisitorFilters) {
  const company = goodWith.length === 0 ? undefined : goodWith.join();
  return { ...others, goodWith: company, ids: ids?.join(), ...nearTexts(nearness) };
}

export function hasFilter(filters: VisitorFilters): boolean {
  return Object.values(filterTexts(filters)).some((value) => value !== undefined);
}

/** The request for a page. */
interface SearchedPage extends Pick<PageRequest, 'after' | 'rowLimit'> {
  readonly order: PetOrder;
}

/**
 * Returns the search of a page of available animals.
 *
 * @param today the start of the day in UTC, in Unix milliseconds.
 */
export function searchFor(
  { q, age, goodWith, ids, nearness: _nearness, ...filters }: VisitorFilters,
  { order, after, rowLimit: limit }: SearchedPage,
  today: number,
): ListingSearch {
  return {
    ...NO_FILTERS,
    ...filters,
    ...(age !== undefined && bornWithin(age, today)),
    words: q === undefined ? [] : searchWords(q),
    status: 'available',
    petId: ids,
    goodWith: goodWith.length === 0 ? undefined : goodWith,
    order,
    after,
    limit,
  };
}

const NONE: FoundListings = { items: [], examined: undefined };

/** Reads the animals that a visitor looks for, unless the visitor looks near a place that the shelter is far from. */
export function unlessFar(
  { coordinates }: Site,
  { nearness }: VisitorFilters,
  read: () => MaybePromise<FoundListings>,
): MaybePromise<FoundListings> {
  return nearness === undefined || isNear(nearness, coordinates) ? read() : NONE;
}

function filled(query: URLSearchParams, name: string): string | undefined {
  return query.get(name)?.trim() || undefined;
}

// Each of these functions returns undefined for an invalid value, and adds its fault.

function choice<Value extends string>(
  name: string,
  value: string | undefined,
  choices: readonly Value[],
  faults: FieldFault[],
): Value | undefined {
  const found = choices.find((known) => known === value);
  if (found === undefined && value !== undefined)
    faults.push(faultOf(name, `must be one of ${choices.join(', ')}; got ${quote(value)}`));
  return found;
}

function categoryIn(query: URLSearchParams, faults: FieldFault[]): bigint | undefined {
  const value = filled(query, 'categoryId');
  const id = value === undefined ? undefined : int64FromDigits(value);
  if (id === undefined && value !== undefined)
    faults.push(faultOf('categoryId', `must be the id of a category; got ${quote(value)}`));
  return id;
}

function idsIn(query: URLSearchParams, faults: FieldFault[]): bigint[] | undefined {
  const value = filled(query, 'ids');
  if (value === undefined) return undefined;
  const ids = value.split(',', MAX_IDS + 1).map(int64FromDigits);
  const known = ids.filter((id) => id !== undefined);
  if (known.length === ids.length && ids.length <= MAX_IDS) return [...new Set(known)];
  faults.push(faultOf('ids', `must be 1 to ${MAX_IDS} ids, separated by commas; got ${quote(value)}`));
  return undefined;
}

function placeIn(query: URLSearchParams, faults: FieldFault[]): Nearness | undefined {
  const [value, distance] = [filled(query, 'near'), filled(query, 'within')];
  // A form without a place sends the distance all the same.
  if (value === undefined) return undefined;
  const near = parseCoordinates(value);
  const within = Number(distance ?? DEFAULT_WITHIN_KM);
  // The place is not repeated: it may be where the visitor lives.
  if (near === undefined) faults.push(faultOf('near', coordinatesFault(value) ?? ''));
  const isDistance = Number.isInteger(within) && within >= 1 && within <= MAX_WITHIN_KM;
  if (!isDistance) faults.push(faultOf('within', `must be an integer between 1 and ${MAX_WITHIN_KM}`));
  return near && isDistance ? { near, within } : undefined;
}

function companyIn(query: URLSearchParams, faults: FieldFault[]): GoodWith[] {
  const given = query.getAll('goodWith').flatMap((value) => value.split(','));
  const wanted = new Set(
    given.map((value) => choice('goodWith', value.trim() || undefined, GOOD_WITH, faults)),
  );
  return GOOD_WITH.filter((value) => wanted.has(value));
}

function wordsIn(query: URLSearchParams, faults: FieldFault[]): string | undefined {
  const value = filled(query, 'q');
  if (value === undefined) return undefined;
  const fault =
    value.length > MAX_WORDS_LENGTH
      ? `must have at most ${MAX_WORDS_LENGTH} characters`
      : typedTextFault(value);
  if (fault === undefined) return value;
  faults.push(faultOf('q', `${fault}; got ${quote(value)}`));
  return undefined;
}
