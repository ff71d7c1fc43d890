import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../../database.ts';
import { MAX_SORTED_CHARACTERS, plainLetters } from '../../../pet-columns/name-order.ts';
import type { Tables } from '../../../tables.ts';

/**
 * Adds what lists of animals are sorted by, each with an index that begins with the status. A list of one status is one range of
 * an index, and a list of all statuses merges four of them. So one index an order serves both.
 *
 * Triggers copy the date of birth from the profile. The other values are generated columns, on both engines by the same
 * expressions, so that a list has the same order on both.
 */
export async function sortedListings(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const { fill, triggers } = engine.name === 'sqlite' ? SQLITE : POSTGRES;
  // As in 0021-in-care: triggers before the values of older animals.
  await sql`alter table pets add column birth_date text not null default ''`.execute(db);
  for (const statement of [...triggers, ...fill]) await sql.raw(statement).execute(db);
  for (const [index, column] of Object.entries(INDEXES))
    await sql.raw(`create index ${index} on pets (status, ${column}, id)`).execute(db);
  // The server does not do it by itself after it has rewritten a table.
  if (engine.name === 'postgres') await sql`analyze pets`.execute(db);
}

const INDEXES = {
  pets_by_name: 'name_order',
  pets_by_birth_date: 'birth_date',
  pets_by_care: 'care_order',
  pets_by_update: 'update_order',
};

const START_OF_NAME = `substr(name, 1, ${MAX_SORTED_CHARACTERS})`;

/** The functions of the engines for letters depend on their settings, and so would the index. Names in ASCII, which are most, need no replacement. */
function nameOrder(lower: string): string {
  let plain = lower;
  for (const [letter, letters] of plainLetters()) plain = `replace(${plain}, '${letter}', '${letters}')`;
  return `case when octet_length(${START_OF_NAME}) = length(${START_OF_NAME}) then ${lower} else ${plain} end`;
}

/** The start of the year 1: an unknown time is the oldest one. */
const OLDEST = '-62135596800000';
const CARE = `generated always as (coalesce(in_care_since, created_at, ${OLDEST}))`;
const UPDATE = 'generated always as (coalesce(updated_at, 0))';

const SQLITE = {
  triggers: [
    `create trigger pets_birth_date_after_insert after insert on profiles when new.birth_date is not null
      begin update pets set birth_date = new.birth_date where id = new.pet_id; end`,
    `create trigger pets_birth_date_after_update after update of profile on profiles
      when new.birth_date is not old.birth_date
      begin update pets set birth_date = coalesce(new.birth_date, '') where id = new.pet_id; end`,
    `create trigger pets_birth_date_after_delete after delete on profiles when old.birth_date is not null
      begin update pets set birth_date = '' where id = old.pet_id; end`,
  ],
  fill: [
    `update pets set birth_date = profiles.birth_date from profiles
      where profiles.pet_id = pets.id and profiles.birth_date is not null`,
    `alter table pets add column name_order text generated always as (${nameOrder(`lower(${START_OF_NAME})`)}) virtual`,
    `alter table pets add column care_order bigint ${CARE} virtual`,
    `alter table pets add column update_order bigint ${UPDATE} virtual`,
  ],
};

/** PostgreSQL rewrites the table once for all columns, as in 0021-in-care. */
const POSTGRES = {
  triggers: [
    `create function set_birth_date() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then update pets set birth_date = '' where id = old.pet_id;
        else update pets set birth_date = coalesce(new.birth_date, '') where id = new.pet_id;
        end if;
        return null;
      end $$`,
    `create trigger pets_birth_date_after_insert after insert on profiles for each row
      when (new.birth_date is not null) execute function set_birth_date()`,
    `create trigger pets_birth_date_after_update after update of profile on profiles for each row
      when (new.birth_date is distinct from old.birth_date) execute function set_birth_date()`,
    `create trigger pets_birth_date_after_delete after delete on profiles for each row
      when (old.birth_date is not null) execute function set_birth_date()`,
  ],
  fill: [
    `create function birth_date_of(pet bigint) returns text stable language plpgsql as
      $$ begin return coalesce((select birth_date from profiles where pet_id = pet), ''); end $$`,
    `alter table pets
      alter column birth_date type text collate "C" using birth_date_of(id),
      add column name_order text collate "C" generated always as (${nameOrder(`lower(${START_OF_NAME} collate "C")`)}) stored,
      add column care_order bigint ${CARE} stored,
      add column update_order bigint ${UPDATE} stored`,
    'drop function birth_date_of',
  ],
};
