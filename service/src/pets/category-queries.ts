import { recordAudit } from '../audit/audit-queries.ts';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import { nextCategoryIds } from '../database/category-counts.ts';
import type { Queries } from '../database/database.ts';
import { type IdRange, PreparedQuery } from '../database/prepared-query.ts';
import type { Change } from '../events/event.ts';

/** A category with the name that an import or an admin has set, and the number of its available pets. */
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
  await nameInserts.all(db, { rows: sorted.map(([id, name]) => ({ id, name })) });
}

const nameInserts = new PreparedQuery((db, { rows }: { rows: ReadonlyArray<{ id: bigint; name: string }> }) =>
  db
    .insertInto('categories')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ name: (columns) => columns.ref('excluded.name') })
        .where('categories.name', 'is', null),
    ),
);

/** Sets the name of a category, and adds it if it is missing. Returns the category. */
export async function renameCategory(
  db: Queries,
  { id, name }: { id: bigint; name: string },
  change: Change,
): Promise<Category> {
  const [before] = await listCategories(db, { ids: [id], limit: 1 });
  if (before?.name !== name) {
    await nameUpsert.all(db, { id, name });
    await recordAudit(db, { ...change, action: 'category.named', subject: { id, name } });
  }
  return { id, name, available: before?.available ?? 0n };
}

const nameUpsert = new PreparedQuery((db, { id, name }: { id: bigint; name: string }) =>
  db
    .insertInto('categories')
    .values({ id, name })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name })),
);

/** The request for a page: `after` is the last id of the previous page. */
export interface CategoryPage extends IdRange {
  /** Only these categories; all if undefined. */
  readonly ids?: readonly bigint[] | undefined;
}

/** Returns a page of categories, sorted by id. It reads stored counts, so its cost does not depend on the number of pets. */
export function listCategories(db: Queries, { ids, ...range }: CategoryPage): MaybePromise<Category[]> {
  if (ids === undefined) return fillPage(db, range, []);
  return andThen(readCategories(db, within(ids, range), range), (found) => found.slice(0, range.limit));
}

/** Categories may turn out to be empty while deltas are not folded yet: reads further to fill the page. */
function fillPage(db: Queries, range: IdRange, previous: readonly Category[]): MaybePromise<Category[]> {
  return andThen(nextCategoryIds(db, range), (next) =>
    andThen(readCategories(db, next, range), (read) => {
      const found = [...previous, ...read];
      if (next.length < range.limit || found.length >= range.limit) return found.slice(0, range.limit);
      return fillPage(db, { ...range, after: next.at(-1) }, found);
    }),
  );
}

function within(ids: readonly bigint[], { after, descending }: IdRange): bigint[] {
  if (after === undefined) return [...ids];
  return ids.filter((id) => (descending ? id < after : id > after));
}

function readCategories(
  db: Queries,
  ids: readonly bigint[],
  { descending = false }: IdRange,
): MaybePromise<Category[]> {
  if (ids.length === 0) return [];
  return andThen(categories.all(db, { ids, descending }), (rows) =>
    rows.map(({ id, name, available }) => ({ id, ...(name !== null && { name }), available })),
  );
}

export function categoriesQuery(
  db: Queries,
  { ids, descending }: { ids: readonly bigint[]; descending: boolean },
) {
  return db
    .selectFrom('category_totals')
    .select(['id', 'name', 'available'])
    .where('id', 'in', ids)
    .orderBy('id', descending ? 'desc' : 'asc');
}

const categories = new PreparedQuery(categoriesQuery, ['descending']);
