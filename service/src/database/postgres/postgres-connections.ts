import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { endsConnection, storageError, withoutRow } from './postgres-errors.ts';

/** How long things may take, in milliseconds; 0 for as long as they like. */
export interface Timeouts {
  /** For a connection, be it a new one or one that another lets go. */
  readonly connection: number;
  readonly statement: number;
  readonly lock: number;
}

/** Beyond the statement's own limit: for a server that does not even say that it was too long. */
const SILENCE_MS = 1000;
/** A process that stands still must not keep others from what it has locked. */
const IDLE_IN_TRANSACTION_MS = 10_000;

type Access = 'read' | 'write';

/** A bounded pool of connections, as Kysely's dialect takes it. */
export class Connections implements PostgresPool {
  readonly options: object = {};
  readonly #pool: pg.Pool;
  readonly #guarded = new WeakMap<pg.PoolClient, GuardedConnection>();

  constructor(url: string, access: Access, most: number, patience: Timeouts) {
    this.#pool = new pg.Pool({
      connectionString: access === 'read' ? readOnly(url) : url,
      application_name: 'petstore',
      max: most,
      connectionTimeoutMillis: patience.connection,
      statement_timeout: patience.statement,
      query_timeout: patience.statement === 0 ? 0 : patience.statement + SILENCE_MS,
      lock_timeout: patience.lock,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      keepAlive: true,
      types: { getTypeParser },
    });
    // A connection that ends is replaced when it is needed; whoever uses it is told by its query.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  async connect(): Promise<PostgresPoolClient> {
    try {
      const client = await this.#pool.connect();
      const known = this.#guarded.get(client) ?? new GuardedConnection(client);
      this.#guarded.set(client, known);
      return known;
    } catch (error) {
      throw storageError(error);
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** A connection whose faults are answers for the caller, and which is not used again when it cannot be. */
class GuardedConnection implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  #isBroken = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
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
    this.#client.release(destroy || this.#isBroken);
  }

  async #run(text: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<unknown>> {
    // Not even a rollback would be answered.
    if (this.#isBroken) throw storageError(new Error('The connection is broken'));
    try {
      const { command, rowCount, rows } = await this.#client.query(text, [...parameters]);
      return { command: command as PostgresQueryResult<unknown>['command'], rowCount: rowCount ?? 0, rows }; // Kysely compares it with those it knows
    } catch (error) {
      this.#isBroken ||= endsConnection(error);
      throw storageError(withoutRow(error));
    }
  }
}

const INT8 = 20;

/** An int8 comes as a `bigint`, everything else as `pg` gives it. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format ?? 'text');
}

/** The same address; what is run through it can change nothing. Options that are in the address already stay. */
function readOnly(url: string): string {
  const address = new URL(url);
  const given = address.searchParams.get('options') ?? '';
  address.searchParams.set('options', `${given} -c default_transaction_read_only=on`.trim());
  return address.href;
}
