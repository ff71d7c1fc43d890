import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../database.ts';
import { fillStays, insertFosterStays, insertStays } from '../../derived-stays.ts';
import type { Tables } from '../../tables.ts';

/**
 * Adds the place of a movement within its day, and the stays that follow from the movements: what reports count (docs/adr/0094).
 *
 * Triggers derive the stays of an animal again with each change of its movements, of its category, its owner or its date of birth,
 * so they cover every path. A row is one time in care (`stay`) or in foster care (`foster`): from the day on which it began,
 * before the day on which it ended. An outcome without an intake is a row without a beginning.
 *
 * What a report counts is in two keys, `in_key` and `out_key`, whose parts spaces separate: month, category, age on that day (`y` below
 * five months, `a` above, `u` unknown), reason, region; then the month in which the animal became five months old in care, or the
 * days of the stay (`?` without a beginning). A part without a value is `-`. So a report reads one range of an index that is in
 * the order of its groups.
 */
export async function stays(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const isSqlite = engine.name === 'sqlite';
  await sql`alter table movements add column day_order bigint not null default 0`.execute(db);
  await sql`create index movements_by_day on movements (pet_id, date, day_order, id)`.execute(db);
  const text = isSqlite ? 'text' : 'text collate "C"';
  await sql
    .raw(`create table stays (
      movement_id ${isSqlite ? 'integer' : 'bigint'} primary key,
      pet_id bigint not null,
      owner_id bigint,
      category_id bigint not null,
      kind ${text} not null,
      gap ${text},
      in_date ${text},
      out_date ${text},
      adult_from ${text},
      in_key ${text},
      out_key ${text} not null
    )`)
    .execute(db);
  for (const statement of isSqlite ? sqliteTriggers() : postgresTriggers())
    await sql.raw(statement).execute(db);
  await fillStays(db, engine);
  for (const statement of [
    'create index stays_of_pet on stays (pet_id)',
    'create index stays_by_in on stays (kind, in_key, movement_id, owner_id)',
    'create index stays_by_out on stays (kind, out_key, movement_id, in_date, category_id, adult_from, owner_id)',
    'create index stays_with_gap on stays (out_key, movement_id) where gap is not null',
  ])
    await sql.raw(statement).execute(db);
}

function sqliteTriggers(): string[] {
  const engine = { name: 'sqlite' } as Engine;
  const derive = (pet: string) => `delete from stays where pet_id = ${pet};
    ${insertStays(engine, `pet_id = ${pet}`)};
    ${insertFosterStays(engine, `f.pet_id = ${pet}`)};`;
  return [
    `create trigger stays_after_insert after insert on movements begin ${derive('new.pet_id')} end`,
    `create trigger stays_after_update after update on movements begin
      ${derive('old.pet_id')} ${derive('new.pet_id')} end`,
    `create trigger stays_after_delete after delete on movements begin ${derive('old.pet_id')} end`,
    `create trigger stays_after_pet after update of category_id, owner_id, birth_date on pets
      when old.category_id <> new.category_id or old.owner_id is not new.owner_id or old.birth_date <> new.birth_date
      begin ${derive('new.id')} end`,
  ];
}

/** Once for each statement, because a merge moves many movements of one animal. */
function postgresTriggers(): string[] {
  const engine = { name: 'postgres' } as Engine;
  const changed = (tables: readonly string[]) =>
    tables.map((table) => `select pet_id from ${table} where pet_id is not null`).join(' union ');
  const onMovements = (operation: string, tables: readonly string[], referencing: string) => [
    `create function stays_after_${operation}() returns trigger language plpgsql as $$
      declare changed bigint[];
      begin
        changed := array(${changed(tables)});
        perform derive_stays(changed);
        return null;
      end $$`,
    `create trigger stays_after_${operation} after ${operation} on movements referencing ${referencing}
      for each statement execute function stays_after_${operation}()`,
  ];
  return [
    `create function derive_stays(changed bigint[]) returns void language plpgsql as $$
      begin
        if cardinality(changed) = 0 then return; end if;
        delete from stays where pet_id = any(changed);
        ${insertStays(engine, 'pet_id = any(changed)')};
        ${insertFosterStays(engine, 'f.pet_id = any(changed)')};
      end $$`,
    ...onMovements('insert', ['added'], 'new table as added'),
    ...onMovements('update', ['removed', 'added'], 'old table as removed new table as added'),
    ...onMovements('delete', ['removed'], 'old table as removed'),
    `create function stays_after_pet() returns trigger language plpgsql as $$
      begin perform derive_stays(array[new.id]); return null; end $$`,
    `create trigger stays_after_pet after update of category_id, owner_id, birth_date on pets for each row
      when (old.category_id <> new.category_id or old.owner_id is distinct from new.owner_id or old.birth_date <> new.birth_date)
      execute function stays_after_pet()`,
  ];
}
