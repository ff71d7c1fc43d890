import { type Kysely, sql } from 'kysely';
import { countCategories } from '../../../category-counts.ts';
import type { Engine } from '../../../database.ts';
import type { Tables } from '../../../tables.ts';

/**
 * Adds the counts of the pets of each category. Triggers update them in the transaction of each change (docs/adr/0030), and
 * the view `category_totals` returns them.
 */
export async function categoryCounts(db: Kysely<Tables>, engine: Engine): Promise<void> {
  // SQLite adds one column per statement.
  for (const column of ['pets', 'available'] as const) {
    await db.schema
      .alterTable('categories')
      .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(0))
      .execute();
  }
  const statements = engine.supportsConcurrentWrites ? concurrentWriters() : ONE_WRITER;
  for (const statement of statements) await sql.raw(statement).execute(db);
  // After the triggers exist: their creation waits for running writers, and they count later writers.
  await countCategories(db);
}

const ADD_NEW = `
  insert into categories (id, pets, available) values (new.category_id, 1, new.status is 'available')
  on conflict (id) do update set pets = pets + 1, available = available + excluded.available;`;
const SUBTRACT_OLD = `
  update categories set pets = pets - 1, available = available - (old.status is 'available')
  where id = old.category_id;
  delete from categories where id = old.category_id and pets = 0 and name is null;`;

/** Without concurrent writes, the triggers update the counters directly. */
const ONE_WRITER: readonly string[] = [
  'create view category_totals as select id, name, pets, available from categories',
  `create trigger pets_counted_after_insert after insert on pets begin ${ADD_NEW} end`,
  `create trigger pets_counted_after_delete after delete on pets begin ${SUBTRACT_OLD} end`,
  `create trigger pets_counted_after_update after update on pets
    when old.category_id <> new.category_id or old.status is not new.status begin ${ADD_NEW} ${SUBTRACT_OLD} end`,
];

/** The rows that a statement added to or removed from the table. An update does both. */
const TRANSITIONS = {
  insert: ['new table as added'],
  update: ['new table as added', 'old table as removed'],
  delete: ['old table as removed'],
} as const;

/**
 * Concurrent transactions would wait for each other to update the same counter. So each statement inserts a row with
 * the difference. Readers add it to the counter, and `foldCategoryDeltas` moves it into the counter later.
 */
function concurrentWriters(): string[] {
  const triggers = Object.entries(TRANSITIONS).flatMap(([event, tables]) => [
    `create function count_pets_after_${event}() returns trigger language plpgsql as $$
      begin
        insert into category_deltas (category_id, pets, available)
        select category_id, sum(pets), sum(available) from (
          ${tables.map((table) => differencesOf(table.endsWith('added') ? 'added' : 'removed')).join(' union all ')}
        ) as differences
        group by category_id having sum(pets) <> 0 or sum(available) <> 0;
        return null;
      end $$`,
    `create trigger pets_counted_after_${event} after ${event} on pets
      referencing ${tables.join(' ')} for each statement execute function count_pets_after_${event}()`,
  ]);
  return [
    `create table category_deltas (
      category_id bigint not null,
      id bigint generated always as identity,
      pets bigint not null,
      available bigint not null,
      primary key (category_id, id)
    )`,
    `create view category_totals as
      select id, max(name) as name, sum(pets)::bigint as pets, sum(available)::bigint as available
      from (
        select id, name, pets, available from categories
        union all
        select category_id, null, pets, available from category_deltas
      ) as counted
      group by id
      having max(name) is not null or sum(pets) > 0`,
    ...triggers,
  ];
}

function differencesOf(table: 'added' | 'removed'): string {
  const sign = table === 'added' ? 1 : -1;
  return `select category_id, ${sign} as pets,
    case when status = 'available' then ${sign} else 0 end as available from ${table}`;
}
