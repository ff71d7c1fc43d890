import type { Scope } from '@petstore/testing/folders.ts';
import { noNginx, startNginx } from '@petstore/testing/servers/nginx-server.ts';
import { startPostgres } from '@petstore/testing/servers/postgres-server.ts';
import { noValkey, startValkey } from '@petstore/testing/servers/valkey-server.ts';
import { Client } from 'pg';
import type { Store } from '../data/stores.ts';
import { RunScope } from '../scope.ts';
import { type Candidates, httpCandidate } from './candidate.ts';
import { runPetstore, startService } from './petstore.ts';

/** The service on PostgreSQL and Valkey, in one process, in one behind nginx and in two behind nginx. */
export const distributed: Candidates = async (setup) => {
  const missing = [noValkey, noNginx].filter((why) => why !== false);
  if (missing.length > 0) process.stderr.write(`not everything is measured: ${missing.join(', ')}\n`);
  const { scope, store, profileFolder } = setup;
  // Durable, as the embedded store is.
  const postgres = await startPostgres({ durable: true });
  scope.after(() => postgres.remove());
  const databases = new Databases(postgres.url);
  const template = await databases.import(store);
  const valkey: Record<string, string> = noValkey ? {} : { VALKEY_URL: (await startValkey(scope)).url };
  const env = { ...valkey, TRUST_PROXY: '127.0.0.1' };
  const candidate = (name: string, processes: number, isBalanced: boolean) =>
    httpCandidate(setup, {
      name: `PostgreSQL${noValkey ? '' : ' and Valkey'}, ${name}`,
      serve: async (round) => {
        const url = await databases.copy(round, template);
        const services = await Promise.all(
          Array.from({ length: processes }, () => startService(round, url, { env, profileFolder })),
        );
        const urls = services.map((service) => service.url);
        return isBalanced ? startNginx(round, urls) : (urls[0] ?? '');
      },
    });
  return [
    candidate('one process', 1, false),
    ...(noNginx ? [] : [candidate('one process behind nginx', 1, true)]),
    ...(noNginx || noValkey ? [] : [candidate('two processes behind nginx', 2, true)]),
  ];
};

/** The databases of a PostgreSQL server. */
class Databases {
  readonly #url: string;
  #count = 0;

  /** @param url any database of the server, as a superuser. */
  constructor(url: string) {
    this.#url = url;
  }

  /** Makes a database with everything that a store holds, and returns its URL. */
  async import(store: Store): Promise<string> {
    await using scope = new RunScope();
    const url = await this.#create('');
    await runPetstore(scope, ['transfer', '--database', `sqlite:${store.path}`, '--to', url]);
    await run(url, 'vacuum analyze');
    return url;
  }

  /** Copies a database that no one uses, and drops the copy after the scope. Returns its URL. */
  async copy(scope: Scope, template: string): Promise<string> {
    const url = await this.#create(`template ${nameIn(template)} strategy file_copy`);
    scope.after(() => run(this.#url, `drop database ${nameIn(url)}`));
    return url;
  }

  async #create(options: string): Promise<string> {
    this.#count += 1;
    const url = new URL(this.#url);
    url.pathname = `bench_${this.#count}`;
    await run(this.#url, `create database ${nameIn(url.href)} ${options}`);
    return url.href;
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}
