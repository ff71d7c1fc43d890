import pg from 'pg';
import { systemWorkClock } from '../../core/clock.ts';
import { singleFlight } from '../../core/tasks/single-flight.ts';
import { isConnectionRefused } from './postgres-errors.ts';

/** How long a pool is not larger than what PostgreSQL allowed. Then it tries again. */
const LIMITED_MS = 10_000;
/** How long a process without any connection waits before it tries again. */
const RETRY_MS = 100;

/** What the log has about connections that PostgreSQL refuses. */
export interface RefusedConnection {
  readonly why: string;
  /** The number of connections that the pool goes on with. */
  readonly connections: number;
}

export interface PoolOptions extends pg.PoolConfig {
  readonly max: number;
  readonly connectionTimeoutMillis: number;
}

type OnRefused = (refused: RefusedConnection) => void;

/**
 * A pool that goes on with the connections that it has while PostgreSQL refuses more: a query waits for one of them, as it
 * does if the pool has its full size (docs/adr/0072).
 */
export class LimitedPool {
  readonly #pool: pg.Pool;
  readonly #options: PoolOptions;
  readonly #onRefused: OnRefused;
  #connected = 0;
  #limitedUntil = Number.NEGATIVE_INFINITY;
  #other: LimitedPool | undefined;
  readonly #takeFromOther = singleFlight(async () => this.#other?.giveUpOne());

  constructor(options: PoolOptions, onRefused: OnRefused) {
    this.#options = options;
    this.#onRefused = onRefused;
    this.#pool = new pg.Pool(options);
    // The pool replaces a broken connection. Its running query reports the error.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => {
      client.on('error', () => {});
      this.#connected += 1;
      // PostgreSQL answers in another order than it was asked.
      if (this.#isLimited()) this.#pool.options.max = Math.max(this.#pool.options.max, this.#connected);
    });
    this.#pool.on('remove', () => {
      this.#connected -= 1;
    });
  }

  /** Makes each of two pools of a process give up a connection if the other one gets none. */
  static pair(one: LimitedPool, other: LimitedPool): void {
    one.#other = other;
    other.#other = one;
  }

  /** Waits for a connection, up to the time limit of the pool after the last one that was refused. */
  async connect(): Promise<pg.PoolClient> {
    if (!this.#isLimited()) this.#pool.options.max = this.#options.max;
    const deadline = systemWorkClock.monotonic() + this.#options.connectionTimeoutMillis;
    for (;;) {
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (!isConnectionRefused(error) || systemWorkClock.monotonic() >= deadline) throw error;
        this.#limit(this.#connected);
        this.#onRefused({ why: error.message, connections: this.#connected });
        if (this.#connected === 0 && (await this.#takeFromOther()) !== true)
          await systemWorkClock.pause(RETRY_MS);
      }
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  /** Closes a connection when it is free, unless it is the only one. Returns true if it did. */
  async giveUpOne(): Promise<boolean> {
    if (this.#connected < 2) return false;
    this.#limit(this.#connected - 1);
    const client = await this.#pool.connect().catch(() => undefined);
    client?.release(true);
    return client !== undefined;
  }

  #limit(connections: number): void {
    this.#limitedUntil = systemWorkClock.monotonic() + LIMITED_MS;
    this.#pool.options.max = Math.max(1, connections);
  }

  #isLimited(): boolean {
    return systemWorkClock.monotonic() < this.#limitedUntil;
  }
}
