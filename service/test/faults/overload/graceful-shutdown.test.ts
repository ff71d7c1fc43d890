// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { assertError, assertQuotaHeaders } from '@petstore/testing/http/expect-response.ts';
import { exchange, RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { openStore, temporaryStore } from '@petstore/testing/stores.ts';
import { listPets } from '../../../src/pets/pet-store.ts';

/** "SIGTERM loses nothing": what the service does from the signal until it has ended. */

const FRANK = '{"name":"Frank","categoryId":1}';
const POST = ['Content-Type: application/json', `Content-Length: ${FRANK.length}`];

/** A POST that the service has taken up and whose body is still to come, with a key that it knows already. */
async function postInFlight(service: TestService, key: string): Promise<RawConnection> {
  assert.equal((await service.send('/v1/pets', { key })).status, 200);
  return freshPostInFlight(service, key);
}

/** The same with a key that is still to be looked up. */
async function freshPostInFlight(service: TestService, key: string): Promise<RawConnection> {
  const taken = once(service.app.server, 'request');
  const connection = await RawConnection.open(service.url);
  connection.write(rawRequest({ method: 'POST', key, headers: POST }) + FRANK.slice(0, 9));
  await taken;
  return connection;
}

test('while requests in flight end, /readyz says so and /v1 turns new ones away', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const inFlight = await postInFlight(service, key);
  const drained = service.drain();

  const ready = await service.send('/readyz');
  assert.equal(ready.status, 503);
  assert.match(ready.text, /shutting down/);
  assert.equal((await service.send('/healthz')).status, 200);
  for (const [path, method] of [
    ['/v1/pets', 'GET'],
    ['/v1/pets', 'POST'],
    ['/v1/pets/1', 'GET'],
    ['/v1/nothing', 'GET'],
  ] as const) {
    const answer = await service.send(path, { method, key });
    assertError(answer, 503, 'service_unavailable');
    assertQuotaHeaders(answer, service.clock.now());
    assert.equal(answer.headers.get('connection'), 'close');
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  }
  assertError(await service.send('/v1/pets'), 401, 'missing_api_key');

  inFlight.write(FRANK.slice(9));
  assert.equal((await inFlight.readResponse()).status, 201);
  await drained;
});

test('a request in flight is answered in full, and what it added is in the store', async (t) => {
  const store = await temporaryStore(t);
  const service = await startService(t, { store });
  const { key } = await service.account();
  const inFlight = await postInFlight(service, key);
  const drained = service.drain();
  inFlight.write(FRANK.slice(9));
  const answer = await inFlight.readResponse();
  assert.equal(answer.status, 201);
  assert.equal(answer.text, '{"id":1,"name":"Frank","categoryId":1}');
  await drained;

  const database = await openStore(t, store);
  const pets = await listPets(database.read, { order: 'oldest first', limit: 10 });
  assert.deepEqual(pets, [{ id: 1n, name: 'Frank', categoryId: 1n }]);
});

test('a request that came before the signal is not turned away, although its key was still being looked up', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const inFlight = await freshPostInFlight(service, key);
  const drained = service.drain();
  inFlight.write(FRANK.slice(9));
  assert.equal((await inFlight.readResponse()).status, 201);
  await drained;
});

test('when nothing is in flight it ends at once, and its port is free', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  assert.equal((await service.send('/v1/pets', { key })).status, 200);
  await service.drain();
  await assert.rejects(exchange(service.url, rawRequest({ key })), /ECONNREFUSED/);
});

test('connections that are kept alive do not keep it from ending', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const idle = await Promise.all(Array.from({ length: 5 }, () => RawConnection.open(service.url)));
  for (const connection of idle) {
    connection.write(rawRequest({ key }));
    assert.equal((await connection.readResponse()).status, 200);
  }
  await service.drain();
  for (const connection of idle) assert.equal(await connection.rest(), '');
});

test('a client that goes away while its request is in flight does not keep it from ending', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const inFlight = await postInFlight(service, key);
  const drained = service.drain();
  inFlight.close();
  await drained;
});

test('what was counted until the end is known after the next start', async (t) => {
  const store = await temporaryStore(t);
  const first = await startService(t, { store });
  const { key } = await first.account({ perMinute: 50 });
  for (let sent = 0; sent < 3; sent += 1) await first.send('/v1/pets', { key });
  await first.drain();
  const second = await startService(t, { store, clock: first.clock });
  const answer = await second.send('/v1/pets', { key });
  assert.equal(answer.headers.get('x-ratelimit-remaining'), '46');
});
