import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../../database.ts';
import { deriveStays } from '../../../derived-stays.ts';
import type { Tables } from '../../../tables.ts';

/**
 * Adds the place of a movement within its day, and the stays that follow from the movements: what reports count (docs/adr/0094).
 *
 * Triggers (`0043-bounded-stays.ts`) let them follow. A row is one time in care (`stay`) or in foster care (`foster`): from the day on which it began,
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
  await deriveStays(db, engine);
  for (const statement of [
    'create index stays_of_pet on stays (pet_id)',
    'create index stays_by_in on stays (kind, in_key, movement_id, owner_id)',
    'create index stays_by_out on stays (kind, out_key, movement_id, in_date, category_id, adult_from, owner_id)',
    'create index stays_with_gap on stays (out_key, movement_id) where gap is not null',
  ])
    await sql.raw(statement).execute(db);
}
