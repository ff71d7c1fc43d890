import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readAll } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startProxy } from '@petstore/testing/http/proxy.ts';
import { send } from '@petstore/testing/http/send.ts';
import { serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { startPostgres } from '@petstore/testing/servers/postgres-server.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { SECOND } from '../../../src/core/clock.ts';

/** PostgreSQL stopped, or standing still, under a service that goes on. */

const UNLIMITED = { perMinute: 1_000_000, perDay: 1_000_000_000, role: 'manager' } as const;
const CLIENTS = 16;

async function begin(t: TestContext) {
  const server = await startPostgres({ durable: true });
  t.after(() => server.remove());
  return { server, ...(await beginAt(t, server.url)) };
}

async function beginAt(t: TestContext, store: string) {
  const service = await startService(t, { store });
  const { key } = await service.account(UNLIMITED);
  return { service, key };
}

/** Clients that add pets one after the other, whatever they are answered, until they are told to stop. */
class Load {
  readonly acknowledged = new Set<unknown>();
  readonly refused: ApiResponse[] = [];
  longestMs = 0;
  readonly #service: TestService;
  readonly #key: string;
  #isOver = false;
  readonly #clients: Promise<unknown>;

  constructor(service: TestService, key: string) {
    this.#service = service;
    this.#key = key;
    this.#clients = Promise.all(Array.from({ length: CLIENTS }, () => this.#addPets()));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#clients;
  }

  async #addPets(): Promise<void> {
    while (!this.#isOver) {
      const began = performance.now();
      const body = { name: 'Frank', categoryId: 1 };
      const answer = await this.#service.send('/v1/pets', { method: 'POST', key: this.#key, body });
      this.longestMs = Math.max(this.longestMs, performance.now() - began);
      if (answer.status === 201) this.acknowledged.add(at(answer.json, 'id'));
      else this.refused.push(answer);
    }
  }
}

test('PostgreSQL stopped and started under load: 503 meanwhile, then it goes on, and nothing is lost or half done', async (t) => {
  const { server, service, key } = await begin(t);
  const load = new Load(service, key);
  for (const round of [1, 2]) {
    const before = load.acknowledged.size;
    await until(async () => load.acknowledged.size >= before + 50);
    // Once as it is shut down, once as it crashes.
    await server.stop(round === 1 ? 'SIGINT' : 'SIGQUIT');
    const refused = load.refused.length;
    await until(async () => load.refused.length >= refused + 50);
    assert.equal((await service.send('/readyz')).status, 503);
    assert.equal((await service.send('/healthz')).status, 200);
    await server.start();
    const after = load.acknowledged.size;
    await until(async () => load.acknowledged.size >= after + 50);
  }
  await load.stop();
  assert.equal((await service.send('/readyz')).status, 200);
  for (const answer of load.refused) {
    assertError(answer, 503, 'service_unavailable');
    assert.ok(Number(answer.headers.get('retry-after')) >= 1);
    assert.match(answer.headers.get('x-ratelimit-remaining') ?? '', /^\d+$/);
  }
  const pets = new Set((await readAll(service, key, '/v1/pets?limit=100')).map(({ id }) => id));
  for (const id of load.acknowledged) assert.ok(pets.has(id), `pet ${id} was acknowledged`);
  const told = await readAll(service, key, '/v1/events?limit=100');
  assert.deepEqual(new Set(told.map(({ pet }) => at(pet, 'id'))), pets);
  t.diagnostic(`the longest answer took ${Math.round(load.longestMs)} ms`);
});

test('while nobody can say whether a key is valid the answer is 503 with the headers of the address', async (t) => {
  const { server, service, key } = await begin(t);
  assert.equal((await service.send('/v1/pets', { key })).status, 200);
  await server.stop();
  service.clock.advance(SECOND);
  const answer = await service.send('/v1/pets', { key });
  assertError(answer, 503, 'service_unavailable');
  assert.equal(answer.headers.get('x-ratelimit-limit'), '300');
  await server.start();
  assert.equal((await service.send('/v1/pets', { key })).status, 200);
});

test('SIGTERM ends the process within 10 s, although PostgreSQL says nothing', async (t) => {
  const proxy = await startProxy(t, await freshStore(t));
  const serving = await serveProcess(t, { DATABASE_URL: proxy.url });
  assert.equal((await send(`${serving.url}/readyz`)).status, 200);
  proxy.setMode('silent');
  const asked = performance.now();
  serving.kill('SIGTERM');
  assert.equal((await serving.ended).status, 0);
  assert.ok(performance.now() - asked < 10_000);
});

test('a PostgreSQL that stands still is answered for within seconds, and used again when it goes on', async (t) => {
  const proxy = await startProxy(t, await freshStore(t));
  const { service, key } = await beginAt(t, proxy.url);
  assert.equal((await service.send('/v1/pets', { key })).status, 200);
  proxy.setMode('silent');
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 40 }, () => service.send('/v1/pets', { key })));
  const ms = performance.now() - began;
  for (const answer of answers) assertError(answer, 503, 'service_unavailable');
  assert.equal((await service.send('/readyz')).status, 503);
  proxy.setMode('forward');
  await until(async () => (await service.send('/v1/pets', { key })).status === 200);
  t.diagnostic(`the longest answer took ${Math.round(ms)} ms`);
  assert.ok(ms < 10_000);
});
