import { quote } from '../core/errors.ts';
import { fieldError } from '../core/field-faults.ts';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Database } from '../database/database.ts';
import {
  buildSearchPage,
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  type PageRequest,
  pageRequest,
} from '../http/responses/pagination.ts';
import { Representation } from '../http/responses/representation.ts';
import { listListings } from '../listings/listing-search.ts';
import { JSON_PATH, LIST_PATH, nextQuery } from './addresses.ts';
import { kindsOf, offeredCategories } from './categories.ts';
import { publicListingJson } from './feeds/listing-json.ts';
import type { Site, Visit } from './public-page.ts';
import { listPage } from './views/list-page.ts';
import { filtersIn, filterTexts, searchFor } from './visitor-search.ts';

/** Divisible by two and three, the columns of cards. */
const CARDS = 24;

/** Returns the page with cards of the available animals that the visitor looks for. */
export function listHtml(visit: Visit, site: Site, database: Database): MaybePromise<Representation> {
  const filters = filtersIn(visit.query);
  const page = requestIn(LIST_PATH, visit, CARDS);
  return andThen(listListings(database, searchFor(filters, page, visit.today)), ({ items, examined }) =>
    andThen(offeredCategories(database.read), (categories) =>
      andThen(kindsOf(database.read, items), (kindOf) => {
        const next = examined === undefined ? undefined : nextQuery(page, examined);
        const isFirst = page.after === undefined;
        const query = isFirst ? page.filters : nextQuery(page, page.after ?? 0n);
        const content = { listings: items, filters, categories, query, next, isFirst, kindOf };
        const link = next === undefined ? '' : `<${visit.link(LIST_PATH, next)}>; rel="next"`;
        return Representation.tagged(listPage(visit, site, content), link);
      }),
    ),
  );
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
  const search = searchFor(filtersIn(visit.query), page, visit.today);
  return andThen(listListings(database, search), (found) =>
    buildSearchPage(
      page,
      found,
      (listing) => publicListingJson(listing, site),
      ({ pet }) => pet.id,
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
