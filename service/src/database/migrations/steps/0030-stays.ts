import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../database.ts';
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
  await sql.raw(insertStays(engine, 'movements.pet_id is not null')).execute(db);
  await sql.raw(insertFosterStays(engine, 'f.pet_id is not null')).execute(db);
  for (const statement of [
    'create index stays_of_pet on stays (pet_id)',
    'create index stays_by_in on stays (kind, in_key, movement_id, owner_id)',
    'create index stays_by_out on stays (kind, out_key, movement_id, in_date, category_id, adult_from, owner_id)',
    'create index stays_with_gap on stays (out_key, movement_id) where gap is not null',
  ])
    await sql.raw(statement).execute(db);
  if (!isSqlite) await sql`analyze stays`.execute(db);
}

/** A birthday in the fifth month after the birth: `2016-02-30` comes after all days of that February, as texts are compared. */
function adultFrom({ name }: Engine): string {
  const number = (from: number, length: number) =>
    `cast(substr(p.birth_date, ${from}, ${length}) as integer)`;
  const month = `(${number(1, 4)} * 12 + ${number(6, 2)} + 4)`;
  const date =
    name === 'sqlite'
      ? `printf('%04d-%02d', ${month} / 12, ${month} % 12 + 1)`
      : `lpad((${month} / 12)::text, 4, '0') || '-' || lpad((${month} % 12 + 1)::text, 2, '0')`;
  return `case when p.birth_date = '' then null else ${date} || substr(p.birth_date, 8, 3) end`;
}

/** @param where which movements have their animal's stays. */
function insertStays(engine: Engine, where: string): string {
  return insertKeys(
    engine,
    `select m.id, m.pet_id, p.owner_id, p.category_id, 'stay' as kind, ${adultFrom(engine)} as adult_from,
      case when m.type = 'outcome' then 'no_intake' when m.next_type = 'intake' then 'no_outcome' end as gap,
      case when m.type = 'intake' then m.date end as in_date,
      case when m.type = 'intake' then m.reason end as in_reason,
      case when m.type = 'intake' then m.region end as in_region,
      case when m.type = 'intake' then m.next_date else m.date end as out_date,
      case when m.type = 'outcome' then m.reason when m.next_type = 'outcome' then m.next_reason end as out_reason,
      case when m.type = 'outcome' then m.region when m.next_type = 'outcome' then m.next_region end as out_region
    from (
      select id, pet_id, type, reason, date, region,
        lag(type) over of_pet as last_type,
        lead(type) over of_pet as next_type, lead(date) over of_pet as next_date,
        lead(reason) over of_pet as next_reason, lead(region) over of_pet as next_region
      from movements where ${where} and type <> 'foster'
      window of_pet as (partition by pet_id order by date, day_order, id)
    ) as m join pets as p on p.id = m.pet_id
    where m.type = 'intake' or m.last_type is null or m.last_type = 'outcome'`,
  );
}

/** A stay in foster care is within a stay, and ends with the next movement at the latest. */
function insertFosterStays(engine: Engine, where: string): string {
  const least = engine.name === 'sqlite' ? 'min' : 'least';
  const next = `(select n.date from movements as n
    where n.pet_id = f.pet_id and (n.date, n.day_order, n.id) > (f.date, f.day_order, f.id)
    order by n.date, n.day_order, n.id limit 1)`;
  const last = `(select l.type from movements as l
    where l.pet_id = f.pet_id and l.type <> 'foster' and (l.date, l.day_order, l.id) < (f.date, f.day_order, f.id)
    order by l.date desc, l.day_order desc, l.id desc limit 1)`;
  return insertKeys(
    engine,
    `select f.id, f.pet_id, p.owner_id, p.category_id, 'foster' as kind, ${adultFrom(engine)} as adult_from,
      null as gap, f.date as in_date, null as in_reason, null as in_region,
      nullif(${least}(coalesce(f.end_date, '9999-99-99'), coalesce(${next}, '9999-99-99')), '9999-99-99') as out_date,
      null as out_reason, null as out_region
    from movements as f join pets as p on p.id = f.pet_id
    where ${where} and f.type = 'foster' and ${last} = 'intake'`,
  );
}

function insertKeys({ name }: Engine, source: string): string {
  const age = (date: string) =>
    `case when adult_from is null then 'u' when ${date} < adult_from then 'y' else 'a' end`;
  // PostgreSQL has no year 0, which RFC 3339 allows.
  const day = (date: string) =>
    name === 'sqlite' ? `julianday(max(${date}, '0001-01-01'))` : `greatest(${date}, '0001-01-01')::date`;
  const days = `cast(${day('out_date')} - ${day('in_date')} as integer)`;
  const key = (date: string, reason: string, region: string, last: string) =>
    `substr(${date}, 1, 7) || ' ' || category_id || ' ' || ${age(date)} || ' ' || coalesce(${reason}, '-') || ' ' ||
      coalesce(${region}, '-') || ' ' || ${last}`;
  const growsUp = `case when in_date < adult_from and (out_date is null or out_date >= adult_from)
    then substr(adult_from, 1, 7) else '-' end`;
  const daysOrUnknown = `case when in_date is null then '?' else cast(${days} as text) end`;
  return `insert into stays (movement_id, pet_id, owner_id, category_id, kind, gap, in_date, out_date, adult_from, in_key, out_key)
    select id, pet_id, owner_id, category_id, kind, gap, in_date, out_date, adult_from,
      case when in_date is not null then ${key('in_date', 'in_reason', 'in_region', growsUp)} end,
      case when out_date is null then '9999-99' else ${key('out_date', 'out_reason', 'out_region', daysOrUnknown)} end
    from (${source}) as derived`;
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

/** Once for each statement, because a merge moves up to a thousand movements of one animal. */
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
