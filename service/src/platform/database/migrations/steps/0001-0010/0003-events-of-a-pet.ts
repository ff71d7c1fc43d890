import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../../database.ts';
import type { Tables } from '../../../tables.ts';

/** Adds the pet of each event, so that the events of one pet are one range of an index. */
export async function eventsOfAPet(db: Kysely<Tables>, engine: Engine): Promise<void> {
  // SQLite cannot add a NOT NULL column without a default. The type in `Tables` makes it mandatory instead.
  await db.schema.alterTable('events').addColumn('pet_id', 'bigint').execute();
  // Also for events without an id: they get an id later, but would not get this column.
  await sql`update events set pet_id =
    case when type like 'pet.%' then ${memberOfBody('id', engine)} else ${memberOfBody('petId', engine)} end`.execute(
    db,
  );
  await db.schema.createIndex('events_by_pet').on('events').columns(['pet_id', 'id']).execute();
}

/** Extracts an int64 from the JSON of an event with all digits. On PostgreSQL `json`, unlike `jsonb`, does not decode the other members. */
function memberOfBody(member: 'id' | 'petId', engine: Engine) {
  return engine.name === 'postgres'
    ? sql`(body::json -> ${sql.lit(member)})::text::bigint`
    : sql`json_extract(body, ${sql.lit(`$.${member}`)})`;
}
