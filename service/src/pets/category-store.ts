import { type IdRange, nextCategoryIds } from '../database/category-counts.ts';
import type { Queries } from '../database/database.ts';

/** A category with the name that an import has set, and the number of its available pets. */
export interface Category {
  id: bigint;
  name?: string;
  available: bigint;
}

/** Sets the names of categories that have none, and adds missing categories. */
export async function nameCategories(db: Queries, names: ReadonlyMap<bigint, string>): Promise<void> {
  if (names.size === 0) return;
  // Sorted, so that concurrent transactions lock the rows in the same order and cannot deadlock.
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

/** The request for a page: `after` is the last id of the previous page. */
export interface CategoryPage extends IdRange {
  /** Only these categories; all if undefined. */
  readonly ids?: readonly bigint[] | undefined;
}

/** Returns a page of categories, sorted by id. It reads stored counts, so its cost does not depend on the number of pets. */
export async function listCategories(db: Queries, { ids, ...range }: CategoryPage): Promise<Category[]> {
  if (ids !== undefined) return (await readCategories(db, within(ids, range), range)).slice(0, range.limit);
  const found: Category[] = [];
  for (let { after } = range; ; ) {
    const next = await nextCategoryIds(db, { ...range, after });
    found.push(...(await readCategories(db, next, range)));
    // Categories may turn out to be empty while deltas are not folded yet: read further to fill the page.
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
