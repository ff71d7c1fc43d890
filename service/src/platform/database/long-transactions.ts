import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, Queries } from './database.ts';
import { engineOf } from './prepared-query.ts';
import type { Tables } from './tables.ts';

/** Runs `work` on one snapshot of the store, however long it takes and whatever other processes write. */
export function readSnapshot<T>(
  { engine, read }: Database,
  work: (snapshot: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return (read as Kysely<Tables>)
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      if (engine.supportsConcurrentWrites) await allowIdleness(snapshot);
      return work(snapshot);
    });
}

/** Lets a transaction wait for files. A server ends it otherwise after a few seconds without a query. */
export async function allowIdleness(db: Queries): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
}

/** Removes the time limit of PostgreSQL, and the one of its client, which recognizes this text. */
export const WITHOUT_TIME_LIMIT = 'set local statement_timeout = 0';

/** Removes the time limit of the statements of a transaction. SQLite has none. */
export async function removeTimeLimit(transaction: Queries): Promise<void> {
  if (engineOf(transaction).name === 'postgres') await sql.raw(WITHOUT_TIME_LIMIT).execute(transaction);
}
