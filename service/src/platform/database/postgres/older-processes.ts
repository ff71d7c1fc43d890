import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { timeText } from '../../core/clock.ts';
import { unavailable } from '../../core/errors.ts';
import type { Queries } from '../database.ts';
import { EFFECTS, LAST_MIGRATION, migrationNumber } from '../migrations/effects.ts';
import { INSTANCE_LOCK, KNOWN_MIGRATIONS_LOCK } from './lock-ids.ts';

/**
 * Call it in the transaction of a migration, before its changes. Refuses a migration that contracts while a process that does not
 * know it serves the store.
 *
 * A process takes the instance lock before it reads the table of the migrations. So a process that is not found here waits for
 * the lock of that table, and then finds the migration.
 */
export async function refuseBesideOlderProcesses(db: Queries, migration: string): Promise<void> {
  if (EFFECTS[migration] !== 'contracts') return;
  await sql`lock table ${sql.table(DEFAULT_MIGRATION_TABLE)} in access exclusive mode`.execute(db);
  const { rows } = await olderProcesses(migrationNumber(migration)).execute(db);
  if (rows.length === 0) return;
  throw unavailable(
    `The store needs the migration ${migration}, after which older versions of petstore fail or write incomplete animals, and such processes still serve it: ${rows.map(describe).join(', ')}. Stop them, then start this version.`,
  );
}

/** Returns true if a process that does not know the last migration serves the store. It cannot start again after it has ended. */
export async function hasOlderProcesses(db: Queries): Promise<boolean> {
  const { rows } = await olderProcesses(LAST_MIGRATION).execute(db);
  return rows.length > 0;
}

interface OlderProcess {
  readonly address: string | null;
  readonly port: bigint | null;
  readonly since: bigint;
}

function describe({ address, port, since }: OlderProcess): string {
  const where = address === null ? 'a local socket' : `${address} port ${port}`;
  return `${where} (since ${timeText(since)})`;
}

/** Finds the holders of the instance lock that do not know a migration. */
function olderProcesses(migration: number) {
  return sql<OlderProcess>`
    with advisory as (
      select * from pg_locks
      where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())
    )
    select host(client_addr) as address, client_port::bigint as port,
      floor(extract(epoch from backend_start) * 1000)::bigint as since
    from pg_stat_activity
    where pid in (select pid from advisory
        where objsubid = 1 and (classid::bigint << 32) + objid::bigint = ${sql.lit(INSTANCE_LOCK)})
      and pid not in (select pid from advisory
        where objsubid = 2 and classid::bigint = ${sql.lit(KNOWN_MIGRATIONS_LOCK)}
          and objid::bigint >= ${sql.lit(migration)})
    order by backend_start`;
}
