import { type Static, Type } from 'typebox';
import { type Coordinates, isNear, type Nearness } from '../../platform/core/catalogue/coordinates.ts';
import { keyInCursor } from '../../platform/core/cursor.ts';
import { quote } from '../../platform/core/errors.ts';
import { fieldError } from '../../platform/core/field-faults.ts';
import { Int64, int64FromDigits } from '../../platform/core/int64.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Database } from '../../platform/database/database.ts';
import { LISTING_EXAMPLE } from '../../platform/http/openapi/examples.ts';
import { conditionalReadHeaders } from '../../platform/http/responses/etag.ts';
import {
  buildSearchPage,
  NOT_COPIED,
  PAGE_UNCHANGED,
  type PageRequest,
  pageParameters,
  pageRequest,
} from '../../platform/http/responses/pagination.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import { countedPageHeaders, withTotal } from '../../platform/http/responses/total.ts';
import { untilFound } from '../../platform/http/responses/until-found.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { UrlOf } from '../../record/events/listing-state.ts';
import { petNotFound } from '../pets/pet.ts';
import { countPets } from '../pets/pet-count.ts';
import {
  APPROXIMATE,
  filtersIn,
  filterTexts,
  petFilters,
  petIdFilter,
  profileFilters,
  SEARCH_TEXT,
} from '../search/pet-filters.ts';
import { requireWords, searchWords } from '../search/search.ts';
import { type Listing, listingJson } from './listing.ts';
import { findListing } from './listing-queries.ts';
import { type FoundListings, type ListingSearch, listListings, searchAnyListings } from './listing-search.ts';
import { nearFilters, nearnessIn, nearTexts } from './nearness.ts';
import {
  LISTING_SORTS,
  type ListingOrder,
  type ListingSort,
  orderOf,
  SORT_DESCRIPTION,
} from './sorted/listing-order.ts';
import { listSorted } from './sorted/sorted-listings.ts';

const tags = ['Listings'];
const stability = 'experimental';

export interface ListingRouteDependencies {
  database: Database;
  publicUrl: string;
  /** Returns undefined if public pages are off now. */
  urlOf: () => MaybePromise<UrlOf | undefined>;
  /** Returns where the shelter is; undefined if that is not set. */
  coordinates: () => MaybePromise<Coordinates | undefined>;
}

/** The query parameters of a list of listings. */
const listingQuery = Type.Object(
  {
    ...pageParameters,
    sort: Type.Optional(
      Type.Unsafe<ListingSort>({
        type: 'string',
        enum: [...LISTING_SORTS],
        default: '-id',
        description: SORT_DESCRIPTION,
      }),
    ),
    ...petFilters,
    ...petIdFilter,
    q: Type.Optional(
      Type.String({
        ...SEARCH_TEXT,
        description: `Only animals whose name, breeds, color, tags or description together have all of these words. ${SEARCH_TEXT.description}`,
        examples: ['brown beag'],
      }),
    ),
    approximate: APPROXIMATE,
    ...profileFilters,
    ...nearFilters,
    photos: Type.Optional(
      Type.Unsafe<'with' | 'without'>({
        type: 'string',
        enum: ['with', 'without'],
        description: 'Only animals with at least one photo, or only those without.',
      }),
    ),
  },
  { style: 'form', explode: false },
);

type Query = Static<typeof listingQuery>;

/** Returns the filters as text, which a cursor and `Link` contain. */
function filtersOf({ limit: _limit, sort: _sort, cursor: _cursor, ...filters }: Query) {
  return { ...filterTexts(filters), ...nearTexts(nearnessIn(filters)) };
}

function searchOf(query: Query, { order, after, rowLimit: limit }: PageRequest): ListingSearch {
  const words = query.q === undefined ? [] : searchWords(query.q);
  return { ...filtersIn(query), words, order, after, limit };
}

/** Returns a page of the listings that match, and the position of each. */
function listPage(database: Database, query: Query, page: PageRequest) {
  const { q, sort = '-id', photos, approximate } = query;
  if (q !== undefined) requireWords('q', q, approximate);
  const hasPhoto = photos && photos === 'with';
  const filters = filtersIn(query);
  const isSelected = q !== undefined || filters.petId !== undefined;
  const order = orderOf(sort);
  if (isSelected && order.column !== 'id')
    throw fieldError('invalid_parameter', 'sort', `must be -id or id with q or ids; got ${quote(sort)}`);
  if (!isSelected && (hasPhoto !== undefined || order.column !== 'id')) {
    const after = placeIn(query, page, order);
    return listSorted(database.read, { ...filters, ...order, hasPhoto, after, limit: page.rowLimit });
  }
  const search = searchOf(query, page);
  const readAfter = (after: bigint | undefined) => {
    const part = { ...search, after };
    const found =
      q !== undefined && approximate === 'true'
        ? searchAnyListings(database, q, part)
        : listListings(database, part);
    return andThen(found, (all) => withPhotos(all, hasPhoto));
  };
  const searched = hasPhoto === undefined ? readAfter(search.after) : untilFound(search.after, readAfter);
  return andThen(searched, (found) => ({ ...found, placeOf: ({ pet }: Listing) => pet.id }));
}

/** Returns true if the shelter is not near, or not known to be. */
function isFar(
  nearness: Nearness | undefined,
  coordinates: ListingRouteDependencies['coordinates'],
): MaybePromise<boolean> {
  if (nearness === undefined) return false;
  return andThen(coordinates(), (place) => !isNear(nearness, place));
}

const NO_LISTINGS = { items: [] as Listing[], examined: undefined, placeOf: ({ pet }: Listing) => pet.id };

/** Returns what a page continues after. */
function placeIn({ cursor }: Query, { after: id }: PageRequest, { column }: ListingOrder) {
  if (cursor === undefined || id === undefined) return undefined;
  const text = keyInCursor(cursor);
  const isText = column === 'name_order' || column === 'birth_date';
  const key = isText ? text : int64FromDigits(text ?? '');
  // Only a forged cursor has none, or a character that no text in the store has.
  if (key === undefined || (typeof key === 'string' && key.includes('\0')))
    throw fieldError('invalid_parameter', 'cursor', `${NOT_COPIED}; got ${quote(cursor)}`);
  return { id, key };
}

/** Leaves out those with photos, or those without. */
function withPhotos<Found extends FoundListings>(found: Found, hasPhoto: boolean | undefined): Found {
  if (hasPhoto === undefined) return found;
  return { ...found, items: found.items.filter(({ photos }) => photos.length > 0 === hasPhoto) };
}

/** Returns true if no filters are given but those on the status and the category. */
function hasCounts(query: Query): boolean {
  const { status: _status, categoryId: _categoryId, approximate: _approximate, ...others } = filtersOf(query);
  return Object.values(others).every((filter) => filter === undefined);
}

export function listingRoutes({
  database,
  publicUrl,
  urlOf,
  coordinates,
}: ListingRouteDependencies): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/listings',
      schema: {
        operationId: 'listListings',
        tags,
        summary: 'List what adopters see',
        description:
          'Returns a paginated list of animals with their profiles and photos, newest first or in another order. Follow `Link` with `rel="next"` for more: with `q`, with a filter on the profile or on photos, or with `categoryId` in another order than that of the ids, a page may have fewer animals than `limit`, or none, although there are more. `X-Total-Count` is offered for all animals and for available ones, also of one category; not with another filter.',
        query: listingQuery,
        headers: countedPageHeaders,
        responses: {
          200: {
            ...Type.Unsafe<Listing[]>({ $ref: 'Listings#' }),
            description: 'A page of listings.',
            examples: [[LISTING_EXAMPLE]],
          },
          304: PAGE_UNCHANGED,
        },
      },
      stability,
      cache: 'everyone',
      isForWebPages: true,
      handle: (exchange, { query }) => {
        const page = pageRequest('/v1/listings', query, filtersOf(query));
        return andThen(isFar(nearnessIn(query), coordinates), (far) => {
          if (far) return buildSearchPage(page, NO_LISTINGS, () => '', NO_LISTINGS.placeOf);
          return andThen(urlOf(), (url) =>
            andThen(listPage(database, query, page), (found) =>
              withTotal(
                exchange,
                buildSearchPage(
                  page,
                  found,
                  (listing) => listingJson(listing, publicUrl, url),
                  found.placeOf,
                ),
                () => (hasCounts(query) ? countPets(database.read, query) : undefined),
              ),
            ),
          );
        });
      },
    }),

    route({
      method: 'GET',
      path: '/v1/listings/:petId',
      schema: {
        operationId: 'getListing',
        tags,
        summary: 'Read what adopters see of one animal',
        description: 'Returns one animal with its profile and its photos.',
        params: Type.Object({
          petId: Int64({ description: 'Identifier of the animal.', examples: [3562n] }),
        }),
        headers: conditionalReadHeaders,
        responses: {
          200: {
            ...Type.Unsafe<Listing>({ $ref: 'Listing#' }),
            description: 'The listing.',
            examples: [LISTING_EXAMPLE],
          },
          304: Type.Null({ description: 'The listing is still the version that `If-None-Match` names.' }),
        },
      },
      stability,
      cache: 'everyone',
      notFound: petNotFound,
      errors: ['pet_not_found', 'precondition_failed'],
      isForWebPages: true,
      handle: (_exchange, { params: { petId } }) =>
        andThen(urlOf(), (url) =>
          andThen(findListing(database.read, petId), (listing) => {
            if (listing === undefined) throw petNotFound(String(petId));
            return Representation.tagged(listingJson(listing, publicUrl, url));
          }),
        ),
    }),
  ];
}
