import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { resultUnknown } from '../../core/errors.ts';
import { WITHOUT_TIME_LIMIT } from '../long-transactions.ts';
import { LimitedPool, type RefusedConnection } from './limited-pool.ts';
import { LocalSettings, type TransactionSettings } from './local-settings.ts';
import { endsConnection, mayBeCommitted, storageError, withoutRow } from './postgres-errors.ts';

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
}

/** A bounded pool of connections for the dialect of Kysely. */
export class Connections implements PostgresPool {
  readonly options: object = {};
  readonly #pool: LimitedPool;
  readonly #connections = new WeakMap<pg.PoolClient, CheckedConnection>();
  readonly #checks: CheckedOptions;

  constructor(
    url: string,
    access: Access,
    max: number,
    timeouts: Timeouts,
    { isPooler = false, onRefused = () => {} }: ConnectionsOptions = {},
  ) {
    this.#checks = {
      responseMs: timeouts.statement === 0 ? undefined : timeouts.statement + RESPONSE_GRACE_MS,
      writes: access === 'write',
      settings: isPooler ? { ...timeouts, idle: IDLE_IN_TRANSACTION_MS, access } : undefined,
    };
    const ofSession = {
      connectionString: access === 'read' ? readOnly(url) : url,
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
      ...(isPooler ? { connectionString: url, pipeline: true } : ofSession),
    };
    this.#pool = new LimitedPool(options, onRefused);
  }

  async connect(): Promise<PostgresPoolClient> {
    try {
      const client = await this.#pool.connect();
      const connection = this.#connections.get(client) ?? new CheckedConnection(client, this.#checks);
      this.#connections.set(client, connection);
      return connection;
    } catch (error) {
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

interface CheckedOptions {
  /** How long a response may take, unless the transaction has no time limit. */
  readonly responseMs: number | undefined;
  readonly writes: boolean;
  /** The settings that each transaction makes for itself; undefined if the connection keeps them. */
  readonly settings: TransactionSettings | undefined;
}

/** What Kysely sends at the end of a transaction. */
const COMMIT = 'commit';

/** A connection that converts errors into responses, and is not used again after it broke. */
class CheckedConnection implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #responseMs: number | undefined;
  readonly #writes: boolean;
  readonly #sender: Pick<LocalSettings, 'query'>;
  #hasTimeLimit = true;
  /** The error that ended the connection. Each later query gets it, so that a rollback does not hide a lost commit. */
  #failure: unknown;

  constructor(client: pg.PoolClient, { responseMs, writes, settings }: CheckedOptions) {
    this.#client = client;
    this.#responseMs = responseMs;
    this.#writes = writes;
    this.#sender = settings === undefined ? client : new LocalSettings(client, settings);
    // A commit after it is not sent, so that its result is known.
    client.once('error', (error) => {
      this.#failure ??= storageError(error);
    });
  }

  query<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(
    text: string | PostgresCursor<unknown>,
    parameters: ReadonlyArray<unknown> = [],
  ): Promise<PostgresQueryResult<unknown>> | PostgresCursor<unknown> {
    if (typeof text !== 'string') throw new TypeError('Cursors are not used here');
    return this.#run(text, parameters);
  }

  release(destroy = false): void {
    this.#hasTimeLimit = true;
    this.#client.release(destroy || this.#failure !== undefined);
  }

  async #run(text: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<unknown>> {
    // Otherwise the rollback would wait for its timeout, too.
    if (this.#failure !== undefined) throw this.#failure;
    if (text === WITHOUT_TIME_LIMIT) this.#hasTimeLimit = false;
    const query = {
      text,
      values: [...parameters],
      query_timeout: this.#hasTimeLimit ? this.#responseMs : undefined,
    };
    try {
      const { command, rowCount, rows } = await this.#sender.query(query);
      return { command: command as PostgresQueryResult<unknown>['command'], rowCount: rowCount ?? 0, rows }; // Kysely compares it with those it knows
    } catch (error) {
      throw this.#failed(withoutRow(error), text === COMMIT && this.#writes);
    }
  }

  #failed(error: unknown, isCommit: boolean): unknown {
    const isUnknown = isCommit && mayBeCommitted(error);
    const converted = isUnknown ? resultUnknown(error) : storageError(error);
    if (isUnknown || endsConnection(error)) this.#failure = converted;
    return converted;
  }
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
