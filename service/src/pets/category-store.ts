import { type IdRange, nextCategoryIds } from '../database/category-counts.ts';
import type { Queries } from '../database/database.ts';

/** A category, with the name that a mapping gave it, and how many of its pets are available. */
export interface Category {
  id: bigint;
  name?: string;
  available: bigint;
}

/** Names categories, also those that have no pet yet. A category that has a name keeps it. */
export async function nameCategories(db: Queries, names: ReadonlyMap<bigint, string>): Promise<void> {
  if (names.size === 0) return;
  // In one order, so that no two transactions wait for each other.
  const sorted = [...names].toSorted(([one], [other]) => (one < other ? -1 : 1));
  await db
    .insertInto('categories')
    .values(sorted.map(([id, name]) => ({ id, name })))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ name: (columns) => columns.ref('excluded.name') })
        .where('categories.name', 'is', null),
    )
    .execute();
}

/** A page of categories: `after` is the last id of the page before it. */
export interface CategoryPage extends IdRange {
  /** Only these, at most 100; all if undefined. */
  readonly ids?: readonly bigint[] | undefined;
}

/** The categories of a page, by id. Reads their maintained counts, so it costs the same for any number of pets. */
export async function listCategories(db: Queries, { ids, ...range }: CategoryPage): Promise<Category[]> {
  if (ids !== undefined) return (await readCategories(db, within(ids, range), range)).slice(0, range.limit);
  const found: Category[] = [];
  for (let { after } = range; ; ) {
    const next = await nextCategoryIds(db, { ...range, after });
    found.push(...(await readCategories(db, next, range)));
    // Where differences are not folded yet, some may be empty: then the page continues behind them.
    if (next.length < range.limit || found.length >= range.limit) return found.slice(0, range.limit);
    after = next.at(-1);
  }
}

function within(ids: readonly bigint[], { after, descending }: IdRange): bigint[] {
  if (after === undefined) return [...ids];
  return ids.filter((id) => (descending ? id < after : id > after));
}

async function readCategories(
  db: Queries,
  ids: readonly bigint[],
  { descending }: IdRange,
): Promise<Category[]> {
  if (ids.length === 0) return [];
  const rows = await categoriesQuery(db, ids)
    .orderBy('id', descending ? 'desc' : 'asc')
    .execute();
  return rows.map(({ id, name, available }) => ({ id, ...(name !== null && { name }), available }));
}

export function categoriesQuery(db: Queries, ids: readonly bigint[]) {
  return db.selectFrom('category_totals').select(['id', 'name', 'available']).where('id', 'in', ids);
}
