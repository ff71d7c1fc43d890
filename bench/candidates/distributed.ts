import type { Scope } from '@petstore/testing/folders.ts';
import { noNginx, startNginx } from '@petstore/testing/servers/nginx-server.ts';
import { startPostgres } from '@petstore/testing/servers/postgres-server.ts';
import { noValkey, startValkey } from '@petstore/testing/servers/valkey-server.ts';
import { Client } from 'pg';
import type { Candidate, Candidates } from './candidate.ts';
import { runPetstore, startService } from './petstore.ts';

/** The service on PostgreSQL and Valkey, in one process, in one behind nginx and in two behind nginx. */
export const distributed: Candidates = async ({ scope, store }) => {
  const missing = [noValkey, noNginx].filter((why) => why !== false);
  if (missing.length > 0) process.stderr.write(`not everything is measured: ${missing.join(', ')}\n`);
  // Durable, as the embedded store is.
  const postgres = await startPostgres({ durable: true });
  scope.after(() => postgres.remove());
  const template = await createDatabase(postgres.url, 'bench');
  await runPetstore(scope, ['transfer', '--database', `sqlite:${store.path}`, '--to', template]);
  await run(template, 'vacuum analyze');
  const valkey: Record<string, string> = noValkey ? {} : { VALKEY_URL: (await startValkey(scope)).url };
  const env = { ...valkey, TRUST_PROXY: '127.0.0.1' };
  const candidate = (name: string, processes: number, isBalanced: boolean): Candidate => ({
    name: `PostgreSQL${noValkey ? '' : ' and Valkey'}, ${name}`,
    serve: async (round) => {
      const url = await copyOfBench(round, postgres.url);
      const start = () => startService(round, url, { env });
      const services = await Promise.all(Array.from({ length: processes }, start));
      const urls = services.map((service) => service.url);
      return { url: isBalanced ? await startNginx(round, urls) : (urls[0] ?? '') };
    },
  });
  return [
    candidate('one process', 1, false),
    ...(noNginx ? [] : [candidate('one process behind nginx', 1, true)]),
    ...(noNginx || noValkey ? [] : [candidate('two processes behind nginx', 2, true)]),
  ];
};

/** Copies the database `bench`, and drops the copy after the scope. Returns its URL. */
async function copyOfBench(scope: Scope, serverUrl: string): Promise<string> {
  scope.after(() => run(serverUrl, 'drop database bench_copy'));
  return createDatabase(serverUrl, 'bench_copy', 'template bench strategy file_copy');
}

async function createDatabase(serverUrl: string, name: string, options = ''): Promise<string> {
  await run(serverUrl, `create database ${name} ${options}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.href;
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
