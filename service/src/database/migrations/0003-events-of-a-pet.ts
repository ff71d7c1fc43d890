import { type Kysely, sql } from 'kysely';
import type { Engine } from '../database.ts';
import type { Tables } from '../tables.ts';

/** Which pet an event is about, so that those of one pet are a range of an index. */
export async function eventsOfAPet(db: Kysely<Tables>, engine: Engine): Promise<void> {
  // SQLite adds no column without a default that must be filled. `Tables` asks every writer for it instead.
  await db.schema.alterTable('events').addColumn('pet_id', 'bigint').execute();
  // Events that have no id yet are filled too: they get theirs later, and this column never again.
  await sql`update events set pet_id =
    case when type like 'pet.%' then ${ofBody('id', engine)} else ${ofBody('petId', engine)} end`.execute(db);
  await db.schema.createIndex('events_by_pet').on('events').columns(['pet_id', 'id']).execute();
}

/** An int64 of an event's JSON with all its digits; PostgreSQL takes it as it is written, and decodes no text beside it. */
function ofBody(member: 'id' | 'petId', engine: Engine) {
  return engine.name === 'postgres'
    ? sql`(body::json -> ${sql.lit(member)})::text::bigint`
    : sql`json_extract(body, ${sql.lit(`$.${member}`)})`;
}
