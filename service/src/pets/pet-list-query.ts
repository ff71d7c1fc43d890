import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { engineOf } from '../database/engine-of.ts';
import { rowLimit } from '../database/row-limit.ts';
import type { ListOrder } from '../http/responses/pagination.ts';
import type { PetStatus } from './pet.ts';

/** The request for a page: `after` is the last id of the previous page. */
export interface PetPage {
  status?: PetStatus | undefined;
  categoryId?: bigint | undefined;
  /** Only these pets; all if undefined. */
  ids?: readonly bigint[] | undefined;
  order: ListOrder;
  after?: bigint | undefined;
  limit: number;
}

export const PET_COLUMNS = ['id', 'name', 'category_id', 'status'] as const;

/** Returns the query of a page of pets. */
export function petListQuery(db: Queries, page: PetPage) {
  return petRange(db, page).select(PET_COLUMNS);
}

/** Returns the rows of a page: one range of one index for any filters, so its cost does not depend on its depth. */
export function petRange(db: Queries, page: PetPage) {
  const isListed = page.ids !== undefined;
  return engineOf(db).usesCostBasedPlanner && !isListed ? rangeQuery(db, page) : equalityQuery(db, page);
}

function equalityQuery(db: Queries, { order, status, categoryId, ids, after, limit }: PetPage) {
  const newestFirst = order === 'newest first';
  let query = firstPets(db, limit);
  if (ids !== undefined) query = query.where('id', 'in', ids);
  if (status !== undefined) query = query.where('status', '=', status);
  if (categoryId !== undefined) query = query.where('category_id', '=', categoryId);
  if (after !== undefined) query = query.where('id', newestFirst ? '<' : '>', after);
  return query.orderBy('id', newestFirst ? 'desc' : 'asc');
}

/**
 * Writes the last filter as a range and sorts by its column, so that only the index of the filters fits. For an equality
 * with a common value, a cost-based planner would scan the primary key and skip the rows that do not match.
 */
function rangeQuery(db: Queries, page: PetPage) {
  const { order, status, categoryId, after, limit } = page;
  const value = status ?? categoryId;
  if (value === undefined) return equalityQuery(db, page);
  const column = status === undefined ? 'category_id' : 'status';
  const [direction, beyond, from, to] =
    order === 'newest first' ? (['desc', '<', '<=', '>='] as const) : (['asc', '>', '>=', '<='] as const);
  const start =
    after === undefined
      ? sql<boolean>`${sql.ref(column)} ${sql.raw(from)} ${value}`
      : sql<boolean>`(${sql.ref(column)}, id) ${sql.raw(beyond)} (${value}, ${after})`;
  let query = firstPets(db, limit);
  if (status !== undefined && categoryId !== undefined) query = query.where('category_id', '=', categoryId);
  query = query.where(start).where(sql<boolean>`${sql.ref(column)} ${sql.raw(to)} ${value}`);
  return query.orderBy(column, direction).orderBy('id', direction);
}

function firstPets(db: Queries, limit: number) {
  return db.selectFrom('pets').limit(rowLimit(limit));
}
