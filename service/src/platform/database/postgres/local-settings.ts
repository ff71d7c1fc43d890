import type pg from 'pg';

/** Time limits in milliseconds; 0 for none. */
export interface TransactionSettings {
  readonly statement: number;
  readonly lock: number;
  /** How long it may be idle. */
  readonly idle: number;
  readonly access: 'read' | 'write';
}

/** How Kysely begins a transaction. */
const BEGIN = /^(begin|start transaction)\b/;

/**
 * Makes the settings of each transaction in itself. A pooler in transaction mode gives each transaction any connection, and
 * refuses settings at the start of one. A query outside of a transaction gets one of its own: its three parts are sent
 * together, so they cost one round trip.
 */
export class LocalSettings {
  readonly #client: pg.PoolClient;
  /** For a transaction that Kysely has begun. */
  readonly #settings: string;
  /** Begins the transaction of one query. It cannot be idle, because its end is sent with it. */
  readonly #begin: string;

  constructor(client: pg.PoolClient, { statement, lock, idle, access }: TransactionSettings) {
    this.#client = client;
    const limits = `set local statement_timeout = ${statement}; set local lock_timeout = ${lock}`;
    const mode = access === 'read' ? 'set transaction read only; ' : '';
    this.#settings = `${mode}${limits}; set local idle_in_transaction_session_timeout = ${idle}`;
    this.#begin = `begin read ${access === 'read' ? 'only' : 'write'}; ${limits}`;
  }

  async query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    if (BEGIN.test(query.text)) return this.#beginTransaction(query);
    if (this.#client.getTransactionStatus() !== 'I') return this.#client.query(query);
    return this.#runAlone(query);
  }

  async #beginTransaction(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const results: unknown = await this.#client.query({
      ...query,
      text: `${query.text}; ${this.#settings}`,
    });
    // Several statements have several results, which the types of `pg` do not know.
    const [begun] = results as [pg.QueryResult];
    return query.text.includes(';') ? (results as pg.QueryResult) : begun;
  }

  async #runAlone(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const begun = this.#client.query(this.#begin);
    const result = this.#client.query(query);
    const ended = this.#client.query('commit');
    // The connection is free when all of them have ended.
    await Promise.allSettled([begun, result, ended]);
    await begun;
    const read = await result;
    await ended;
    return read;
  }
}
