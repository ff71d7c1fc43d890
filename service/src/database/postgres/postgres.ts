import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Database, Engine } from '../database.ts';
import { withEngine } from '../engine-of.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Tables } from '../tables.ts';
import { Connections, type Timeouts } from './postgres-connections.ts';
import { isConflict, openingError } from './postgres-errors.ts';

const OLDEST_POSTGRES = 15;
/** Two transactions that wait for each other: one is ended by the server and begun again, this many times. */
const MOST_ATTEMPTS = 5;

const postgresEngine: Engine = {
  name: 'postgres',
  idType: 'bigint',
  idIsIdentity: true,
  supportsConcurrentWrites: true,
  usesCostBasedPlanner: true,
};

/** While it serves: as long as SQLite waits for a lock, and long enough for the slowest list. */
const SERVING: Timeouts = { connection: 2_000, statement: 5_000, lock: 2_000 };
/** A migration may take as long as it takes. */
const MIGRATING: Timeouts = { connection: 5_000, statement: 0, lock: 0 };

/**
 * Opens, and brings up to date, the store in a PostgreSQL database: connections that write and others that only read, at
 * most `connections` in all; a single one does both. TLS and everything else about the way there is said by the URL.
 *
 * @throws {ApiError} `service_unavailable` if the server cannot be reached, refuses the user or is too old.
 */
export async function openPostgres(url: string, connections: number): Promise<Database> {
  const installation = await bringUpToDate(url);
  const writers = Math.max(1, Math.floor(connections / 2));
  const writer = postgresQueries(new Connections(url, 'write', writers, SERVING));
  const readers = connections - writers;
  const read = readers === 0 ? writer : postgresQueries(new Connections(url, 'read', readers, SERVING));
  return {
    engine: postgresEngine,
    installation,
    read,
    write: (work, survives) => {
      const transaction = writer.transaction().setIsolationLevel('read committed');
      if (survives !== 'crash') return again(() => transaction.execute(work));
      return again(() =>
        transaction.execute(async (queries) => {
          await sql`set local synchronous_commit = off`.execute(queries);
          return work(queries);
        }),
      );
    },
    faults: () => brokenIndexes(read),
    bytes: () => databaseBytes(read),
    close: async () => {
      await writer.destroy();
      if (read !== writer) await read.destroy();
    },
  };
}

/** Whether a database has the tables of a store; to open one makes them. */
export async function hasTables(url: string): Promise<boolean> {
  const database = postgresQueries(new Connections(url, 'read', 1, SERVING));
  try {
    const { rows } = await sql<{
      found: boolean;
    }>`select to_regclass('event_feed') is not null as found`.execute(database);
    return rows[0]?.found === true;
  } catch (error) {
    throw openingError(url, error);
  } finally {
    await database.destroy();
  }
}

/** Returns what tells the database from every other, one that had its name before included. */
async function bringUpToDate(url: string): Promise<string> {
  const database = postgresQueries(new Connections(url, 'write', 1, MIGRATING));
  try {
    const { rows } = await sql<Server>`
      select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
        (select system_identifier from pg_control_system())::text || '.' || oid as installation
      from pg_database where datname = current_database()`.execute(database);
    const [server] = rows;
    if (server === undefined) throw new Error('it does not say what it is');
    refuseUnfit(server);
    await migrate(database, postgresEngine);
    return server.installation;
  } catch (error) {
    throw openingError(url, error);
  } finally {
    await database.destroy();
  }
}

/** Queries on PostgreSQL that know their engine. */
export function postgresQueries(pool: Connections): Kysely<Tables> {
  return withEngine(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), postgresEngine);
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
    where not indisvalid
      and relnamespace = (select oid from pg_namespace where nspname = current_schema())
    order by relname`.execute(read);
  return rows.map(({ name }) => `the index ${name} is not valid: run "reindex index ${name}"`);
}

async function databaseBytes(read: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ bytes: bigint }>`select pg_database_size(current_database()) as bytes`.execute(
    read,
  );
  return Number(rows[0]?.bytes);
}

interface Server {
  readonly version: string;
  readonly encoding: string;
  readonly installation: string;
}

function refuseUnfit({ version, encoding }: Server): void {
  const major = Math.floor(Number(version) / 10_000);
  if (major < OLDEST_POSTGRES) {
    throw new Error(`it is PostgreSQL ${major}, and petstore needs ${OLDEST_POSTGRES} or newer`);
  }
  if (encoding !== 'UTF8') {
    throw new Error(
      `it keeps text as ${encoding}: make the database with "createdb --encoding=UTF8 --template=template0"`,
    );
  }
}
