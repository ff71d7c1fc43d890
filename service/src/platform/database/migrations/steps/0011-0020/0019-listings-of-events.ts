import type { Kysely } from 'kysely';
import type { Tables } from '../../../tables.ts';

/** Adds what an event of a pet states of its listing, besides what follows from the event. Older events stay without it. */
export async function listingsOfEvents(db: Kysely<Tables>): Promise<void> {
  // SQLite adds one column per statement.
  await db.schema.alterTable('events').addColumn('pet_created_at', 'bigint').execute();
  await db.schema.alterTable('events').addColumn('status_changed_at', 'bigint').execute();
  await db.schema.alterTable('events').addColumn('profile_tag', 'text').execute();
}
