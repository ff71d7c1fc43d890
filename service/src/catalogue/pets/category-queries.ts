import { sql } from 'kysely';
import { addToDay } from '../../access/quota/day-counts.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { INT64_MIN } from '../../platform/core/int64.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import { reaches } from '../../platform/database/bounded-count.ts';
import { nextCategoryIds } from '../../platform/database/category-counts.ts';
import type { Queries } from '../../platform/database/database.ts';
import { type IdRange, PreparedQuery } from '../../platform/database/prepared-query.ts';
import type { Change } from '../../record/events/event.ts';
import { appendEvents } from '../../record/events/event-queries.ts';

/** A category with the name that an import or an admin has set, and the number of its available pets. */
export interface Category {
  id: bigint;
  name?: string;
  available: bigint;
}

interface NamedCategory {
  readonly id: bigint;
  readonly name: string;
}

/** Lists and reports read all of them. */
export const MAX_CATEGORIES = 1_000;

const hasAllCategories = reaches(MAX_CATEGORIES, (db, _: { readonly [Name in never]: bigint }) =>
  db.selectFrom('categories').select('id'),
);

/** An account that begins more keeps the others from new ones. */
const MAX_NEW_OF_ACCOUNT = 50;

const knownCategories = new PreparedQuery((db, { ids }: { ids: readonly bigint[] }) =>
  db.selectFrom('categories').select('id').where('id', 'in', ids),
);

/** Returns those of the categories that have no animal and no name, if there are as many categories as there may be. */
export async function refusedCategories(db: Queries, ids: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  if (ids.length === 0 || !(await hasAllCategories(db, {}))) return new Set();
  const known = await knownCategories.all(db, { ids: [...new Set(ids)] });
  return new Set(ids).difference(new Set(known.map(({ id }) => id)));
}

/**
 * Call it before an animal gets a category.
 *
 * @throws {ApiError} `limit_reached` for a category more than there may be, or than an account may begin on a UTC day.
 */
export async function requireRoomForCategory(db: Queries, id: bigint, { actor, at }: Change): Promise<void> {
  const after = id === INT64_MIN ? undefined : id - 1n;
  const [next] = await nextCategoryIds(db, { after, limit: 1 });
  if (next === id) return;
  if (await hasAllCategories(db, {})) throw tooManyCategories(id);
  if (actor === null) return;
  const name = `categories of ${actor.accountId}`;
  const counts = await addToDay(db, new Map([[name, { number: 1n, bytes: 0n }]]), at);
  if ((counts.get(name)?.number ?? 0n) <= BigInt(MAX_NEW_OF_ACCOUNT)) return;
  throw new ApiError(
    'limit_reached',
    `The account has begun ${MAX_NEW_OF_ACCOUNT} new categories today (UTC), which is the maximum, and ${id} would be another one. Use one that exists: GET /v1/categories lists them.`,
  );
}

export function tooManyCategories(id: bigint): ApiError {
  return new ApiError(
    'limit_reached',
    `There are ${MAX_CATEGORIES} categories, which is the maximum, and ${id} is none of them. Use one that exists: GET /v1/categories lists them.`,
  );
}

/** Sets the names of categories that have none, and adds missing categories. Appends an event for each. */
export async function nameCategories(
  db: Queries,
  names: ReadonlyMap<bigint, string>,
  change: Change,
): Promise<void> {
  if (names.size === 0) return;
  // Sorted, so that concurrent transactions lock the rows in the same order and cannot deadlock.
  const sorted = [...names].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const named = await nameInserts.all(db, { rows: sorted.map(([id, name]) => ({ id, name })) });
  await recordNames(db, named, change);
}

async function recordNames(
  db: Queries,
  named: readonly NamedCategory[],
  { actor, at }: Change,
): Promise<void> {
  await appendEvents(
    db,
    named.map(({ id, name }) => ({
      type: 'category.named',
      at,
      actor,
      petId: null,
      body: stringifyJson({ id, name }),
    })),
  );
}

const nameInserts = new PreparedQuery((db, { rows }: { rows: readonly NamedCategory[] }) =>
  db
    .insertInto('categories')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ name: (columns) => columns.ref('excluded.name') })
        .where('categories.name', 'is', null),
    )
    // Only what was added or changed.
    .returning(['id', sql<string>`name`.as('name')]),
);

/** Sets the name of a category, and adds it if it is missing. Returns the category. */
export async function renameCategory(
  db: Queries,
  { id, name }: NamedCategory,
  change: Change,
): Promise<Category> {
  if ((await refusedCategories(db, [id])).size > 0) throw tooManyCategories(id);
  const [before] = await listCategories(db, { ids: [id], limit: 1 });
  if (before?.name !== name) {
    await nameUpsert.all(db, { id, name });
    await recordNames(db, [{ id, name }], change);
  }
  return { id, name, available: before?.available ?? 0n };
}

const nameUpsert = new PreparedQuery((db, { id, name }: NamedCategory) =>
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
