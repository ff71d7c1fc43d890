import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { readAll } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, assertError, at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { type SendOptions, send } from '@petstore/testing/http/send.ts';
import { type Serving, serveProcess, startPetstore } from '@petstore/testing/processes/petstore-process.ts';
import { startReplicated } from '@petstore/testing/servers/postgres-server.ts';
import { freshValkey, noValkey } from '@petstore/testing/servers/valkey-server.ts';
import { until } from '@petstore/testing/until.ts';
import pg from 'pg';
import { parseConfig } from '../../src/platform/config/config.ts';
import { isPostgresServed } from '../../src/platform/database/postgres/instance-lock.ts';
import { openDatabase } from '../../src/server/open-database.ts';

/** Two processes and a PostgreSQL whose standby takes over although it lacks the last changes. */

const TERMS = { ...UNLIMITED, role: 'manager' } as const;
const CLIENTS = 4;
const LOST = 60;

/** A primary, its standby, and two processes that know both. */
async function start(t: TestContext) {
  const { primary, standby } = await startReplicated();
  t.after(() => Promise.all([primary.remove(), standby.remove()]));
  const { host } = new URL(standby.url);
  const url = primary.url.replace(/(?<=@[^/]+)(?=\/)/, `,${host}`);
  const env = { DATABASE_URL: `${url}?target_session_attrs=read-write`, VALKEY_URL: await freshValkey(t) };
  const database = await openDatabase(parseConfig({ DATABASE_URL: env.DATABASE_URL }));
  const { key } = await addAccount(database, 'City shelter', Date.now(), TERMS);
  const quota = await addAccount(database, 'Friends', Date.now(), { perMinute: 1_000_000, perDay: 100 });
  await database.close();
  const services = [await serveProcess(t, env), await serveProcess(t, env)] as const;
  return { primary, standby, env, key, quota, services };
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Clients of all processes that add animals and order every second one, until `stop`. */
class Load {
  /** The name of each animal, and the animal of each order, as they were acknowledged last. */
  readonly pets = new Map<unknown, string>();
  readonly orders = new Map<unknown, unknown>();
  /** Ids that were acknowledged for two animals, or for two orders. */
  readonly twice: unknown[] = [];
  readonly #services: readonly Serving[];
  readonly #key: string;
  readonly #clients: Promise<unknown>;
  /** The clients that were refused. */
  readonly #refused = new Set<number>();
  #sent = 0;
  #isOver = false;

  constructor(services: readonly Serving[], key: string) {
    this.#services = services;
    this.#key = key;
    this.#clients = Promise.all(Array.from({ length: CLIENTS }, (_, client) => this.#run(client)));
  }

  /** Waits for more acknowledged animals. */
  async more(count: number): Promise<void> {
    const target = this.pets.size + count;
    await until(async () => this.pets.size >= target);
  }

  /** Waits until each client was refused: what it sent before has its response. */
  async refused(): Promise<void> {
    this.#refused.clear();
    await until(async () => this.#refused.size === CLIENTS);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#clients;
  }

  async #run(client: number): Promise<void> {
    const { url = '' } = this.#services[client % this.#services.length] ?? {};
    while (!this.#isOver) {
      this.#sent += 1;
      const name = `pet ${this.#sent}`;
      const id = await this.#add(`${url}/v1/pets`, { name, categoryId: 1, status: 'available' });
      if (id === undefined) {
        this.#refused.add(client);
        continue;
      }
      if (this.pets.has(id)) this.twice.push(id);
      this.pets.set(id, name);
      if (client % 2 === 0) continue;
      const order = await this.#add(`${url}/v1/store/orders`, { petId: Number(id) });
      if (order === undefined) continue;
      if (this.orders.has(order)) this.twice.push(order);
      this.orders.set(order, id);
    }
  }

  async #add(url: string, body: object): Promise<unknown> {
    const response = await send(url, { method: 'POST', key: this.#key, body }).catch(() => undefined);
    return response?.status === 201 ? at(response.json, 'id') : undefined;
  }
}

/** Follows the feed. */
class Follower {
  next = '/v1/events?limit=100';
  readonly #read: (path: string) => Promise<ApiResponse>;

  constructor(read: (path: string) => Promise<ApiResponse>) {
    this.#read = read;
  }

  async readToEnd(): Promise<void> {
    for (;;) {
      const response = await this.#read(this.next);
      assert.equal(response.status, 200, response.text);
      if (listOf(response).length === 0) return;
      this.next = nextOf(response) ?? '';
    }
  }
}

test('after a failover to a standby that lags, two processes assign no id twice, notify a follower, and go on', {
  skip: noValkey,
}, async (t) => {
  const { primary, standby, env, key, quota, services } = await start(t);
  const [one, other] = services;
  const api = (path: string, options: SendOptions = {}) => send(`${other.url}${path}`, { key, ...options });
  const load = new Load(services, key);
  await load.more(20);
  for (const { url } of services) assert.equal((await send(`${url}/v1/pets`, quota)).status, 200);
  // From here on the standby gets nothing. `pg_wal_replay_pause()` would not do: a promotion replays what was received.
  await query(standby.url, "alter system set primary_conninfo = ''");
  await query(standby.url, 'select pg_reload_conf()');
  await until(async () => (await query(standby.url, 'select from pg_stat_wal_receiver')).length === 0);
  await load.more(LOST);
  const follower = new Follower(api);
  await follower.readToEnd();

  await primary.stop('SIGQUIT');
  await load.refused();
  const before = new Map(load.pets);
  const highest = Math.max(...[...before.keys()].map(Number));
  await query(standby.url, 'select pg_promote()');
  const began = performance.now();
  await load.more(1);
  t.diagnostic(`writes succeeded ${Math.round(performance.now() - began)} ms after the promotion`);
  await load.more(60);
  await load.stop();

  assert.deepEqual(load.twice, []);
  const stored = new Map(
    (await readAll({ send: api }, key, '/v1/pets?limit=100')).map(({ id, name }) => [id, name]),
  );
  const after = [...load.pets].filter(([id]) => !before.has(id));
  const lost = [...before].filter(([id]) => !stored.has(id));
  assert.ok(lost.length >= LOST - CLIENTS, `${lost.length} animals were lost`);
  for (const [id, name] of after) {
    assert.ok(Number(id) > highest + 1_000, `${id}`);
    assert.equal(stored.get(id), name);
  }
  // Both processes serve, agree and say so, and only one skips ids.
  const lines = services.map(({ err }) => err().match(/another PostgreSQL has taken over[^"]*/g) ?? []);
  assert.deepEqual(
    lines.map(({ length }) => length),
    [1, 1],
    services.map(({ err }) => err()).join('\n'),
  );
  assert.equal(lines.flat().filter((line) => /The ids that they may have were skipped/.test(line)).length, 1);
  assert.equal((await query(standby.url, 'select from accepted_servers')).length, 2);
  for (const { url } of services)
    assertError(await send(`${url}${follower.next}`, { key }), 410, 'events_expired');
  // The whole feed has what the lists have.
  const events = await readAll({ send: api }, key, '/v1/events?limit=100');
  const added = events.filter(({ type }) => type === 'pet.created').map(({ pet }) => at(pet, 'id'));
  assert.deepEqual(new Set(added), new Set(stored.keys()));
  assert.equal(added.length, stored.size);
  // Every hold that is left is exclusive, and is of the order that was acknowledged.
  const orders = await readAll({ send: api }, key, '/v1/store/orders?limit=100');
  assert.equal(new Set(orders.map(({ petId }) => petId)).size, orders.length);
  for (const [id, petId] of load.orders) {
    if (!stored.has(petId)) continue;
    const order = orders.find((found) => found.id === id);
    if (order !== undefined) assert.equal(order.petId, petId);
    else assert.ok(before.has(petId), `order ${id} is of an animal from after the failover`);
  }
  const [held] = orders;
  const again = await api('/v1/store/orders', { method: 'POST', body: { petId: Number(held?.petId) } });
  assertError(again, 409, 'pet_not_available');
  // Valkey has counted on.
  const { headers } = await send(`${one.url}/v1/pets`, quota);
  assert.equal(headers.get('x-ratelimit-remaining'), '97');

  await t.test('no process writes to the former primary when it is back', async (t) => {
    await primary.start();
    const add = ({ url }: Serving) =>
      send(`${url}/v1/pets`, { method: 'POST', key, body: { name: 'Late', categoryId: 1 } });
    for (const serving of [...services, await serveProcess(t, env)]) {
      const response = await add(serving);
      assert.equal(response.status, 201, response.text);
    }
    // They have recorded it in the former primary, for a process that knows only that one.
    const fence = 'select from accepted_servers where timeline = 2';
    await until(async () => (await query(primary.url, fence)).length === 1);
    const command = startPetstore(t, ['accounts', 'create', 'Late', '--plan', 'free'], {
      DATABASE_URL: primary.url,
    });
    const { status, err } = await command.ended;
    assert.equal(status, 1);
    assert.match(err, /A standby has taken over from this PostgreSQL/);
  });

  await t.test('instance locks do not stay on a former primary that still runs', async () => {
    await standby.stop('SIGQUIT');
    await until(() => isPostgresServed(primary.url));
    await standby.start();
    await until(async () => !(await isPostgresServed(primary.url)));
    await until(() => isPostgresServed(standby.url));
  });
});
