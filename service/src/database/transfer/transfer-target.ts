import { sql, type Transaction } from 'kysely';
import type { Queries } from '../database.ts';
import { openPostgres, postgresQueries } from '../postgres/postgres.ts';
import { Connections, type Timeouts } from '../postgres/postgres-connections.ts';
import {
  advanceSequence,
  NUMBERED_TABLES,
  OTHER_NUMBERED_TABLES,
  readHighestId,
} from '../recovery/id-sequences.ts';
import type { Tables } from '../tables.ts';
import { TRANSFERRED_TABLES } from './transfer-tables.ts';

/** Without limits: nothing else uses the store during the transfer. */
const TRANSFERRING: Timeouts = { connection: 5_000, statement: 0, lock: 0 };

/**
 * Migrates a PostgreSQL database, then runs `work` in one transaction that locks all tables against other writers. If
 * the process dies before the commit, nothing of `work` is kept.
 *
 * @throws {ApiError} `service_unavailable` if the server cannot be reached, refuses the user or is too old.
 */
export async function withTarget<T>(
  url: string,
  work: (target: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const migrated = await openPostgres(url, 1);
  await migrated.close();
  const pool = new Connections(url, 'write', 1, TRANSFERRING);
  const target = postgresQueries(pool);
  try {
    return await target.transaction().execute(async (transaction) => {
      // Nothing waits for this transaction, so it may be idle, for example while a laptop sleeps.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
      const tables = TRANSFERRED_TABLES.map((name) => sql.table(name));
      await sql`lock table ${sql.join(tables)} in share row exclusive mode`.execute(transaction);
      return work(transaction);
    });
  } finally {
    await target.destroy();
  }
}

/** Makes the ids in PostgreSQL continue after the highest id that SQLite ever assigned, also to deleted rows. */
export async function continueIds(source: Queries, target: Queries): Promise<void> {
  for (const table of [...NUMBERED_TABLES, ...OTHER_NUMBERED_TABLES]) {
    const highest = await readHighestId(source, table);
    if (highest > 0n) await advanceSequence(target, table, highest);
  }
}
