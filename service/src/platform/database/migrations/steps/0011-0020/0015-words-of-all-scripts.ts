import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../../database.ts';
import type { Tables } from '../../../tables.ts';

/**
 * Empties the index of the search, because other words are in it since (docs/adr/0057). A running service fills it again, and
 * rejects searches until then, as for a store that never had one.
 */
export async function wordsOfAllScripts(db: Kysely<Tables>, engine: Engine): Promise<void> {
  for (const table of ['search_prefixes', 'stale_prefixes', 'search_progress']) {
    await sql`${sql.raw(EMPTY[engine.name])} ${sql.table(table)}`.execute(db);
  }
  await sql`insert into search_progress (next_id, last_id)
    select min(id), max(id) from pets having count(*) > 0`.execute(db);
}

/** The quickest way of each engine to remove all rows. SQLite frees the pages without reading the rows. */
const EMPTY = { sqlite: 'delete from', postgres: 'truncate' };
