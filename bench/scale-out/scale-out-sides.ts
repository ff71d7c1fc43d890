import { noNginx, startNginx } from '@petstore/testing/servers/nginx-server.ts';
import { startPostgres } from '@petstore/testing/servers/postgres-server.ts';
import { noValkey, startValkey } from '@petstore/testing/servers/valkey-server.ts';
import type { Store } from '../data/seed.ts';
import { serveCopy } from '../data/served-copy.ts';
import { type Endings, withEndings } from '../endings.ts';
import { addressOf, startServe } from '../processes/service-process.ts';
import { Databases } from './postgres-databases.ts';

/** One way to serve the same catalogue. */
export interface Side {
  readonly name: string;
  /** Runs `work` with the address of fresh processes on a fresh copy of the catalogue. */
  serve<T>(work: (url: string) => Promise<T>): Promise<T>;
}

type Settings = Record<string, string>;

/** The embedded store with one process. */
export function embeddedSide(store: Store, profileFolder: string | undefined): Side {
  return {
    name: 'the embedded store',
    serve: (work) => serveCopy(store, { profileFolder }, ({ url }) => work(url)),
  };
}

/** All others that this machine has the programs for; what it has not is said on standard error. */
export async function distributedSides(
  endings: Endings,
  store: Store,
  profileFolder: string | undefined,
): Promise<Side[]> {
  const missing = [noValkey, noNginx].filter((why) => why !== false);
  if (missing.length > 0) process.stderr.write(`not everything is measured: ${missing.join(', ')}\n`);
  const engines = await startEngines(endings, store);
  const side = (name: string, processes: number, isBalanced: boolean): Side => ({
    name: `${engines.names}, ${name}`,
    serve: (work) =>
      engines.withCopy((settings) =>
        serveAll(
          Array.from({ length: processes }, () => settings),
          profileFolder,
          (urls) => (isBalanced ? behindNginx(urls, work) : work(urls[0] ?? '')),
        ),
      ),
  });
  return [
    side('one process', 1, false),
    ...(noNginx ? [] : [side('one process behind nginx', 1, true)]),
    ...(noNginx || noValkey ? [] : [side('two processes behind nginx', 2, true)]),
  ];
}

async function startEngines(endings: Endings, store: Store) {
  // Durable, as the embedded store is.
  const postgres = await startPostgres({ durable: true });
  endings.after(() => postgres.remove());
  const databases = new Databases(postgres.url);
  endings.after(() => databases[Symbol.asyncDispose]());
  const pattern = await databases.copyOf(store);
  const shared: Settings = noValkey ? {} : { VALKEY_URL: (await startValkey(endings)).url };
  return {
    names: noValkey ? 'PostgreSQL alone' : 'PostgreSQL and Valkey',
    /** Hands over the settings of a service on a fresh copy of the catalogue. */
    withCopy: async <T>(work: (settings: Settings) => Promise<T>): Promise<T> => {
      const url = await databases.like(pattern);
      try {
        return await work({ ...shared, DATABASE_URL: url, TRUST_PROXY: '127.0.0.1' });
      } finally {
        await databases.drop(url);
      }
    },
  };
}

async function serveAll<T>(
  settings: readonly Settings[],
  profileFolder: string | undefined,
  work: (urls: readonly string[]) => Promise<T>,
): Promise<T> {
  const services = settings.map((env) => startServe(env, { profileFolder }));
  try {
    return await work(await Promise.all(services.map(addressOf)));
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

function behindNginx<T>(urls: readonly string[], work: (url: string) => Promise<T>): Promise<T> {
  return withEndings(async (endings) => work(await startNginx(endings, urls)));
}
