import pg from 'pg';
import { openingError } from './postgres-errors.ts';

/** Any number that nothing else in the database uses for an advisory lock. */
const LOCK_ID = 7_240_115_031;
const RETAKE_MS = 1_000;
const CONNECT_WITHIN_MS = 5_000;
const END_WITHIN_MS = 500;

/** `alone`: no other process may serve. `together`: others may that say the same. */
export type LockMode = 'exclusive' | 'shared';

/**
 * Takes the right to serve the store in a PostgreSQL database, until `release` is called or the process dies: an
 * advisory lock on a connection of its own. A lock that was lost with its connection is taken again.
 *
 * @param onStolen told once when another process took the lock meanwhile: both serve now.
 * @returns the function that releases it, or undefined if another process holds it in the way.
 * @throws {ApiError} `service_unavailable` if the server cannot be reached.
 */
export async function takePostgresInstanceLock(
  url: string,
  mode: LockMode,
  onStolen: () => void,
): Promise<(() => Promise<void>) | undefined> {
  const lock = new InstanceLock(url, mode, onStolen);
  try {
    return (await lock.take()) ? () => lock.release() : undefined;
  } catch (error) {
    throw openingError(url, error);
  }
}

/** Whether any process serves the store. Takes nothing, so that it is in nobody's way. */
export async function isPostgresServed(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    // How PostgreSQL shows the lock of a number: its upper and its lower half.
    const { rows } = await client.query(
      `select 1 from pg_locks where locktype = 'advisory' and granted and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())
       and (classid::bigint << 32) + objid::bigint = $1`,
      [LOCK_ID],
    );
    return rows.length > 0;
  } catch (error) {
    throw openingError(url, error);
  } finally {
    await endSoon(client);
  }
}

/** A server that says nothing is not waited for. */
async function endSoon(client: pg.Client): Promise<void> {
  const drop = setTimeout(() => client.connection.stream.destroy(), END_WITHIN_MS);
  await client.end().catch(() => {});
  clearTimeout(drop);
}

class InstanceLock {
  readonly #url: string;
  readonly #mode: LockMode;
  readonly #onStolen: () => void;
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isReleased = false;
  #wasTold = false;

  constructor(url: string, mode: LockMode, onStolen: () => void) {
    this.#url = url;
    this.#mode = mode;
    this.#onStolen = onStolen;
  }

  async take(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'petstore serve',
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: CONNECT_WITHIN_MS,
      keepAlive: true,
    });
    client.on('error', () => this.#retakeLater(client));
    client.on('end', () => this.#retakeLater(client));
    if (await this.#takeOn(client)) {
      this.#client = client;
      return true;
    }
    await endSoon(client);
    return false;
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    clearTimeout(this.#retry);
    if (this.#client !== undefined) await endSoon(this.#client);
  }

  /** False if another holds the lock, or if it is not wanted any more. */
  async #takeOn(client: pg.Client): Promise<boolean> {
    const taker = this.#mode === 'exclusive' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
    try {
      await client.connect();
      const { rows } = await client.query<{ taken: boolean }>(`select ${taker}($1) as taken`, [LOCK_ID]);
      return rows[0]?.taken === true && !this.#isReleased;
    } catch (error) {
      await endSoon(client);
      throw error;
    }
  }

  #retakeLater(client: pg.Client): void {
    if (this.#isReleased || this.#client !== client) return;
    this.#client = undefined;
    this.#retake();
  }

  #retake(): void {
    this.#retry = setTimeout(async () => {
      const taken = await this.take().catch(() => undefined);
      if (taken === true || this.#isReleased) return;
      if (taken === false && !this.#wasTold) {
        this.#wasTold = true;
        this.#onStolen();
      }
      this.#retake();
    }, RETAKE_MS);
    this.#retry.unref();
  }
}
