// Runs in a process of its own.
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { UNLIMITED } from '@petstore/testing/accounts.ts';
import { readAll } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startProxy } from '@petstore/testing/http/proxy.ts';
import { send } from '@petstore/testing/http/send.ts';
import { serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { startPostgres } from '@petstore/testing/servers/postgres-server.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';

/** A service whose PostgreSQL is stopped or does not respond. */

const TERMS = { ...UNLIMITED, role: 'manager' } as const;
const CLIENTS = 16;

async function startOn(t: TestContext, store: string) {
  const service = await startService(t, { store });
  const { key } = await service.account(TERMS);
  return { service, key };
}

/** Concurrent clients that add pets until `stop`, whatever the responses. */
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
      const response = await this.#service.send('/v1/pets', { method: 'POST', key: this.#key, body });
      this.longestMs = Math.max(this.longestMs, performance.now() - began);
      if (response.status === 201) this.acknowledged.add(at(response.json, 'id'));
      else this.refused.push(response);
    }
  }
}

test('writes are 503 while PostgreSQL is stopped, succeed after its start, and no acknowledged write is lost or half done', async (t) => {
  const server = await startPostgres({ durable: true });
  t.after(() => server.remove());
  const { service, key } = await startOn(t, server.url);
  const load = new Load(service, key);
  for (const round of [1, 2]) {
    const before = load.acknowledged.size;
    await until(async () => load.acknowledged.size >= before + 50);
    // First a clean shutdown, then a crash.
    await server.stop(round === 1 ? 'SIGINT' : 'SIGQUIT');
    const refused = load.refused.length;
    await until(async () => load.refused.length >= refused + 50);
    // The result of the last probe is cached for a moment.
    service.clock.advance(SECOND);
    assert.equal((await service.send('/readyz')).status, 503);
    assert.equal((await service.send('/healthz')).status, 200);
    // The key cannot be looked up, so that the quota is that of the address.
    const unknown = await service.send('/v1/pets', { key });
    assertError(unknown, 503, 'service_unavailable');
    assert.equal(unknown.headers.get('x-ratelimit-limit'), '300');
    await server.start();
    const after = load.acknowledged.size;
    await until(async () => load.acknowledged.size >= after + 50);
  }
  await load.stop();
  service.clock.advance(SECOND);
  assert.equal((await service.send('/readyz')).status, 200);
  for (const response of load.refused) {
    // A commit may have been sent when the server stopped.
    const isUnknown = at(response.json, 'code') === 'result_unknown';
    assertError(response, 503, isUnknown ? 'result_unknown' : 'service_unavailable');
    assert.ok(Number(response.headers.get('retry-after')) >= 1);
    assert.match(response.headers.get('x-ratelimit-remaining') ?? '', /^\d+$/);
  }
  const pets = new Set((await readAll(service, key, '/v1/pets?limit=100')).map(({ id }) => id));
  for (const id of load.acknowledged) assert.ok(pets.has(id), `pet ${id} was acknowledged`);
  const events = await readAll(service, key, '/v1/events?limit=100');
  assert.deepEqual(new Set(events.map(({ pet }) => at(pet, 'id'))), pets);
  t.diagnostic(`the longest response took ${Math.round(load.longestMs)} ms`);
});

// Concurrently, because they mostly wait.
suite('a PostgreSQL that does not respond', { concurrency: true }, () => {
  test('SIGTERM ends the process within 10 s while PostgreSQL does not respond', async (t) => {
    const proxy = await startProxy(t, await freshStore(t));
    const serving = await serveProcess(t, { DATABASE_URL: proxy.url });
    assert.equal((await send(`${serving.url}/readyz`)).status, 200);
    proxy.setMode('silent');
    serving.kill('SIGTERM');
    // At the latest its timer of 9.5 s ends it.
    assert.equal((await serving.ended).status, 0);
  });

  test('requests are 503 within 10 s while PostgreSQL does not respond, and succeed when it responds again', async (t) => {
    const proxy = await startProxy(t, await freshStore(t));
    const { service, key } = await startOn(t, proxy.url);
    assert.equal((await service.send('/v1/pets', { key })).status, 200);
    proxy.setMode('silent');
    const began = performance.now();
    const responses = await Promise.all(Array.from({ length: 40 }, () => service.send('/v1/pets', { key })));
    const ms = performance.now() - began;
    for (const response of responses) assertError(response, 503, 'service_unavailable');
    assert.equal((await service.send('/readyz')).status, 503);
    proxy.setMode('forward');
    await until(async () => (await service.send('/v1/pets', { key })).status === 200);
    t.diagnostic(`the longest response took ${Math.round(ms)} ms`);
    assert.ok(ms < 10_000);
  });
});
