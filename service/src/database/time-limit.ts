import { sql } from 'kysely';
import type { Queries } from './database.ts';
import { engineOf } from './engine-of.ts';

/** Removes the time limit of PostgreSQL, and the one of its client, which recognizes this text. */
export const WITHOUT_TIME_LIMIT = 'set local statement_timeout = 0';

/** Removes the time limit of the statements of a transaction. SQLite has none. */
export async function removeTimeLimit(transaction: Queries): Promise<void> {
  if (engineOf(transaction).name === 'postgres') await sql.raw(WITHOUT_TIME_LIMIT).execute(transaction);
}
