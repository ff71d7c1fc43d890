import { Connections } from '../../service/src/database/postgres/postgres-connections.ts';
import type { Store } from '../data/seed.ts';
import { runPetstore } from '../processes/service-process.ts';

const FOREVER = { connection: 5_000, statement: 0, lock: 0 };

/** The databases of a PostgreSQL server. */
export class Databases {
  readonly #url: string;
  readonly #connections: Connections;
  #made = 0;

  /** @param url any database of the server, as one who may make others. */
  constructor(url: string) {
    this.#url = url;
    this.#connections = new Connections(url, 'write', 1, FOREVER);
  }

  /** A new database with what a store holds, its accounts and keys, too. Returns its URL. */
  async copyOf(store: Store): Promise<string> {
    const url = await this.#make('');
    await runPetstore(['transfer', '--database', `sqlite:${store.path}`, '--to', url]);
    await using made = new Databases(url);
    await made.run('vacuum analyze');
    return url;
  }

  /** A new database like another one, which nobody may be using. Returns its URL. */
  like(url: string): Promise<string> {
    return this.#make(`template ${nameIn(url)} strategy file_copy`);
  }

  drop(url: string): Promise<unknown> {
    return this.run(`drop database ${nameIn(url)}`);
  }

  async run(statement: string): Promise<readonly unknown[]> {
    const connection = await this.#connections.connect();
    try {
      return (await connection.query<unknown>(statement, [])).rows;
    } finally {
      connection.release();
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#connections.end();
  }

  async #make(options: string): Promise<string> {
    this.#made += 1;
    const url = new URL(this.#url);
    url.pathname = `bench_${this.#made}`;
    await this.run(`create database ${nameIn(url.href)} ${options}`);
    return url.href;
  }
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}
