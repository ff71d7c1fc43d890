// Takes long.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { send } from '@petstore/testing/http/send.ts';
import { serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { freshDatabase } from '@petstore/testing/servers/postgres-server.ts';
import { freshValkey, noValkey } from '@petstore/testing/servers/valkey-server.ts';
import { until } from '@petstore/testing/until.ts';
import { noHistory, releasedVersion } from './released-version.ts';

/** docs/scaling.md#rolling-upgrade, with the code of the older version. */

/** How many animals each client adds between two steps of the upgrade. */
const ROUNDS_OF_A_STEP = 20;

/** Adds an animal and completes an order for it, by one process. Returns the id of the animal. */
async function adopt(url: string, key: string): Promise<number> {
  const request = async (method: string, path: string, body: object) => {
    const { status, text, json } = await send(`${url}/v1${path}`, { method, key, body });
    assert.ok(status < 300, text);
    return (json as { id: number }).id; // of a pet or an order
  };
  const petId = await request('POST', '/pets', { name: 'Adopted', categoryId: 1, status: 'available' });
  const orderId = await request('POST', '/store/orders', { petId });
  for (const status of ['approved', 'completed'])
    await request('PATCH', `/store/orders/${orderId}`, { status });
  return petId;
}

/** Two clients that add animals, rename them and read the feed by all processes in turn, until they are stopped. */
class Load {
  urls: readonly string[] = [];
  readonly failures: string[] = [];
  /** Of each client: the animals that it has added. */
  readonly rounds = [0, 0];
  readonly #key: string;
  #isStopped = false;

  constructor(key: string) {
    this.#key = key;
  }

  /** Runs until `stop`. */
  async run(): Promise<void> {
    await Promise.all(this.rounds.map((_, client) => this.#work(client)));
  }

  /** Waits until each client has worked for a while. Then none uses a process that was removed before. */
  async passes(): Promise<void> {
    const ends = this.rounds.map((done) => done + ROUNDS_OF_A_STEP);
    await until(async () => this.rounds.every((done, client) => done >= (ends[client] ?? 0)));
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #work(client: number): Promise<void> {
    for (let round = 1; !this.#isStopped; round += 1) {
      const url = `${this.urls[round % this.urls.length]}/v1`;
      const pet = { name: `Animal ${client} ${round}`, categoryId: 1 };
      const added = await this.#request('POST', `${url}/pets`, pet);
      await this.#request('PATCH', `${url}/pets/${added?.id}`, { name: `Renamed ${client} ${round}` });
      await this.#request('GET', `${url}/events?limit=1`);
      await this.#request('GET', `${url}/pets?limit=1`);
      this.rounds[client] = round;
    }
  }

  async #request(method: string, url: string, body?: object) {
    try {
      const { status, text, json } = await send(url, { method, key: this.#key, ...(body && { body }) });
      if (status >= 300) this.failures.push(`${method} ${url}: ${text}`);
      return json as { id?: number }; // of a pet
    } catch (error) {
      this.failures.push(String(error));
      return undefined;
    }
  }
}

test('a rolling upgrade from 1.1.0 fails no request; what either version wrote is in the search, and its adoptions in the movements', {
  skip: noHistory || noValkey,
}, async (t) => {
  const store = await freshDatabase(t);
  const env = { VALKEY_URL: await freshValkey(t) };
  const older = await releasedVersion(t, '1.1.0');
  const account = ['accounts', 'create', 'Shelter', '--plan', 'enterprise', '--role', 'admin'];
  const { out } = await older.run([...account, '--per-minute', '1000000', '--per-day', '100000000'], store);
  const key = /petstore_live_\w+/.exec(out)?.[0] ?? '';
  const load = new Load(key);

  const former = await Promise.all(
    [1, 2].map(async () => {
      const process = older.start(['serve', '--port', '0'], store, env);
      return { process, url: await process.printed(/listens on (http:\S+) /) };
    }),
  );
  load.urls = former.map(({ url }) => url);
  const running = load.run();
  await load.passes();
  const { json } = await runCommand(store, ['doctor', '--json'], env);
  assert.match(JSON.stringify(json), /Processes of the older version may go on/);

  const adopted = [await adopt(former[0]?.url ?? '', key)];
  for (const { process, url: formerUrl } of former) {
    const { url } = await serveProcess(t, { DATABASE_URL: store, ...env });
    adopted.push(await adopt(formerUrl, key));
    load.urls = [...load.urls, url];
    await load.passes();
    load.urls = load.urls.filter((used) => used !== formerUrl);
    await load.passes();
    assert.equal((await process.stop()).status, 0);
  }
  load.stop();
  await running;
  assert.deepEqual(load.failures, []);
  t.diagnostic(`animals: ${load.rounds}`);

  // Compares the index with all texts, the counts with all animals, and completed orders with movements.
  const { findings } = (await runCommand(store, ['doctor', '--recount', '--json'], env)).json as {
    findings: Array<{ check: string; state: string }>;
  }; // compared below
  const states = new Map(findings.map(({ check, state }) => [check, state]));
  for (const check of ['search', 'categories', 'adoptions', 'stays'])
    assert.equal(states.get(check), 'ok', check);
  for (const petId of adopted) {
    const { json: movements } = await send(`${load.urls[0]}/v1/pets/${petId}/movements`, { key });
    assert.partialDeepStrictEqual(movements, [{ reason: 'adoption' }]);
  }
  const restarted = older.start(['serve', '--port', '0'], store, env);
  assert.match((await restarted.ended).err, /was migrated by a newer petstore/);
});
