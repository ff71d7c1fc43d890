import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../database.ts';
import { TRANSFERRED_TABLES } from './transfer-tables.ts';

/** The tables in which the migrations insert a row, and the condition for a row that they did not insert. */
const NOT_OF_MIGRATIONS: Readonly<Record<string, RawBuilder<unknown>>> = {
  event_feed: sql`last_purged <> 0`,
  store_identity: sql`false`,
};

/** Counts the rows of each table that is not empty. The rows that the migrations inserted do not count. */
export async function countRows(db: Queries): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const name of TRANSFERRED_TABLES) {
    const condition = NOT_OF_MIGRATIONS[name] ?? sql`true`;
    const { rows } = await sql<{ count: bigint }>`
      select count(*) as count from ${sql.table(name)} where ${condition}`.execute(db);
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0) counts.set(name, count);
  }
  return counts;
}
