import pg from 'pg';
import { SECOND, systemClock } from '../../core/clock.ts';
import { LAST_MIGRATION } from '../migrations/effects.ts';
import { addressOfPrimary, CurrentHost, endSoon, withClient } from './current-host.ts';
import { INSTANCE_LOCK, KNOWN_MIGRATIONS_LOCK } from './lock-ids.ts';
import { requireSession } from './pooler.ts';
import { openingError } from './postgres-errors.ts';

const RETRY_MS = 1_000;
/** How often the other hosts are asked whether one has taken over while the primary with the lock still runs. */
const WATCH_MS = 5 * SECOND;
const CONNECT_TIMEOUT_MS = 5_000;

/** `exclusive`: no other process may serve the store. `shared`: others may if they take the shared lock, too. */
export type LockMode = 'exclusive' | 'shared';

/**
 * Takes the instance lock of a PostgreSQL database: an advisory lock, held by its own connection until the lock is
 * released or the process dies. If that connection breaks, or another host takes over, the lock is taken again.
 *
 * @param onStolen called once if another process took the lock in between. Then both serve the store.
 * @returns a function that releases the lock; undefined if another process holds a conflicting lock.
 * @throws {ApiError} `service_unavailable` if the server cannot be reached.
 */
export async function takePostgresInstanceLock(
  url: string,
  mode: LockMode,
  onStolen: () => void,
): Promise<(() => Promise<void>) | undefined> {
  const lock = new InstanceLock(url, mode, onStolen);
  try {
    if (!(await lock.take())) return undefined;
    lock.watch();
    return () => lock.release();
  } catch (error) {
    throw openingError(url, error);
  }
}

/** Returns true if a process serves the store. Does not take the lock itself. */
export async function isPostgresServed(url: string): Promise<boolean> {
  try {
    return await withClient(await addressOfPrimary(url), async (client) => {
      // PostgreSQL shows the key in two halves: classid and objid.
      const { rows } = await client.query(
        `select 1 from pg_locks where locktype = 'advisory' and granted and objsubid = 1
         and database = (select oid from pg_database where datname = current_database())
         and (classid::bigint << 32) + objid::bigint = $1`,
        [INSTANCE_LOCK],
      );
      return rows.length > 0;
    });
  } catch (error) {
    throw openingError(url, error);
  }
}

class InstanceLock {
  readonly #host: CurrentHost;
  readonly #mode: LockMode;
  readonly #onStolen: () => void;
  #client: pg.Client | undefined;
  #cancelRetry = () => {};
  #stopWatching = () => {};
  #isReleased = false;
  #hasReported = false;

  constructor(url: string, mode: LockMode, onStolen: () => void) {
    this.#host = new CurrentHost(url);
    this.#mode = mode;
    this.#onStolen = onStolen;
  }

  async take(): Promise<boolean> {
    this.#host.forget();
    const address = await this.#host.find();
    const client = newClient(address);
    client.on('error', () => this.#retakeLater(client));
    client.on('end', () => this.#retakeLater(client));
    if (await this.#takeOn(client, address)) {
      this.#client = client;
      return true;
    }
    await endSoon(client);
    return false;
  }

  /** Looks at the other hosts until the lock is released. */
  watch(): void {
    if (!this.#host.hasSeveral) return;
    this.#stopWatching = systemClock.every(WATCH_MS, () => void this.#followPrimary().catch(() => {}));
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    this.#stopWatching();
    this.#cancelRetry();
    if (this.#client !== undefined) await endSoon(this.#client);
  }

  /** Returns false if another process holds the lock, or the lock was released in the meantime. */
  async #takeOn(client: pg.Client, address: string): Promise<boolean> {
    const lockFunction = this.#mode === 'exclusive' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
    try {
      await client.connect();
      await requireSession(client, () => newClient(address).connect());
      // First what `older-processes.ts` reads of a holder of the instance lock.
      await client.query('select pg_advisory_lock_shared($1::integer, $2::integer)', [
        KNOWN_MIGRATIONS_LOCK,
        LAST_MIGRATION,
      ]);
      const { rows } = await client.query<{ taken: boolean }>(`select ${lockFunction}($1) as taken`, [
        INSTANCE_LOCK,
      ]);
      return rows[0]?.taken === true && !this.#isReleased;
    } catch (error) {
      await endSoon(client);
      throw error;
    }
  }

  async #followPrimary(): Promise<void> {
    const client = this.#client;
    if (client === undefined || !(await this.#host.isSuperseded())) return;
    this.#retakeLater(client);
    await endSoon(client);
  }

  #retakeLater(client: pg.Client): void {
    if (this.#isReleased || this.#client !== client) return;
    this.#client = undefined;
    this.#retake();
  }

  #retake(): void {
    this.#cancelRetry = systemClock.after(RETRY_MS, async () => {
      const taken = await this.take().catch(() => undefined);
      if (taken === true || this.#isReleased) return;
      if (taken === false && !this.#hasReported) {
        this.#hasReported = true;
        this.#onStolen();
      }
      this.#retake();
    });
  }
}

function newClient(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    application_name: 'petstore serve',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', () => {}); // Its running query reports the error.
  return client;
}
