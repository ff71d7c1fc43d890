import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Queries } from '../database.ts';
import { openPostgres, postgresQueries } from '../postgres/postgres.ts';
import { Connections, type Timeouts } from '../postgres/postgres-connections.ts';
import { advanceSequence, NUMBERED_TABLES, readHighestIds } from '../recovery/id-sequences.ts';
import type { Tables } from '../tables.ts';
import { TRANSFER_TABLES } from './transfer-tables.ts';

/** However long it takes: nobody else uses the store meanwhile. */
const TRANSFERRING: Timeouts = { connection: 5_000, statement: 0, lock: 0 };

/**
 * Runs `work` in one transaction on a PostgreSQL database with up-to-date tables, which nobody else writes until it
 * ends. If the process dies before, nothing of it was kept.
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
      // Nobody waits for this one, so it may stand still as long as a laptop sleeps.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
      const tables = TRANSFER_TABLES.map(({ name }) => sql.table(name));
      await sql`lock table ${sql.join(tables)} in share row exclusive mode`.execute(transaction);
      return work(transaction);
    });
  } finally {
    await target.destroy();
  }
}

/** Tables that every store has a row of, and when that is more than the migrations wrote. */
const WRITTEN_BY_MIGRATIONS: Readonly<Record<string, RawBuilder<unknown>>> = {
  event_feed: sql`last_purged <> 0`,
  store_identity: sql`false`,
};

/** What tables hold, by name, without those that are as the migrations made them. */
export async function countRows(target: Queries): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  for (const { name } of TRANSFER_TABLES) {
    const isWritten = WRITTEN_BY_MIGRATIONS[name] ?? sql`true`;
    const { rows } = await sql<{ count: bigint }>`
      select count(*) as count from ${sql.table(name)} where ${isWritten}`.execute(target);
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0) held.set(name, count);
  }
  return held;
}

/** Makes PostgreSQL continue after the highest id that SQLite ever gave, to rows deleted since too. */
export async function continueIds(source: Queries, target: Queries): Promise<void> {
  const highest = await readHighestIds(source);
  for (const table of NUMBERED_TABLES) {
    if (highest[table] > 0n) await advanceSequence(target, table, highest[table]);
  }
}
