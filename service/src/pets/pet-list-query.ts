import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { engineOf } from '../database/engine-of.ts';
import type { PetStatus } from './pet.ts';

/** A page of a list: `after` is the last id of the page before it. */
export interface PetPage {
  status?: PetStatus | undefined;
  categoryId?: bigint | undefined;
  order: 'newest first' | 'oldest first';
  after?: bigint | undefined;
  limit: number;
}

export const PET_COLUMNS = ['id', 'name', 'category_id', 'status'] as const;

/** The query of a page, built when it is asked for, and its parameters in the order in which it takes them. */
export function listQuery(db: Queries, page: PetPage) {
  return engineOf(db).usesCostBasedPlanner ? rangeQuery(db, page) : equalityQuery(db, page);
}

function equalityQuery(db: Queries, { order, status, categoryId, after, limit }: PetPage) {
  const newestFirst = order === 'newest first';
  const build = () => {
    let query = firstPets(db, limit);
    if (status !== undefined) query = query.where('status', '=', status);
    if (categoryId !== undefined) query = query.where('category_id', '=', categoryId);
    if (after !== undefined) query = query.where('id', newestFirst ? '<' : '>', after);
    return query.orderBy('id', newestFirst ? 'desc' : 'asc');
  };
  return { build, parameters: given(status, categoryId, after, limit) };
}

/**
 * The last filter as a range, and its column in the order: a planner that goes by how common a value is would else walk
 * along the ids for a common one, past all those that are not, where its index has them side by side.
 */
function rangeQuery(db: Queries, page: PetPage) {
  const { order, status, categoryId, after, limit } = page;
  const value = status ?? categoryId;
  if (value === undefined) return equalityQuery(db, page);
  const column = status === undefined ? 'category_id' : 'status';
  const category = status === undefined ? undefined : categoryId;
  const [direction, beyond, upTo, downTo] =
    order === 'newest first' ? (['desc', '<', '<=', '>='] as const) : (['asc', '>', '>=', '<='] as const);
  const build = () => {
    let query = firstPets(db, limit);
    if (category !== undefined) query = query.where('category_id', '=', category);
    const begin =
      after === undefined
        ? sql<boolean>`${sql.ref(column)} ${sql.raw(upTo)} ${value}`
        : sql<boolean>`(${sql.ref(column)}, id) ${sql.raw(beyond)} (${value}, ${after})`;
    query = query.where(begin).where(sql<boolean>`${sql.ref(column)} ${sql.raw(downTo)} ${value}`);
    return query.orderBy(column, direction).orderBy('id', direction);
  };
  return { build, parameters: given(category, value, after, value, limit) };
}

function firstPets(db: Queries, limit: number) {
  // SQLite prepares a statement again for every value bound to a plain LIMIT, since its planner looks at it.
  return db.selectFrom('pets').select(PET_COLUMNS).limit(sql<bigint>`${limit} + 0`);
}

function given(...parameters: readonly unknown[]): unknown[] {
  return parameters.filter((one) => one !== undefined);
}
