import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { engineOf, rowLimit } from '../../platform/database/prepared-query.ts';
import { isEqual, petComparisons } from '../search/filter-conditions.ts';
import type { PetFilters, PetOrder } from '../search/pet-filters.ts';
import { waitingRange } from './waiting-order.ts';

/** The request for a page: `after` is the last id of the previous page. */
export type PetPage = PetFilters & {
  readonly order: PetOrder;
  readonly after?: bigint | undefined;
  /** The place of `after` in the order `longest waiting`. */
  readonly afterOrder?: bigint | undefined;
  readonly limit: number;
};

export const PET_COLUMNS = ['id', 'name', 'category_id', 'status'] as const;

/** Returns the query of a page of pets. */
export function petListQuery(db: Queries, page: PetPage) {
  return petRange(db, page).select(PET_COLUMNS);
}

/**
 * Returns the query of a page of pets as JSON of the API. The engine writes it as `petJson` does, in two thirds of the time of
 * rows that become objects first.
 */
export function petTextsQuery(db: Queries, page: PetPage) {
  const quote = sql.raw(engineOf(db).name === 'sqlite' ? 'json_quote' : 'to_json');
  // `concat` leaves out null, and a text that is joined to null is null: without a status there is no such member.
  const json = sql<string>`concat('{"id":', id, ',"name":', ${quote}(name), ',"categoryId":', category_id,
    ',"status":"' || status || '"', '}')`;
  return petRange(db, page).select(['id', json.as('json')]);
}

/** Returns the rows of a page: one range of one index for any filters, so its cost does not depend on its depth. */
export function petRange(db: Queries, page: PetPage) {
  if (page.order === 'longest waiting') return waitingRange(db, page);
  const isListed = page.petId !== undefined;
  return engineOf(db).usesCostBasedPlanner && !isListed ? rangeQuery(db, page) : equalityQuery(db, page);
}

function equalityQuery(db: Queries, page: PetPage) {
  const { order, after, limit } = page;
  const newestFirst = order === 'newest first';
  let query = firstPets(db, limit);
  for (const comparison of petComparisons(page)) query = query.where(isEqual(comparison));
  if (after !== undefined) query = query.where('id', newestFirst ? '<' : '>', after);
  return query.orderBy('id', newestFirst ? 'desc' : 'asc');
}

/**
 * Writes one filter as a range and sorts by its column, so that only the index of the filters fits. For an equality
 * with a common value, a cost-based planner would scan the primary key and skip the rows that do not match.
 */
function rangeQuery(db: Queries, page: PetPage) {
  const { order, after, limit } = page;
  const [ranged, ...others] = petComparisons(page);
  if (ranged === undefined) return equalityQuery(db, page);
  const { column, value } = ranged;
  const [direction, beyond, from, to] =
    order === 'newest first' ? (['desc', '<', '<=', '>='] as const) : (['asc', '>', '>=', '<='] as const);
  const start =
    after === undefined
      ? sql<boolean>`${column} ${sql.raw(from)} ${value}`
      : sql<boolean>`(${column}, id) ${sql.raw(beyond)} (${value}, ${after})`;
  let query = firstPets(db, limit);
  for (const comparison of others) query = query.where(isEqual(comparison));
  query = query.where(start).where(sql<boolean>`${column} ${sql.raw(to)} ${value}`);
  return query.orderBy(column, direction).orderBy('id', direction);
}

function firstPets(db: Queries, limit: number) {
  return db.selectFrom('pets').limit(rowLimit(limit));
}
