import { setTimeout as pause } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import { SECOND } from '../../core/clock.ts';
import { type ApiError, unavailable } from '../../core/errors.ts';
import { withTimeout } from '../../core/with-timeout.ts';
import { SCRIPTS } from './script.ts';
import { Watchdog } from './watchdog.ts';

const OLDEST_VERSION = 7;
const RECONNECT_MS = 200;
const OPEN_LIMIT_MS = 2 * SECOND;
/** How long a connection may take to become ready. One that hangs would never be tried again. */
const READY_LIMIT_MS = 2 * SECOND;

const OPTIONS: RedisOptions = {
  lazyConnect: true,
  // What Valkey did not answer is decided without it: nothing may wait for its return, or be sent again.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: () => RECONNECT_MS,
  connectTimeout: SECOND,
  disableClientInfo: true,
  scripts: SCRIPTS,
};

export interface ConnectionEvents {
  /** Valkey can be asked again after it was away. */
  onReady(): void;
  /** Valkey went away; told once until the next `onReady`. */
  onAway(cause: unknown): void;
}

/** One connection to Valkey on which no call waits: when Valkey is away, or goes away, calls come back at once. */
export class ValkeyConnection {
  readonly #redis: Redis;
  readonly #address: string;
  readonly #silence: Watchdog;
  readonly #waiting = new Set<() => void>();
  #isReady = false;
  #isClosed = false;
  #runId = '';
  #version = '';
  #uptimeMs = 0;
  #events: ConnectionEvents = { onReady: () => {}, onAway: () => {} };
  #lastError: unknown;

  private constructor(url: string, timeoutMs: number) {
    this.#redis = new Redis(url, OPTIONS);
    this.#address = new URL(url).host;
    this.#silence = new Watchdog(
      timeoutMs,
      () => this.#waiting.size > 0,
      () => this.disconnect(new Error(`Valkey did not answer for ${timeoutMs} ms`)),
    );
    this.#redis.on('error', (error) => {
      this.#lastError = error;
    });
    this.#redis.on('connect', () => this.#limitGettingReady());
    this.#redis.on('ready', () => void this.#greet());
    this.#redis.on('close', () => this.disconnect(new Error('Valkey closed the connection')));
  }

  /**
   * Connects; tries again for 2 s.
   *
   * @throws {ApiError} `service_unavailable` if Valkey does not answer or is older than 7.
   */
  static async open(url: string, timeoutMs: number): Promise<ValkeyConnection> {
    const connection = new ValkeyConnection(url, timeoutMs);
    if (await connection.#becomesReady()) return connection;
    connection.close();
    throw connection.unavailableError();
  }

  /** Which run of the server this is: another one may have lost what it was told, or know only an older state. */
  get runId(): string {
    return this.#runId;
  }

  get version(): string {
    return this.#version;
  }

  /** Resolves when the server has been running for as long. */
  async waitForUptime(ms: number): Promise<void> {
    if (this.#uptimeMs < ms) await pause(ms - this.#uptimeMs);
  }

  /** Why Valkey is of no use, for the operator; the password is not told. */
  unavailableError(): ApiError {
    const why = messageOf(this.#lastError) ?? 'it does not answer';
    return unavailable(
      `Valkey at ${this.#address} cannot be used: ${why}. Start it, or look at VALKEY_URL.`,
      this.#lastError,
    );
  }

  setEvents(events: ConnectionEvents): void {
    this.#events = events;
  }

  /** What the command answers; undefined if Valkey is away, or goes away before it answers. */
  call<T>(command: (redis: Redis) => Promise<T>): Promise<T | undefined> {
    if (!this.#isReady) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const giveUp = () => resolve(undefined);
      if (this.#waiting.size === 0) this.#silence.start();
      this.#waiting.add(giveUp);
      command(this.#redis).then(
        (reply) => {
          if (!this.#waiting.delete(giveUp)) return;
          this.#silence.reset();
          resolve(reply);
        },
        (error) => {
          if (this.#waiting.has(giveUp)) this.disconnect(error);
        },
      );
    });
  }

  /** Takes Valkey for away: a server that loads, is full or only reads is of as little use as a silent one. */
  disconnect(cause: unknown): void {
    if (!this.#isReady) return;
    this.#isReady = false;
    // What is still in its buffers is not sent; ioredis would end the connection only after it.
    this.#redis.stream.destroy();
    for (const giveUp of this.#waiting) giveUp();
    this.#waiting.clear();
    this.#lastError ??= cause;
    if (!this.#isClosed) this.#events.onAway(this.#lastError);
  }

  close(): void {
    this.#isClosed = true;
    this.#redis.disconnect();
    this.disconnect(undefined);
    this.#redis.stream?.destroy();
  }

  async #greet(): Promise<void> {
    if (this.#isClosed) return;
    this.#isReady = true;
    // Asked for again: ioredis goes on in the first database when the one of the URL cannot be had.
    if ((await this.call((redis) => redis.select(redis.options.db ?? 0))) === undefined) return;
    const info = await this.call((redis) => redis.info('server'));
    if (info === undefined) return;
    this.#uptimeMs = Number(/^uptime_in_seconds:(\d+)/m.exec(info)?.[1] ?? 0) * SECOND;
    this.#runId = /^run_id:(\w+)/m.exec(info)?.[1] ?? '';
    this.#version = versionIn(info);
    // Valkey says which Redis it does as much as.
    if (Number(/^redis_version:(\d+)/m.exec(info)?.[1]) < OLDEST_VERSION) {
      this.disconnect(new Error(`it is ${this.#version}, and petstore needs ${OLDEST_VERSION} or newer`));
      return;
    }
    this.#lastError = undefined;
    this.#events.onReady();
  }

  #limitGettingReady(): void {
    const { stream } = this.#redis;
    setTimeout(() => {
      if (this.#redis.stream === stream && this.#redis.status === 'connect') stream.destroy();
    }, READY_LIMIT_MS).unref();
  }

  async #becomesReady(): Promise<boolean> {
    this.#redis.connect().catch(() => {}); // it goes on trying
    const { promise, resolve } = Promise.withResolvers<true>();
    this.#events = { onReady: () => resolve(true), onAway: () => {} };
    return (await withTimeout(OPEN_LIMIT_MS, promise)) ?? false;
  }
}

function versionIn(info: string): string {
  const valkey = /^valkey_version:(\S+)/m.exec(info)?.[1];
  if (valkey !== undefined) return `Valkey ${valkey}`;
  return `Redis ${/^redis_version:(\S+)/m.exec(info)?.[1] ?? 'of unknown version'}`;
}

/** A name with several addresses fails with an error for each, and none of its own. */
function messageOf(error: unknown): string | undefined {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : undefined;
}
