import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';

/**
 * Adds since when an animal is in care: the start of its intake date in UTC, which triggers copy from its profile. It is null
 * without such a date; then the time at which the animal was added counts. The index finds those that have waited longest.
 */
export async function inCare(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema.alterTable('pets').addColumn('in_care_since', 'bigint').execute();
  const dialect = engine.name === 'sqlite' ? SQLITE : POSTGRES;
  for (const statement of dialect.triggers) await sql.raw(statement).execute(db);
  // After the triggers exist: their creation waits for running writers, and they copy the dates of later ones.
  await sql
    .raw(`update pets set in_care_since = ${dialect.since('profiles')} from profiles
      where profiles.pet_id = pets.id and ${dialect.dateOf('profiles')} is not null`)
    .execute(db);
  // A time that is not known is the oldest one. SQLite has null before all values, and no syntax for it.
  const order = engine.name === 'sqlite' ? '' : 'nulls first';
  await sql`create index available_pets_by_care on pets (status, (coalesce(in_care_since, created_at)) ${sql.raw(order)}, id)
    where status = 'available'`.execute(db);
  await addWaitingOrder(db, engine);
}

/**
 * Adds the order in which visitors see the animals: first those with a photo, and of these first who waits longest, by days and
 * then by id. Triggers keep whether an animal has no photo. The order is one number, so that a page is one range of an index on
 * both engines: 1 bit without a photo, 22 bits with the day since the year 1, 40 bits with the id. A day that is not known is the
 * oldest one.
 */
async function addWaitingOrder(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const { triggers, generated } = engine.name === 'sqlite' ? SQLITE_PHOTOS : POSTGRES_PHOTOS;
  await sql`alter table pets add column without_photo bigint not null default 1`.execute(db);
  for (const statement of triggers) await sql.raw(statement).execute(db);
  await sql`update pets set without_photo = 0 where id in (select pet_id from photos)`.execute(db);
  await sql
    .raw(`alter table pets add column waiting_order bigint
      generated always as ((((without_photo << 22) + ${DAY}) << 40) | (id & 1099511627775)) ${generated}`)
    .execute(db);
  // With the status, because SQLite prefers an index that has all columns of the conditions.
  for (const [name, columns] of [
    ['available_pets_by_waiting', 'status, waiting_order'],
    ['available_pets_of_category_by_waiting', 'status, category_id, waiting_order'],
  ])
    await sql.raw(`create index ${name} on pets (${columns}) where status = 'available'`).execute(db);
}

/** The first day of the year 1 is 1. */
const DAY = 'coalesce(coalesce(in_care_since, created_at) / 86400000 + 719163, 0)';

const HAS_PHOTO = 'update pets set without_photo = 0 where id = new.pet_id and without_photo = 1';
const HAS_NO_PHOTO = `update pets set without_photo = 1
  where id = old.pet_id and not exists (select 1 from photos where pet_id = old.pet_id)`;
const SQLITE_PHOTOS = {
  generated: 'virtual',
  triggers: [
    `create trigger pets_photo_after_insert after insert on photos begin ${HAS_PHOTO}; end`,
    `create trigger pets_photo_after_update after update of pet_id on photos begin ${HAS_PHOTO}; ${HAS_NO_PHOTO}; end`,
    `create trigger pets_photo_after_delete after delete on photos begin ${HAS_NO_PHOTO}; end`,
  ],
};
const POSTGRES_PHOTOS = {
  generated: 'stored',
  triggers: [
    `create function set_without_photo() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'DELETE' then ${HAS_PHOTO}; end if;
        if tg_op <> 'INSERT' then ${HAS_NO_PHOTO}; end if;
        return null;
      end $$`,
    `create trigger pets_photo_after_change after insert or delete or update of pet_id on photos
      for each row execute function set_without_photo()`,
  ],
};

/** PostgreSQL has no year 0, which RFC 3339 allows. */
const FIRST_DAY = "'0001-01-01'";

interface Dialect {
  readonly dateOf: (row: string) => string;
  readonly since: (row: string) => string;
  readonly triggers: readonly string[];
}

const sqliteDate = (row: string) => `json_extract(${row}.profile, '$.intakeDate')`;
const sqliteSince = (row: string) => `unixepoch(max(${sqliteDate(row)}, ${FIRST_DAY})) * 1000`;
const SQLITE: Dialect = {
  dateOf: sqliteDate,
  since: sqliteSince,
  triggers: [
    `create trigger pets_in_care_after_insert after insert on profiles when ${sqliteDate('new')} is not null
      begin update pets set in_care_since = ${sqliteSince('new')} where id = new.pet_id; end`,
    `create trigger pets_in_care_after_update after update of profile on profiles
      when ${sqliteDate('new')} is not ${sqliteDate('old')}
      begin update pets set in_care_since = ${sqliteSince('new')} where id = new.pet_id; end`,
    `create trigger pets_in_care_after_delete after delete on profiles when ${sqliteDate('old')} is not null
      begin update pets set in_care_since = null where id = old.pet_id; end`,
  ],
};

const postgresDate = (row: string) => `(${row}.profile::json ->> 'intakeDate')`;
const postgresSince = (row: string) =>
  `case when ${postgresDate(row)} is not null
    then extract(epoch from greatest(${postgresDate(row)}, ${FIRST_DAY})::date)::bigint * 1000 end`;
const POSTGRES: Dialect = {
  dateOf: postgresDate,
  since: postgresSince,
  triggers: [
    `create function set_in_care() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then update pets set in_care_since = null where id = old.pet_id;
        else update pets set in_care_since = ${postgresSince('new')} where id = new.pet_id;
        end if;
        return null;
      end $$`,
    `create trigger pets_in_care_after_insert after insert on profiles for each row
      when (${postgresDate('new')} is not null) execute function set_in_care()`,
    `create trigger pets_in_care_after_update after update of profile on profiles for each row
      when (${postgresDate('new')} is distinct from ${postgresDate('old')}) execute function set_in_care()`,
    `create trigger pets_in_care_after_delete after delete on profiles for each row
      when (${postgresDate('old')} is not null) execute function set_in_care()`,
  ],
};
