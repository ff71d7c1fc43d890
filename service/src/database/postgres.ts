import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Database, Engine, Tables } from './database.ts';
import { migrate } from './migrations/migrate.ts';
import { Connections, type Patience } from './postgres-connections.ts';
import { isConflict, notOpened } from './postgres-errors.ts';

const OLDEST_POSTGRES = 15;
/** Two transactions that wait for each other: one is ended by the server and begun again, this many times. */
const MOST_ATTEMPTS = 5;

const postgresEngine: Engine = {
  name: 'postgres',
  idType: 'bigint',
  idIsIdentity: true,
  writesAtOnce: true,
};

/** While it serves: as long as SQLite waits for a lock, and long enough for the slowest list. */
const SERVING: Patience = { connection: 2_000, statement: 5_000, lock: 2_000 };
/** A migration may take as long as it takes. */
const MIGRATING: Patience = { connection: 5_000, statement: 0, lock: 0 };

/**
 * Opens, and brings up to date, the store in a PostgreSQL database: connections that write and others that only read, at
 * most `connections` in all. TLS and everything else about the way there is said by the URL.
 *
 * @throws {ApiError} `service_unavailable` if the server cannot be reached, refuses the user or is too old.
 */
export async function openPostgres(url: string, connections: number): Promise<Database> {
  await bringUpToDate(url);
  const writers = Math.max(1, Math.floor(connections / 2));
  const writer = kysely(new Connections(url, 'write', writers, SERVING));
  const read = kysely(new Connections(url, 'read', Math.max(1, connections - writers), SERVING));
  return {
    engine: postgresEngine,
    read,
    write: (work) => again(() => writer.transaction().setIsolationLevel('read committed').execute(work)),
    faults: () => brokenIndexes(read),
    close: async () => {
      await Promise.all([read.destroy(), writer.destroy()]);
    },
  };
}

async function bringUpToDate(url: string): Promise<void> {
  const database = kysely(new Connections(url, 'write', 1, MIGRATING));
  try {
    const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(database);
    refuseOldPostgres(Number(rows[0]?.server_version_num));
    await migrate(database, postgresEngine);
  } catch (error) {
    throw notOpened(url, error);
  } finally {
    await database.destroy();
  }
}

function kysely(pool: Connections): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

async function again<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isConflict(error) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

/** An index whose making was interrupted is there and is never used. */
async function brokenIndexes(read: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name
    from pg_index join pg_class on pg_class.oid = indexrelid
    where not indisvalid and relnamespace = current_schema()::regnamespace
    order by relname`.execute(read);
  return rows.map(({ name }) => `the index ${name} is not valid: run "reindex index ${name}"`);
}

function refuseOldPostgres(versionNumber: number): void {
  const major = Math.floor(versionNumber / 10_000);
  if (major >= OLDEST_POSTGRES) return;
  throw new Error(`it is PostgreSQL ${major}, and petstore needs ${OLDEST_POSTGRES} or newer`);
}
