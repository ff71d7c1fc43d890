import type { Logger } from 'pino';
import { requireEnvironment } from '../access/accounts/store-environment.ts';
import { withMailOfEnvironment } from '../access/mail/settings/mail-in-use.ts';
import { followPetsOfApplications } from '../adoption/applications/following.ts';
import type { Config } from '../platform/config/config.ts';
import { systemWorkClock } from '../platform/core/clock.ts';
import { Throttle } from '../platform/core/throttle.ts';
import type { Database } from '../platform/database/database.ts';
import type { RefusedConnection } from '../platform/database/postgres/limited-pool.ts';
import { openSqlite } from '../platform/database/sqlite/sqlite.ts';
import type { StoreSharing } from '../platform/database/sqlite/writable-side.ts';
import { followPets } from '../record/events/pet-followers.ts';

const REFUSED_CONNECTIONS =
  'PostgreSQL refuses more connections: requests wait for those that this process has; raise max_connections, or lower DATABASE_CONNECTIONS';

interface OpenOptions {
  /** The log of a process that serves; undefined for a command. */
  readonly log?: Logger;
  /** Called with a line for the operator after another PostgreSQL has taken over. */
  onFailover?(message: string): void;
  /** False for what only reads: a store of an older version is then refused. */
  readonly migrates?: boolean;
  /** Undefined if no other thread of this process opens the store. */
  readonly sharing?: StoreSharing | undefined;
}

/**
 * Opens the configured store.
 *
 * @throws {ConfigError} if the store belongs to another environment.
 */
export async function openDatabase(config: Config, options: OpenOptions = {}): Promise<Database> {
  followPets(followPetsOfApplications);
  const opened = await openEngine(config, options);
  const database = config.mail === undefined ? opened : withMailOfEnvironment(opened);
  try {
    if (config.environment !== undefined) await requireEnvironment(database.read, config.environment);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openEngine(
  config: Config,
  { log, onFailover = (message) => log?.warn(message), migrates = true, sharing }: OpenOptions,
): Promise<Database> {
  const { store } = config;
  if (store.engine === 'sqlite') {
    return openSqlite(store.path, systemWorkClock, {
      onReplaced: ({ message }) => log?.error(message),
      migrates,
      sharing,
    });
  }
  // Imported only if it is used, to keep the start with SQLite fast.
  const { openPostgres } = await import('../platform/database/postgres/postgres.ts');
  return openPostgres(store.url, connectionsOf(config, sharing), {
    poolerUrl: store.poolerUrl,
    onRefused: refusedConnections(log),
    onFailover,
    serves: log !== undefined,
    migrates,
  });
}

/** Returns how many connections a thread may open: its part of those of the process. The main thread also has the rest. */
function connectionsOf({ databaseConnections, workers }: Config, sharing: StoreSharing | undefined): number {
  if (sharing === undefined) return databaseConnections;
  const part = Math.floor(databaseConnections / workers);
  return sharing.isFirst ? databaseConnections - (workers - 1) * part : part;
}

/** Returns a function that logs refused connections at most once a minute. */
function refusedConnections(log?: Logger) {
  const throttle = new Throttle();
  return (refused: RefusedConnection) =>
    throttle.run((leftOut) => log?.warn({ ...refused, ...leftOut }, REFUSED_CONNECTIONS));
}
