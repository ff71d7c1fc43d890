import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../../database.ts';
import type { Tables } from '../../../tables.ts';

/**
 * Adds the words of names by their trigrams, which a running service fills in together with the index of the search
 * (docs/adr/0080), and an index for the references of imports. Adds indexes for the filters of the audit.
 */
export async function namesAndAuthors(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await sql.raw(engine.name === 'sqlite' ? TRIGRAMS_IN_SQLITE : TRIGRAMS_IN_POSTGRES).execute(db);
  await sql`delete from search_progress`.execute(db);
  await sql`insert into search_progress (next_id, last_id)
    select min(id), max(id) from pets having count(*) > 0`.execute(db);
  await db.schema
    .createIndex('imported_pets_by_reference')
    .on('imported_pets')
    .columns(['reference', 'pet_id'])
    .execute();
  // Each list of the audit by an author or a day is one range in the order of the times.
  await db.schema.createIndex('events_by_time').on('events').column('at').execute();
  for (const author of ['account_id', 'api_key_id'])
    await sql`create index ${sql.id(`events_by_${author}`)} on events (${sql.id(author)}, at)
      where ${sql.id(author)} is not null`.execute(db);
}

const TRIGRAMS_IN_SQLITE = `create table name_trigrams (
  trigram text not null,
  letters bigint not null,
  word text not null,
  primary key (trigram, letters, word)
) without rowid`;

/** In the order of bytes, as in SQLite: both engines then find the same words. */
const TRIGRAMS_IN_POSTGRES = `create table name_trigrams (
  trigram text collate "C" not null,
  letters bigint not null,
  word text collate "C" not null,
  primary key (trigram, letters, word)
)`;
