import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { SECOND, systemClock } from '../../core/clock.ts';
import { resultUnknown } from '../../core/errors.ts';
import { WITHOUT_TIME_LIMIT } from '../long-transactions.ts';
import { CurrentHost } from './current-host.ts';
import { type Failover, ServerChanged } from './failover.ts';
import { LimitedPool, type RefusedConnection } from './limited-pool.ts';
import { LocalSettings, type TransactionSettings } from './local-settings.ts';
import {
  endsConnection,
  isNoConnectionFree,
  mayBeCommitted,
  storageError,
  withoutRow,
} from './postgres-errors.ts';

/** Time limits in milliseconds; 0 for none. */
export interface Timeouts {
  /** For getting a connection from the pool, or opening a new one. */
  readonly connection: number;
  readonly statement: number;
  readonly lock: number;
}

/** How long after the time limit of a statement the client gives up on a server that does not report it. */
const RESPONSE_GRACE_MS = 1000;
/** A process that is suspended must not hold its locks. */
const IDLE_IN_TRANSACTION_MS = 10_000;

type Access = 'read' | 'write';

interface ConnectionsOptions {
  /** Whether the address leads to a pooler, whose connections keep no settings (docs/adr/0072). */
  readonly isPooler?: boolean;
  /** Called when PostgreSQL refuses a connection, and the pool goes on with those that it has. */
  onRefused?(refused: RefusedConnection): void;
  /** Shared by the pools of a process; undefined if no transaction checks its server. */
  readonly failover?: Failover;
}

/** A bounded pool of connections for the dialect of Kysely. */
export class Connections implements PostgresPool {
  readonly options: object = {};
  readonly #pool: LimitedPool;
  readonly #connections = new WeakMap<pg.PoolClient, CheckedConnection>();
  readonly #checks: Omit<CheckedOptions, 'changes'>;
  readonly #failover: Failover | undefined;
  readonly #host: CurrentHost;

  constructor(
    url: string,
    access: Access,
    max: number,
    timeouts: Timeouts,
    { isPooler = false, onRefused = () => {}, failover }: ConnectionsOptions = {},
  ) {
    this.#failover = failover;
    this.#host = failover?.host ?? new CurrentHost(url);
    this.#checks = {
      responseMs: timeouts.statement === 0 ? undefined : timeouts.statement + RESPONSE_GRACE_MS,
      writes: access === 'write',
      settings: isPooler ? { ...timeouts, idle: IDLE_IN_TRANSACTION_MS, access } : undefined,
      failover,
      onFailure: () => this.#host.forget(),
    };
    const ofSession = {
      Client: clientOf(this.#host, access),
      statement_timeout: timeouts.statement,
      lock_timeout: timeouts.lock,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    };
    const options = {
      application_name: 'petstore',
      max,
      connectionTimeoutMillis: timeouts.connection,
      keepAlive: true,
      types: { getTypeParser },
      ...(isPooler ? { Client: clientOf(this.#host, 'write'), pipeline: true } : ofSession),
    };
    this.#pool = new LimitedPool(options, onRefused);
  }

  async connect(): Promise<PostgresPoolClient> {
    try {
      for (;;) {
        const changes = this.#failover?.changes;
        await this.#host.find();
        const client = await this.#pool.connect();
        const connection =
          this.#connections.get(client) ?? new CheckedConnection(client, { ...this.#checks, changes });
        this.#connections.set(client, connection);
        if (connection.changes === this.#failover?.changes) return connection;
        connection.release(true);
      }
    } catch (error) {
      if (!isNoConnectionFree(error)) this.#host.forget();
      throw storageError(error);
    }
  }

  /** Shares the connections that PostgreSQL allows with another pool of this process. */
  pairWith(other: Connections): void {
    LimitedPool.pair(this.#pool, other.#pool);
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** Makes clients that connect to the host with the primary, as it is known then. */
function clientOf(host: CurrentHost, access: Access): typeof pg.Client {
  return class extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      const connectionString = access === 'read' ? readOnly(host.address) : host.address;
      super({ ...config, connectionString });
    }
  };
}

interface CheckedOptions {
  /** How long a response may take, unless the transaction has no time limit. */
  readonly responseMs: number | undefined;
  readonly writes: boolean;
  /** The settings that each transaction makes for itself; undefined if the connection keeps them. */
  readonly settings: TransactionSettings | undefined;
  readonly failover: Failover | undefined;
  readonly changes: number | undefined;
  /** Called when the connection cannot be used any more. */
  readonly onFailure: () => void;
}

/** What Kysely sends at the beginning of `Database.write`, and at the end of a transaction. */
const BEGIN_WRITE = 'start transaction isolation level read committed';
const COMMIT = 'commit';

/** A connection that converts errors into responses, and is not used again after it broke. */
class CheckedConnection implements PostgresPoolClient {
  /** How often the server had changed before the connection was opened. */
  readonly changes: number | undefined;
  readonly #client: pg.PoolClient;
  readonly #responseMs: number | undefined;
  readonly #writes: boolean;
  readonly #sender: Pick<LocalSettings, 'query'>;
  readonly #failover: Failover | undefined;
  readonly #onFailure: () => void;
  #hasTimeLimit = true;
  #checkedUntil = 0;
  /** The error that ended the connection. Each later query gets it, so that a rollback does not hide a lost commit. */
  #failure: unknown;

  constructor(client: pg.PoolClient, options: CheckedOptions) {
    const { responseMs, writes, settings, failover, changes, onFailure } = options;
    this.#client = client;
    this.#responseMs = responseMs;
    this.#writes = writes;
    this.#sender = settings === undefined ? client : new LocalSettings(client, settings);
    this.#failover = failover;
    this.#onFailure = onFailure;
    this.changes = changes;
    // A commit after it is not sent, so that its result is known.
    client.once('error', (error) => this.#fail(this.#failure ?? storageError(error)));
  }

  query<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(
    text: string | PostgresCursor<unknown>,
    parameters: ReadonlyArray<unknown> = [],
  ): Promise<PostgresQueryResult<unknown>> | PostgresCursor<unknown> {
    if (typeof text !== 'string') throw new TypeError('Cursors are not used here');
    if (text === BEGIN_WRITE && this.#failover !== undefined) return this.#beginChecked(this.#failover);
    return this.#run(text, parameters);
  }

  release(destroy = false): void {
    this.#hasTimeLimit = true;
    this.#client.release(destroy || this.#failure !== undefined);
  }

  async #run(text: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<unknown>> {
    const { command, rowCount, rows } = await this.#send(text, parameters);
    return { command: command as PostgresQueryResult<unknown>['command'], rowCount: rowCount ?? 0, rows }; // Kysely compares it with those it knows
  }

  async #send(text: string, parameters: ReadonlyArray<unknown>): Promise<pg.QueryResult> {
    // Otherwise the rollback would wait for its timeout, too.
    if (this.#failure !== undefined) throw this.#failure;
    if (text === WITHOUT_TIME_LIMIT) this.#hasTimeLimit = false;
    const query = {
      text,
      values: [...parameters],
      query_timeout: this.#hasTimeLimit ? this.#responseMs : undefined,
    };
    try {
      return await this.#sender.query(query);
    } catch (error) {
      throw this.#failed(withoutRow(error), text === COMMIT && this.#writes);
    }
  }

  #failed(error: unknown, isCommit: boolean): unknown {
    const isUnknown = isCommit && mayBeCommitted(error);
    const converted = isUnknown ? resultUnknown(error) : storageError(error);
    if (isUnknown || endsConnection(error)) this.#fail(converted);
    return converted;
  }

  /** The error of a query replaces that of its connection, which does not know whether a commit was sent. */
  #fail(failure: unknown): void {
    this.#failure = failure;
    this.#onFailure();
  }

  /** Begins a write if the server is the one that this process has accepted. */
  async #beginChecked(failover: Failover): Promise<PostgresQueryResult<unknown>> {
    const now = systemClock.monotonic();
    if (now < this.#checkedUntil) return this.#run(BEGIN_WRITE, []);
    try {
      const results: unknown = await this.#send(`${BEGIN_WRITE}; ${CHECK_SERVER}`, []);
      const [, { rows } = { rows: [] }] = results as pg.QueryResult<CheckedToken>[]; // one for each statement
      failover.check(rows[0]?.token);
      const isDirect = 'processID' in this.#client && this.#client.processID === rows[0]?.pid;
      this.#checkedUntil = isDirect ? now + TRUSTED_MS : 0;
    } catch (error) {
      // Kysely does not roll back what it has not begun.
      if (error instanceof ServerChanged) await this.#run('rollback', []);
      else this.#fail(error);
      throw error;
    }
    return { command: 'SELECT', rowCount: 0, rows: [] };
  }
}

/** A direct connection knows the process number of its server. A pooler has its own, and may lead each transaction to another server. */
const CHECK_SERVER = 'select accepted_token() as token, pg_backend_pid() as pid';
/** How long a direct connection is not checked again. It ends with its server, but a dump may be restored there meanwhile. */
const TRUSTED_MS = SECOND;

interface CheckedToken {
  readonly token: string | null;
  readonly pid: number;
}

const INT8 = 20;

/** Parses an int8 as a `bigint`, and everything else as `pg` does. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format ?? 'text');
}

/** Returns the address with the option for read-only transactions. Other options in it stay. */
function readOnly(url: string): string {
  const address = new URL(url);
  const options = address.searchParams.get('options') ?? '';
  address.searchParams.set('options', `${options} -c default_transaction_read_only=on`.trim());
  return address.href;
}
