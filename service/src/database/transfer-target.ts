import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type { Queries, Tables } from './database.ts';
import { openPostgres } from './postgres.ts';
import { Connections, type Patience } from './postgres-connections.ts';
import { TRANSFER_TABLES } from './transfer-tables.ts';

/** However long it takes: nobody else uses the store meanwhile. */
const TRANSFERRING: Patience = { connection: 5_000, statement: 0, lock: 0 };

/**
 * Runs `work` in one transaction on a PostgreSQL database with up-to-date tables, which nobody else writes until it
 * ends. If the process dies before, nothing of it was kept.
 *
 * @throws {ApiError} `service_unavailable` if the server cannot be reached, refuses the user or is too old.
 */
export async function inTarget<T>(
  url: string,
  work: (target: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const migrated = await openPostgres(url, 1);
  await migrated.close();
  const pool = new Connections(url, 'write', 1, TRANSFERRING);
  const target = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
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

/** What tables hold, by name, without those that are as the migrations made them. */
export async function rowsHeld(target: Queries): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  for (const { name } of TRANSFER_TABLES) {
    const isWritten = name === 'event_feed' ? sql`last_purged <> 0` : sql`true`;
    const { rows } = await sql<{ count: bigint }>`
      select count(*) as count from ${sql.table(name)} where ${isWritten}`.execute(target);
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0) held.set(name, count);
  }
  return held;
}

/**
 * Makes PostgreSQL go on after the highest id that SQLite ever gave, rows deleted since included. Not with `setval`,
 * which stays when the transaction does not.
 */
export async function continueIds(source: Queries, target: Queries): Promise<void> {
  const given = await sql<{ name: string; seq: bigint }>`select name, seq from sqlite_sequence`.execute(
    source,
  );
  for (const { name, seq } of given.rows) {
    const sequence = await sequenceOf(target, name);
    if (sequence === null || seq < 1n) continue;
    await sql`alter sequence ${sql.raw(sequence)} restart with ${sql.lit(seq)}`.execute(target);
    // The last one is given again here rather than named as the next: after the highest int64 there is none.
    await sql`select nextval(${sequence}::text::regclass)`.execute(target);
  }
}

/** The name, quoted, of what counts a table's ids; null for events, which count theirs otherwise. */
async function sequenceOf(target: Queries, table: string): Promise<string | null> {
  const { rows } = await sql<{ sequence: string | null }>`
    select pg_get_serial_sequence(${table}, 'id') as sequence`.execute(target);
  return rows[0]?.sequence ?? null;
}
