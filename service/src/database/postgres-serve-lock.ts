import pg from 'pg';
import { notOpened } from './postgres-errors.ts';

/** Any number that nothing else in the database uses for an advisory lock. */
const SERVING = 7_240_115_031;
const RETAKE_MS = 1_000;
const CONNECT_WITHIN_MS = 5_000;

/** `alone`: no other process may serve. `together`: others may that say the same. */
export type ServeMode = 'alone' | 'together';

/**
 * Takes the right to serve the store in a PostgreSQL database, until `release` is called or the process dies: an
 * advisory lock on a connection of its own. A lock that was lost with its connection is taken again.
 *
 * @param onStolen told once when another process took the lock meanwhile: both serve now.
 * @returns the function that releases it, or undefined if another process holds it in the way.
 * @throws {ApiError} `service_unavailable` if the server cannot be reached.
 */
export async function takePostgresServeLock(
  url: string,
  mode: ServeMode,
  onStolen: () => void,
): Promise<(() => Promise<void>) | undefined> {
  const lock = new ServeLock(url, mode, onStolen);
  try {
    return (await lock.take()) ? () => lock.release() : undefined;
  } catch (error) {
    throw notOpened(url, error);
  }
}

class ServeLock {
  readonly #url: string;
  readonly #mode: ServeMode;
  readonly #onStolen: () => void;
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isReleased = false;
  #wasTold = false;

  constructor(url: string, mode: ServeMode, onStolen: () => void) {
    this.#url = url;
    this.#mode = mode;
    this.#onStolen = onStolen;
  }

  async take(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'petstore serve',
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
    });
    client.on('error', () => this.#retakeLater());
    client.on('end', () => this.#retakeLater());
    await client.connect();
    const taker = this.#mode === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
    const { rows } = await client.query<{ taken: boolean }>(`select ${taker}($1) as taken`, [SERVING]);
    if (rows[0]?.taken === true) {
      this.#client = client;
      return true;
    }
    await client.end();
    return false;
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => {});
  }

  #retakeLater(): void {
    if (this.#isReleased || this.#client === undefined) return;
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
