import { noNginx, startNginx } from '@petstore/testing/servers/nginx-server.ts';
import { startPostgres } from '@petstore/testing/servers/postgres-server.ts';
import { noValkey, startValkey } from '@petstore/testing/servers/valkey-server.ts';
import { openPostgres } from '../../service/src/database/postgres/postgres.ts';
import { keyOf } from '../data/account-key.ts';
import { seededStore } from '../data/seed.ts';
import type { Endings } from '../endings.ts';
import { addressOf, startServe } from '../processes/service-process.ts';
import { Databases } from '../scale-out/postgres-databases.ts';

const PETS = 1_000;
const PROCESSES = 2;

/** Why the row cannot be measured here; false if it can. */
export const missing: string | false = noValkey || noNginx;

/** Two services behind nginx on one PostgreSQL and one Valkey. */
export async function startPlace(endings: Endings) {
  const postgres = await startPostgres({ durable: true });
  endings.after(() => postgres.remove());
  const valkey = await startValkey(endings);
  const store = await seededStore(PETS);
  await using databases = new Databases(postgres.url);
  const databaseUrl = await databases.copyOf(store);
  const settings = { DATABASE_URL: databaseUrl, VALKEY_URL: valkey.url, TRUST_PROXY: '127.0.0.1' };
  const services = Array.from({ length: PROCESSES }, () => startServe(settings));
  endings.after(() => Promise.all(services.map((service) => service.stop())));
  const serviceUrls = await Promise.all(services.map(addressOf));
  return {
    postgres,
    valkey,
    serviceUrls,
    url: await startNginx(endings, serviceUrls),
    /** A key whose quota no load uses up. */
    key: store.key,
    /** A key of another account with this quota. */
    meteredKey: (name: string, perMinute: number) => meteredKey(databaseUrl, name, perMinute),
  };
}

async function meteredKey(databaseUrl: string, name: string, perMinute: number): Promise<string> {
  const database = await openPostgres(databaseUrl, 2);
  try {
    return await keyOf(database, name, perMinute);
  } finally {
    await database.close();
  }
}
