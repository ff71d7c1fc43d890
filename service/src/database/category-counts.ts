import { sql } from 'kysely';
import type { Database, Queries } from './database.ts';
import { engineOf } from './engine-of.ts';

/** Differences that one transaction folds at most: about 20 ms. */
const FOLDED_MOST = 5_000;

/**
 * Moves recorded differences into the counters of their categories, and removes categories without a pet and without
 * a name. Each difference is deleted in the transaction that adds it, by one process only: others skip what it has
 * locked. Does nothing where one transaction writes at a time.
 *
 * @returns true if there may be more.
 */
export async function foldCategoryDeltas({ engine, read, write }: Database): Promise<boolean> {
  if (!engine.supportsConcurrentWrites || !(await hasDeltas(read))) return false;
  // A power failure may take the whole transaction: then the differences are still there.
  return write(foldNext, 'crash');
}

async function hasDeltas(read: Queries): Promise<boolean> {
  const { rows } = await sql`select from category_deltas limit 1`.execute(read);
  return rows.length > 0;
}

async function foldNext(db: Queries): Promise<boolean> {
  // The counters are locked in the order of their ids, so that two processes do not wait for each other.
  const { rows } = await sql<{ folded: bigint; empty: string[] }>`
    with next as (
      select category_id, id from category_deltas
      order by category_id, id limit ${sql.lit(FOLDED_MOST)} for update skip locked
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
      array(select id::text from counted where name is null and pets = 0 and available = 0) as empty`.execute(
    db,
  );
  const { folded = 0n, empty = [] } = rows[0] ?? {};
  // This transaction has locked them. A difference that comes later makes the category again.
  await sql`delete from categories where id = any(${empty}::bigint[])`.execute(db);
  return folded === BigInt(FOLDED_MOST);
}

/** Ids of categories in one direction, behind `after`. */
export interface IdRange {
  readonly after?: bigint | undefined;
  readonly descending?: boolean | undefined;
  readonly limit: number;
}

/** The next ids that have a counter or a difference. Their counts may be 0 until the differences are folded. */
export async function nextCategoryIds(db: Queries, range: IdRange): Promise<bigint[]> {
  const { rows } = await nextIdsQuery(db, range).execute(db);
  return rows.map(({ id }) => id);
}

/** Each part is limited, so that a planner has no reason to read all of it. */
export function nextIdsQuery(db: Queries, { after, descending = false, limit }: IdRange) {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const firstOf = (table: string, column: string) => {
    const behind =
      after === undefined ? sql`` : sql`where ${sql.ref(column)} ${sql.raw(descending ? '<' : '>')} ${after}`;
    return sql`select id from (
      select distinct ${sql.ref(column)} as id from ${sql.table(table)} ${behind}
      order by id ${direction} limit ${sql.lit(limit)}
    ) as ${sql.ref(table)}`;
  };
  const parts = [firstOf('categories', 'id')];
  if (engineOf(db).supportsConcurrentWrites) parts.push(firstOf('category_deltas', 'category_id'));
  return sql<{ id: bigint }>`
    ${sql.join(parts, sql` union `)} order by id ${direction} limit ${sql.lit(limit)}`;
}

/** Sets the counters of all categories from the pets, in one pass. Nobody may write pets meanwhile. */
export async function countCategories(db: Queries): Promise<void> {
  await sql`update categories set pets = 0, available = 0 where pets <> 0 or available <> 0`.execute(db);
  await sql`
    insert into categories (id, pets, available)
    select category_id, count(*), count(case when status = 'available' then 1 end)
    from pets where true group by category_id
    on conflict (id) do update set pets = excluded.pets, available = excluded.available`.execute(db);
  await sql`delete from categories where pets = 0 and name is null`.execute(db);
}

/** Corrects the counters while a service may write. Writers wait until the transaction ends. */
export async function recountCategories(db: Queries): Promise<void> {
  if (engineOf(db).supportsConcurrentWrites) {
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`lock table pets in share row exclusive mode`.execute(db);
    await dropCategoryDeltas(db);
  }
  await countCategories(db);
}

/** Forgets all recorded differences: for counters that have them already. PostgreSQL only. */
export async function dropCategoryDeltas(db: Queries): Promise<void> {
  await sql`delete from category_deltas`.execute(db);
}

export interface WrongCount {
  readonly id: bigint;
  /** What the counters say minus what the pets say. */
  readonly pets: bigint;
  readonly available: bigint;
}

/** The categories whose counts are not those of their pets, by id. However long it takes: writers do not wait. */
export function wrongCategoryCounts({ engine, read }: Database): Promise<WrongCount[]> {
  return read.transaction().execute(async (db) => {
    if (engine.supportsConcurrentWrites) await sql`set local statement_timeout = 0`.execute(db);
    return compareCounts(db);
  });
}

/** One statement, so that it sees one state. */
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
