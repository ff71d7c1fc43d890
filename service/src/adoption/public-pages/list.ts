import type { Listing } from '../../catalogue/listings/listing.ts';
import { countListings, type ListingCount } from '../../catalogue/listings/listing-count.ts';
import {
  type FoundListings,
  type ListingSearch,
  listListings,
  searchAnyListings,
} from '../../catalogue/listings/listing-search.ts';
import type { Category } from '../../catalogue/pets/category-queries.ts';
import { quote } from '../../platform/core/errors.ts';
import { fieldError } from '../../platform/core/field-faults.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import {
  buildSearchPage,
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  type PageRequest,
  pageRequest,
} from '../../platform/http/responses/pagination.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import { untilFound } from '../../platform/http/responses/until-found.ts';
import { JSON_PATH, LIST_PATH, nextQuery } from './addresses.ts';
import { kindsOf, offeredCategories } from './categories.ts';
import { companionsOf } from './companions.ts';
import { publicListingJson } from './feeds/listing-json.ts';
import { previewImage } from './feeds/preview-image.ts';
import { partnersFor } from './partners.ts';
import type { Site, Visit } from './public-page.ts';
import { type ListContent, listPage } from './views/list-page.ts';
import {
  filtersByWords,
  filtersIn,
  filterTexts,
  searchFor,
  unlessFar,
  type VisitorFilters,
} from './visitor-search.ts';

/** Divisible by two and three, the columns of cards. */
const CARDS = 24;

/** Returns the page with cards of the available animals that the visitor looks for. */
export function listHtml(visit: Visit, site: Site, database: Database): MaybePromise<Representation> {
  const filters = filtersIn(visit.query);
  const page = requestIn(LIST_PATH, visit, CARDS);
  // The index of words has its animals by id, and favourites are few.
  const order = filters.q === undefined && filters.ids === undefined ? 'longest waiting' : 'newest first';
  const search = searchFor(filters, { ...page, order }, visit.today);
  const { q } = filters;
  const found = unlessFar(site, filters, () =>
    // A person does not follow empty pages.
    untilFound(search.after, (after) =>
      q === undefined
        ? listListings(database, { ...search, after })
        : searchAnyListings(database, q, { ...search, after }),
    ),
  );
  return andThen(found, ({ items, examined, match }) =>
    andThen(countOf(database, search, { items, examined }), (count) =>
      andThen(offeredCategories(database.read), (categories) =>
        andThen(withCompanions(database.read, items), ({ companionsOf, kindOf }) =>
          andThen(previewImage(database.read, items), (preview) =>
            andThen(partnersOf(database, visit, site, { page, filters, categories }), (partners) =>
              andThen(site.applications?.general(visit.now), (offer) => {
                const isSimilar = match === 'similar';
                const ofAnimals = { listings: items, companionsOf, kindOf, preview, partners };
                const content = { ...ofAnimals, isSimilar, count, filters, categories, offer };
                return pageWith(visit, site, page, { ...content, examined });
              }),
            ),
          ),
        ),
      ),
    ),
  );
}

interface Asked {
  readonly page: PageRequest;
  readonly filters: VisitorFilters;
  readonly categories: readonly Category[];
}

/** Returns the animals of partners that the first page has. */
function partnersOf({ read }: Database, visit: Visit, site: Site, { page, filters, categories }: Asked) {
  if (page.after !== undefined) return [];
  const category = categories.find(({ id }) => id === filters.categoryId);
  return partnersFor(read, visit, site, filters, category);
}

/** Returns what the cards of a page show besides the animals. */
function withCompanions(db: Queries, listings: readonly Listing[]) {
  return andThen(companionsOf(db, listings), (ofListing) =>
    andThen(kindsOf(db, [...listings, ...listings.flatMap(ofListing)]), (kindOf) => ({
      companionsOf: ofListing,
      kindOf,
    })),
  );
}

type Found = Omit<ListContent, 'query' | 'next' | 'isFirst'> & Pick<FoundListings, 'examined'>;

function pageWith(
  visit: Visit,
  site: Site,
  page: PageRequest,
  { examined, ...found }: Found,
): Representation {
  const next = examined === undefined ? undefined : nextQuery(page, examined);
  const isFirst = page.after === undefined;
  const query = page.after === undefined ? page.filters : nextQuery(page, page.after);
  const link = next === undefined ? '' : `<${visit.link(LIST_PATH, next)}>; rel="next"`;
  return Representation.tagged(listPage(visit, site, { ...found, query, next, isFirst }), link);
}

/** Returns how many animals there are, as far as that is known without reading them all; undefined if nothing is known. */
function countOf(
  database: Database,
  search: ListingSearch,
  { items, examined }: FoundListings,
): MaybePromise<ListingCount | undefined> {
  const shown = search.after === undefined ? items.length : 0;
  if (search.after === undefined && examined === undefined) return { count: shown, isExact: true };
  return andThen(countListings(database, search), (known) => {
    if (known?.isExact) return known;
    const count = Math.max(known?.count ?? 0, shown);
    return count === 0 ? undefined : { count, isExact: false };
  });
}

export function listHtmlKey(visit: Visit): string {
  return `${visit.languageKey} ${keyOf(requestIn(LIST_PATH, visit, CARDS))}`;
}

/**
 * Returns the same animals as listings, for other sites. `limit` and `cursor` are those of `GET /v1/listings`. A page with
 * long texts has fewer animals than `limit`; `Link` leads to the next ones.
 */
export function listJson(visit: Visit, site: Site, database: Database): MaybePromise<Representation> {
  const page = jsonRequestIn(visit);
  const filters = filtersByWords(visit.query);
  const search = searchFor(filters, page, visit.today);
  const read = () => listListings(database, search);
  return andThen(unlessFar(site, filters, read), (found) =>
    andThen(withCompanions(database.read, found.items), ({ companionsOf: ofListing, kindOf }) =>
      buildSearchPage(
        page,
        found,
        (listing) => publicListingJson(listing, site, ofListing(listing), kindOf(listing)),
        ({ pet }) => pet.id,
      ),
    ),
  );
}

export function listJsonKey(visit: Visit): string {
  return keyOf(jsonRequestIn(visit));
}

function jsonRequestIn(visit: Visit): PageRequest {
  return requestIn(JSON_PATH, visit, limitIn(visit.query));
}

function keyOf({ list, limit, after }: PageRequest): string {
  return `${list} ${limit} ${after}`;
}

function requestIn(path: string, { query }: Visit, limit: number): PageRequest {
  const cursor = query.get('cursor');
  return pageRequest(path, { limit, ...(cursor !== null && { cursor }) }, filterTexts(filtersIn(query)));
}

function limitIn(query: URLSearchParams): number {
  const text = query.get('limit') || String(DEFAULT_PAGE_SIZE);
  const limit = Number(text);
  if (/^\d{1,3}$/.test(text) && limit >= 1 && limit <= MAX_PAGE_SIZE) return limit;
  const rule = `must be an integer between 1 and ${MAX_PAGE_SIZE}`;
  throw fieldError('invalid_parameter', 'limit', `${rule}; got ${quote(text)}`);
}
