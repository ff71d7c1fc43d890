import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../../database.ts';
import type { Tables } from '../../../tables.ts';

/**
 * Adds since when an animal is in care: the start of its intake date in UTC, which triggers copy from its profile. It is null
 * without such a date; then the time at which the animal was added counts. The index finds those that have waited longest.
 *
 * Adds also the order in which visitors see the animals: first those with a photo, and of these first who waits longest, by days
 * and then by id. Triggers keep whether an animal has no photo. The order is one number, so that a page is one range of an index
 * on both engines: 1 bit without a photo, 22 bits with the day since the year 1, 40 bits with the id. A day that is not known is
 * the oldest one.
 */
export async function inCare(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await sql`alter table pets add column in_care_since bigint`.execute(db);
  await sql`alter table pets add column without_photo bigint not null default 1`.execute(db);
  // Before the values of older animals: the creation of triggers waits for running writers, and they copy those of later ones.
  const { triggers, fill } = engine.name === 'sqlite' ? SQLITE : POSTGRES;
  for (const statement of [...triggers, ...fill]) await sql.raw(statement).execute(db);
  // A time that is not known is the oldest one. SQLite has null before all values, and no syntax for it.
  const order = engine.name === 'sqlite' ? '' : 'nulls first';
  for (const [name, columns] of [
    ['available_pets_by_care', `status, (coalesce(in_care_since, created_at)) ${order}, id`],
    // With the status, because SQLite prefers an index that has all columns of the conditions.
    ['available_pets_by_waiting', 'status, waiting_order'],
    ['available_pets_of_category_by_waiting', 'status, category_id, waiting_order'],
  ])
    await sql.raw(`create index ${name} on pets (${columns}) where status = 'available'`).execute(db);
  // The server does not do it by itself after it has rewritten a table.
  if (engine.name === 'postgres') await sql`analyze pets`.execute(db);
}

/** The first day of the year 1 is 1. */
const DAY = 'coalesce(coalesce(in_care_since, created_at) / 86400000 + 719163, 0)';
const WAITING_ORDER = `add column waiting_order bigint
  generated always as ((((without_photo << 22) + ${DAY}) << 40) | (id & 1099511627775))`;

const HAS_PHOTO = 'update pets set without_photo = 0 where id = new.pet_id and without_photo = 1';
const HAS_NO_PHOTO = `update pets set without_photo = 1
  where id = old.pet_id and not exists (select 1 from photos where pet_id = old.pet_id)`;
const SQLITE_PHOTOS = [
  `create trigger pets_photo_after_insert after insert on photos begin ${HAS_PHOTO}; end`,
  `create trigger pets_photo_after_update after update of pet_id on photos begin ${HAS_PHOTO}; ${HAS_NO_PHOTO}; end`,
  `create trigger pets_photo_after_delete after delete on photos begin ${HAS_NO_PHOTO}; end`,
];
const POSTGRES_PHOTOS = [
  `create function set_without_photo() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'DELETE' then ${HAS_PHOTO}; end if;
        if tg_op <> 'INSERT' then ${HAS_NO_PHOTO}; end if;
        return null;
      end $$`,
  `create trigger pets_photo_after_change after insert or delete or update of pet_id on photos
      for each row execute function set_without_photo()`,
];

/** PostgreSQL has no year 0, which RFC 3339 allows. */
const FIRST_DAY = "'0001-01-01'";

const sqliteDate = (row: string) => `json_extract(${row}.profile, '$.intakeDate')`;
const sqliteSince = (row: string) => `unixepoch(max(${sqliteDate(row)}, ${FIRST_DAY})) * 1000`;
const SQLITE_DATES = [
  `create trigger pets_in_care_after_insert after insert on profiles when ${sqliteDate('new')} is not null
      begin update pets set in_care_since = ${sqliteSince('new')} where id = new.pet_id; end`,
  `create trigger pets_in_care_after_update after update of profile on profiles
      when ${sqliteDate('new')} is not ${sqliteDate('old')}
      begin update pets set in_care_since = ${sqliteSince('new')} where id = new.pet_id; end`,
  `create trigger pets_in_care_after_delete after delete on profiles when ${sqliteDate('old')} is not null
      begin update pets set in_care_since = null where id = old.pet_id; end`,
];

const postgresDate = (row: string) => `(${row}.profile::json ->> 'intakeDate')`;
const postgresSince = (row: string) =>
  `case when ${postgresDate(row)} is not null
    then extract(epoch from greatest(${postgresDate(row)}, ${FIRST_DAY})::date)::bigint * 1000 end`;
const POSTGRES_DATES = [
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
];

const FILL_SQLITE = [
  `update pets set in_care_since = ${sqliteSince('profiles')} from profiles
   where profiles.pet_id = pets.id and ${sqliteDate('profiles')} is not null`,
  'update pets set without_photo = 0 where id in (select pet_id from photos)',
  `alter table pets ${WAITING_ORDER} virtual`,
];

/**
 * PostgreSQL rewrites the table for the generated column, and no other transaction reads it meanwhile. The same pass sets the
 * other two columns: updates before it would write every row and its entries in all indexes once more.
 */
const FILL_POSTGRES = [
  `create function in_care_since_of(pet bigint) returns bigint stable language plpgsql as
   $$ begin return (select ${postgresSince('profiles')} from profiles where pet_id = pet); end $$`,
  `create function without_photo_of(pet bigint) returns bigint stable language plpgsql as
   $$ begin return (select case when exists (select from photos where pet_id = pet) then 0 else 1 end); end $$`,
  `alter table pets
     alter column in_care_since type bigint using in_care_since_of(id),
     alter column without_photo type bigint using without_photo_of(id),
     ${WAITING_ORDER} stored`,
  'drop function in_care_since_of, without_photo_of',
];

const SQLITE = { triggers: [...SQLITE_DATES, ...SQLITE_PHOTOS], fill: FILL_SQLITE };
const POSTGRES = { triggers: [...POSTGRES_DATES, ...POSTGRES_PHOTOS], fill: FILL_POSTGRES };
