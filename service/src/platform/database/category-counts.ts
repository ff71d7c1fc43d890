import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Remaining } from '../core/tasks/background-job.ts';
import type { Database, Queries } from './database.ts';
import { removeTimeLimit } from './long-transactions.ts';
import { engineOf, type IdRange, PreparedQuery, rowLimit } from './prepared-query.ts';

/** The maximum number of differences that one transaction folds, which takes about 20 ms. */
const MAX_FOLDED = 5_000;

/**
 * Folds recorded differences: adds each one to the counter of its category and deletes it, in the same transaction. Other
 * processes skip the differences that this transaction has locked. It also deletes categories without pets and without a
 * name. Does nothing on an engine without concurrent writes, which records no differences.
 */
export async function foldCategoryDeltas({ engine, read, write }: Database): Promise<Remaining> {
  if (!engine.supportsConcurrentWrites || !(await hasDeltas(read))) return 'done';
  // If a power failure loses this transaction, the differences still exist.
  return write(foldNext, { commit: 'asynchronous' });
}

const firstDelta = new PreparedQuery(() => sql`select from category_deltas limit 1`);

async function hasDeltas(read: Queries): Promise<boolean> {
  return (await firstDelta.first(read, {})) !== undefined;
}

async function foldNext(db: Queries): Promise<Remaining> {
  const { folded = 0n, empty = [] } = (await deltaFold.first(db, {})) ?? {};
  // The upsert has locked these rows. A later difference creates the category again.
  if (empty.length > 0) await categoryDeletion.all(db, { ids: empty.map(BigInt) });
  return folded === BigInt(MAX_FOLDED) ? 'more' : 'done';
}

/** Counters are locked in the order of their ids, to prevent deadlocks. */
const deltaFold = new PreparedQuery(
  () => sql<{ folded: bigint; empty: string[] }>`
    with next as (
      select category_id, id from category_deltas
      order by category_id, id limit ${sql.lit(MAX_FOLDED)} for update skip locked
    ), folded as (
      delete from category_deltas using next
      where category_deltas.category_id = next.category_id and category_deltas.id = next.id
      returning category_deltas.*
    ), counted as (
      insert into categories (id, pets, available)
      select category_id, sum(pets), sum(available) from folded group by category_id order by category_id
      on conflict (id) do update
        set pets = categories.pets + excluded.pets, available = categories.available + excluded.available
      returning *
    )
    select (select count(*) from folded) as folded,
      array(select id::text from counted where name is null and pets = 0 and available = 0) as empty`,
);

const categoryDeletion = new PreparedQuery((db, { ids }: { ids: readonly bigint[] }) =>
  db.deleteFrom('categories').where('id', 'in', ids),
);

/** Returns the next ids that have a counter or a difference. Their counts may be 0 until the differences are folded. */
export function nextCategoryIds(db: Queries, range: IdRange): MaybePromise<bigint[]> {
  return andThen(nextIds.all(db, range), (rows) => rows.map(({ id }) => id));
}

/** Limits each part of the union, so that the planner does not read all of it. */
export function nextIdsQuery(db: Queries, { after, descending = false, limit }: IdRange) {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const firstOf = (table: string, column: string) => {
    const condition =
      after === undefined ? sql`` : sql`where ${sql.ref(column)} ${sql.raw(descending ? '<' : '>')} ${after}`;
    return sql`select id from (
      select distinct ${sql.ref(column)} as id from ${sql.table(table)} ${condition}
      order by id ${direction} limit ${rowLimit(limit)}
    ) as ${sql.ref(table)}`;
  };
  const parts = [firstOf('categories', 'id')];
  if (engineOf(db).supportsConcurrentWrites) parts.push(firstOf('category_deltas', 'category_id'));
  return sql<{ id: bigint }>`
    ${sql.join(parts, sql` union `)} order by id ${direction} limit ${rowLimit(limit)}`;
}

const nextIds = new PreparedQuery(nextIdsQuery, ['descending']);

/** Sets the counters of all categories from the pets, in one pass. No other transaction may write pets at the same time. */
export async function countCategories(db: Queries): Promise<void> {
  await sql`update categories set pets = 0, available = 0 where pets <> 0 or available <> 0`.execute(db);
  await sql`
    insert into categories (id, pets, available)
    select category_id, count(*), count(case when status = 'available' then 1 end)
    from pets where true group by category_id
    on conflict (id) do update set pets = excluded.pets, available = excluded.available`.execute(db);
  await sql`delete from categories where pets = 0 and name is null`.execute(db);
}

/** Corrects the counters while a service may be running. Its writers wait until the transaction ends. */
export async function recountCategories(db: Queries): Promise<void> {
  if (engineOf(db).supportsConcurrentWrites) {
    await removeTimeLimit(db);
    await sql`lock table pets in share row exclusive mode`.execute(db);
    await dropCategoryDeltas(db);
  }
  await countCategories(db);
}

/** Deletes all recorded differences, after the counters were set to include them. PostgreSQL only. */
export async function dropCategoryDeltas(db: Queries): Promise<void> {
  await sql`delete from category_deltas`.execute(db);
}

export interface WrongCount {
  readonly id: bigint;
  /** The counter minus the actual number of pets. */
  readonly pets: bigint;
  readonly available: bigint;
}

/** Returns the categories with wrong counts, by id. It has no time limit, because writers do not wait for it. */
export function wrongCategoryCounts({ read }: Database): Promise<WrongCount[]> {
  return read.transaction().execute(async (db) => {
    await removeTimeLimit(db);
    return compareCounts(db);
  });
}

/** Uses one statement, so that it reads one snapshot. */
async function compareCounts(db: Queries): Promise<WrongCount[]> {
  const { rows } = await sql<WrongCount>`
    select id, cast(sum(pets) as bigint) as pets, cast(sum(available) as bigint) as available
    from (
      select id, pets, available from category_totals
      union all
      select category_id, -count(*), -count(case when status = 'available' then 1 end)
      from pets group by category_id
    ) as compared
    group by id having sum(pets) <> 0 or sum(available) <> 0
    order by id`.execute(db);
  return rows;
}
