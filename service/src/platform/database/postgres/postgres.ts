import { Kysely, PostgresDialect, sql } from 'kysely';
import { databaseOf, hostsOf } from '../../core/postgres-url.ts';
import type { Database, Engine } from '../database.ts';
import { appliedMigrations, refuseOlder } from '../migrations/migrate.ts';
import { PreparedQuery, withEngine } from '../prepared-query.ts';
import type { Tables } from '../tables.ts';
import { Failover } from './failover.ts';
import type { RefusedConnection } from './limited-pool.ts';
import { migrateBeside } from './migrate-beside.ts';
import { hasOlderProcesses } from './older-processes.ts';
import { Connections, type Timeouts } from './postgres-connections.ts';
import { isConflict, openingError } from './postgres-errors.ts';
import { connectionPlaces, WriteTurns } from './write-turns.ts';

const MIN_POSTGRES = 15;
/** How often a transaction is started that the server rolls back because of another one. */
const MAX_ATTEMPTS = 5;

const postgresEngine: Engine = {
  name: 'postgres',
  idType: 'bigint',
  idIsIdentity: true,
  supportsConcurrentWrites: true,
  usesCostBasedPlanner: true,
  generatesNameOrder: true,
};

/** While serving: SQLite waits for a lock as long, and the slowest list takes less. */
const SERVING: Timeouts = { connection: 2_000, statement: 5_000, lock: 2_000 };
/** Migrations have no time limit. */
const MIGRATING: Timeouts = { connection: 5_000, statement: 0, lock: 0 };

const asynchronousCommit = new PreparedQuery(() => sql`set local synchronous_commit = off`);

interface OpenOptions {
  /** The address of a pooler, through which requests use the store; `url` is then the one of the server behind it. */
  readonly poolerUrl?: string | undefined;
  /** Called when PostgreSQL refuses a connection, and the process goes on with those that it has. */
  onRefused?(refused: RefusedConnection): void;
  /** Called with a line for the operator after another server has taken over. */
  onFailover?(message: string): void;
  /** Whether the process serves: it looks for another server also when it starts, and at the other hosts of its address. */
  readonly serves?: boolean;
  /** False for what only reads: a store of an older version is then refused. */
  readonly migrates?: boolean;
}

/**
 * Opens and migrates the store in a PostgreSQL database. Half of the `connections` write, the others only read; a single
 * connection does both. The URL has the options of the connection, such as TLS.
 *
 * @throws {ApiError} `service_unavailable` if the server cannot be reached, refuses the user or is too old.
 */
export async function openPostgres(
  url: string,
  connections: number,
  { poolerUrl, onRefused, onFailover = () => {}, serves = false, migrates = true }: OpenOptions = {},
): Promise<Database> {
  const installation = await prepareDatabase(url, migrates);
  const address = poolerUrl ?? url;
  const failover = new Failover(address, onFailover);
  const options = { isPooler: poolerUrl !== undefined, onRefused, failover };
  const writers = Math.max(1, Math.floor(connections / 2));
  const writing = new Connections(address, 'write', writers, SERVING, options);
  const writer = postgresQueries(writing);
  const readers = connections - writers;
  const reading = readers === 0 ? writing : new Connections(address, 'read', readers, SERVING, options);
  const read = reading === writing ? writer : postgresQueries(reading);
  if (reading !== writing) reading.pairWith(writing);
  const turns = new WriteTurns(writers);
  const stopWatching = serves ? failover.watchOthers() : () => {};
  const database: Database = {
    engine: postgresEngine,
    installation,
    read,
    readPlaces: connectionPlaces(Math.max(1, readers)),
    write: (work, { commit, locks = [], ...waiter } = {}) => {
      const transaction = writer.transaction().setIsolationLevel('read committed');
      const run = () =>
        transaction.execute(async (queries) => {
          if (commit === 'asynchronous') await asynchronousCommit.all(queries, {});
          return work(queries);
        });
      return turns.run(waiter, locks, () => failover.run(writer, () => retryConflicts(run)));
    },
    hasOlderProcesses: () => hasOlderProcesses(read),
    faults: () => invalidIndexes(read),
    bytes: () => databaseBytes(read),
    close: async () => {
      stopWatching();
      await writer.destroy();
      if (read !== writer) await read.destroy();
    },
  };
  if (poolerUrl !== undefined) await checkPooler(database, poolerUrl);
  // A process that serves notices a restored dump when it starts. If that fails, its first write does.
  if (serves) await database.write(async () => {}).catch(() => {});
  return database;
}

/** Checks that a pooler leads to the database that was migrated. Closes the store if not. */
async function checkPooler(database: Database, poolerUrl: string): Promise<void> {
  try {
    const { installation } = await readServer(database.read);
    if (installation === database.installation) return;
    throw new Error('it leads to another database than DATABASE_DIRECT_URL');
  } catch (error) {
    await database.close();
    throw openingError(poolerUrl, error);
  }
}

/** Returns true if a database has the tables of a store. Does not create them. */
export function hasTables(url: string): Promise<boolean> {
  return readOnce(url, async (database) => {
    const { rows } = await sql<{
      found: boolean;
    }>`select to_regclass('event_feed') is not null as found`.execute(database);
    return rows[0]?.found === true;
  });
}

/** Returns the names of the migrations that a store has recorded. Does not migrate it. */
export function readMigrations(url: string): Promise<string[]> {
  return readOnce(url, appliedMigrations);
}

/** Reads from a database that may be no store, or one of another version. */
async function readOnce<T>(url: string, read: (database: Kysely<Tables>) => Promise<T>): Promise<T> {
  const database = postgresQueries(new Connections(url, 'read', 1, SERVING));
  try {
    return await read(database);
  } catch (error) {
    throw openingError(url, error);
  } finally {
    await database.destroy();
  }
}

/** Migrates the database, or requires that it is of this version. Returns its identifier, which a new database of the same name does not have. */
async function prepareDatabase(url: string, migrates: boolean): Promise<string> {
  const database = postgresQueries(new Connections(url, 'write', 1, MIGRATING));
  try {
    const server = await readServer(database);
    checkServer(server);
    if (migrates) await migrateBeside(database, postgresEngine);
    else refuseOlder(`PostgreSQL ${hostsOf(url)}/${databaseOf(url)}`, await appliedMigrations(database));
    return server.installation;
  } catch (error) {
    throw openingError(url, error);
  } finally {
    await database.destroy();
  }
}

async function readServer(database: Kysely<Tables>): Promise<Server> {
  const { rows } = await sql<Server>`
    select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
      (select system_identifier from pg_control_system())::text || '.' || oid as installation
    from pg_database where datname = current_database()`.execute(database);
  const [server] = rows;
  if (server === undefined) throw new Error('it does not report its version');
  return server;
}

/** Returns queries that run on PostgreSQL, with their engine set. */
export function postgresQueries(pool: Connections): Kysely<Tables> {
  return withEngine(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), postgresEngine);
}

/** Retries a transaction that was rolled back because of another one. */
async function retryConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Finds invalid indexes. Their creation was interrupted, and PostgreSQL does not use them. */
async function invalidIndexes(read: Kysely<Tables>): Promise<string[]> {
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

function checkServer({ version, encoding }: Server): void {
  const major = Math.floor(Number(version) / 10_000);
  if (major < MIN_POSTGRES) {
    throw new Error(`it is PostgreSQL ${major}, and petstore needs ${MIN_POSTGRES} or newer`);
  }
  if (encoding !== 'UTF8') {
    throw new Error(
      `its encoding is ${encoding}: create the database with "createdb --encoding=UTF8 --template=template0"`,
    );
  }
}
