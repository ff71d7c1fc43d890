import { Redis, type RedisOptions } from 'ioredis';
import { SECOND, systemClock, systemWorkClock, withTimeout } from '../../../platform/core/clock.ts';
import { type ApiError, unavailable } from '../../../platform/core/errors.ts';
import { SCRIPTS } from './script.ts';
import { Watchdog } from './watchdog.ts';

/**
 * The states of a connection:
 *
 *                 ioredis connected             the server is supported
 *   connecting ----------------------> checking ----------------------> ready
 *       ^                                  |                              |
 *       '------------- disconnect ---------+------------------------------'
 *
 *   any state ---- close ----> closed
 *
 * - `connecting`: ioredis tries to connect every 200 ms. Calls return undefined.
 * - `checking`: commands can be sent. The connection reads the version and the run of the server.
 * - `ready`: as `checking`; `onReady` was called.
 * - `closed`: the connection is never used again.
 *
 * `disconnect` is caused by a closed socket, by an error as the reply to any command, or by the watchdog, when the server
 * sends nothing for `timeoutMs` while a call waits. It calls `onUnavailable`, and every call that waits returns undefined.
 */
type State = 'connecting' | 'checking' | 'ready' | 'closed';

const MIN_MAJOR_VERSION = 7;
const RECONNECT_INTERVAL_MS = 200;
const OPEN_TIMEOUT_MS = 2 * SECOND;
/** Without this limit, a connection that never becomes ready would block the next attempt. */
const READY_TIMEOUT_MS = 2 * SECOND;

const OPTIONS: RedisOptions = {
  lazyConnect: true,
  // A request that got no reply is decided without Valkey. So commands are neither queued nor sent again.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: () => RECONNECT_INTERVAL_MS,
  connectTimeout: SECOND,
  disableClientInfo: true,
  scripts: SCRIPTS,
};

export interface ConnectionEvents {
  onReady(): void;
  /** Called when the connection leaves `checking` or `ready`. */
  onUnavailable(cause: unknown): void;
}

/** One connection to Valkey. Calls never wait for a reconnect: they return undefined when the connection is lost. */
export class ValkeyConnection {
  readonly #redis: Redis;
  readonly #address: string;
  readonly #watchdog: Watchdog;
  /** For each call without a reply a function that makes it return undefined. */
  readonly #abandonCalls = new Set<() => void>();
  #state: State = 'connecting';
  #server: ServerInfo = parseServerInfo('');
  #events: ConnectionEvents = { onReady: () => {}, onUnavailable: () => {} };
  #lastError: unknown;

  private constructor(url: string, timeoutMs: number) {
    this.#redis = new Redis(url, OPTIONS);
    this.#address = new URL(url).host;
    this.#watchdog = new Watchdog(
      systemClock, // Also in tests that advance a clock of their own: the replies take real time.
      timeoutMs,
      () => this.#abandonCalls.size > 0,
      () => this.disconnect(new Error(`Valkey did not reply for ${timeoutMs} ms`)),
    );
    this.#redis.on('error', (error) => {
      this.#lastError = error;
    });
    this.#redis.on('connect', () => this.#limitHandshake());
    this.#redis.on('ready', () => void this.#check());
    this.#redis.on('close', () => this.disconnect(new Error('Valkey closed the connection')));
  }

  /**
   * Connects, and retries for 2 s.
   *
   * @throws {ApiError} `service_unavailable` if Valkey does not reply or is older than 7.
   */
  static async open(url: string, timeoutMs: number): Promise<ValkeyConnection> {
    const connection = new ValkeyConnection(url, timeoutMs);
    const { promise: ready, resolve } = Promise.withResolvers<true>();
    connection.setEvents({ onReady: () => resolve(true), onUnavailable: () => {} });
    connection.#redis.connect().catch(() => {}); // ioredis retries
    if ((await withTimeout(OPEN_TIMEOUT_MS, ready)) === true) return connection;
    connection.close();
    throw connection.unavailableError();
  }

  /** Identifies the run of the server. A server of another run may have lost its data or restored an older copy. */
  get runId(): string {
    return this.#server.runId;
  }

  get version(): string {
    return this.#server.version;
  }

  /** Resolves when the server has been running for `ms`. */
  async waitForUptime(ms: number): Promise<void> {
    if (this.#server.uptimeMs < ms) await systemWorkClock.pause(ms - this.#server.uptimeMs);
  }

  /** Returns an error for the operator that names the server, without its password, and the latest cause. */
  unavailableError(): ApiError {
    const cause = messageOf(this.#lastError) ?? 'it does not reply';
    return unavailable(
      `Valkey at ${this.#address} cannot be used: ${cause}. Start it, or check VALKEY_URL.`,
      this.#lastError,
    );
  }

  setEvents(events: ConnectionEvents): void {
    this.#events = events;
  }

  /** Returns the reply to a command; undefined if the connection is lost before the reply arrives. */
  call<T>(command: (redis: Redis) => Promise<T>): Promise<T | undefined> {
    if (!this.#canSend) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const abandon = () => resolve(undefined);
      if (this.#abandonCalls.size === 0) this.#watchdog.start();
      this.#abandonCalls.add(abandon);
      command(this.#redis).then(
        (reply) => {
          if (!this.#abandonCalls.delete(abandon)) return;
          this.#watchdog.reset();
          resolve(reply);
        },
        // Errors such as LOADING, OOM and READONLY: a server that sends them cannot count either.
        (error) => {
          if (this.#abandonCalls.has(abandon)) this.disconnect(error);
        },
      );
    });
  }

  /** Drops the connection. ioredis connects again, unless it was closed. */
  disconnect(cause: unknown): void {
    if (!this.#canSend) return;
    this.#state = 'connecting';
    this.#drop();
    this.#lastError ??= cause;
    this.#events.onUnavailable(this.#lastError);
  }

  close(): void {
    this.#state = 'closed';
    this.#redis.disconnect();
    this.#drop();
  }

  get #canSend(): boolean {
    return this.#state === 'checking' || this.#state === 'ready';
  }

  #drop(): void {
    // Discards what is still in the send buffer. ioredis alone would send it before it ends the connection.
    this.#redis.stream?.destroy();
    for (const abandon of this.#abandonCalls) abandon();
    this.#abandonCalls.clear();
  }

  async #check(): Promise<void> {
    if (this.#state === 'closed') return;
    this.#state = 'checking';
    // Selects the database again: if that of the URL does not exist, ioredis continues in database 0.
    if ((await this.call((redis) => redis.select(redis.options.db ?? 0))) === undefined) return;
    const info = await this.call((redis) => redis.info('server'));
    if (info === undefined) return;
    this.#server = parseServerInfo(info);
    if (!this.#server.isSupported) return this.disconnect(unsupportedVersion(this.#server));
    this.#lastError = undefined;
    this.#state = 'ready';
    this.#events.onReady();
  }

  #limitHandshake(): void {
    const { stream } = this.#redis;
    systemClock.after(READY_TIMEOUT_MS, () => {
      if (this.#redis.stream === stream && this.#redis.status === 'connect') stream.destroy();
    });
  }
}

/** A host name with several addresses fails with an AggregateError: one error for each address, no message of its own. */
function messageOf(error: unknown): string | undefined {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : undefined;
}

/** What a Valkey or Redis server reports about itself (`INFO server`). */
interface ServerInfo {
  /** Changes with every start of the server. */
  readonly runId: string;
  /** For example `Valkey 8.1.1` or `Redis 7.0.15`. */
  readonly version: string;
  readonly uptimeMs: number;
  readonly isSupported: boolean;
}

function parseServerInfo(info: string): ServerInfo {
  const field = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1];
  // Valkey reports the Redis version that it is compatible with.
  const redisVersion = field('redis_version');
  const valkeyVersion = field('valkey_version');
  return {
    runId: field('run_id') ?? '',
    version:
      valkeyVersion === undefined
        ? `Redis ${redisVersion ?? 'of unknown version'}`
        : `Valkey ${valkeyVersion}`,
    uptimeMs: Number(field('uptime_in_seconds') ?? 0) * SECOND,
    isSupported: !(Number.parseInt(redisVersion ?? '', 10) < MIN_MAJOR_VERSION),
  };
}

function unsupportedVersion({ version }: ServerInfo): Error {
  return new Error(`it is ${version}, and petstore needs ${MIN_MAJOR_VERSION} or newer`);
}
