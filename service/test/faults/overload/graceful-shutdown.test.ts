// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { assertError, assertQuotaHeaders } from '@petstore/testing/http/expect-response.ts';
import { exchange, RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { silent, startHostileHost } from '@petstore/testing/servers/hostile-host.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { openStore, temporaryStore } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';
import { MAX_SHUTDOWN_MS } from '../../../src/platform/http/graceful-shutdown.ts';
import { ALLOWED } from '../../api/webhooks/receiver.ts';

/** "SIGTERM loses nothing": what the service does between the signal and its end. */

const FRANK = '{"name":"Frank","categoryId":1}';
const POST = ['Content-Type: application/json', `Content-Length: ${FRANK.length}`];

/** Asserts that a shutdown does not end only because it stops waiting for requests. */
async function assertPrompt(shutdown: Promise<void>): Promise<void> {
  const start = performance.now();
  await shutdown;
  const ms = performance.now() - start;
  assert.ok(ms < MAX_SHUTDOWN_MS, `the shutdown took ${ms} ms`);
}

/** Opens a connection that the service has accepted, and that sends nothing yet. */
async function openConnection(service: TestService): Promise<RawConnection> {
  const accepted = once(service.app.server, 'connection');
  const connection = await RawConnection.open(service.url);
  await accepted;
  return connection;
}

/** Resolves when new connections are refused. */
function refused(url: string): Promise<void> {
  return until(() =>
    exchange(url, rawRequest({})).then(
      () => false,
      () => true,
    ),
  );
}

/** Sends the beginning of a POST with a key that the service has cached, and waits until the service has started it. */
async function postInFlight(service: TestService, key: string): Promise<RawConnection> {
  assert.equal((await service.send('/v1/pets', { key })).status, 200);
  return freshPostInFlight(service, key);
}

/** Does the same with a key that the service must look up. */
async function freshPostInFlight(service: TestService, key: string): Promise<RawConnection> {
  const taken = once(service.app.server, 'request');
  const connection = await RawConnection.open(service.url);
  connection.write(rawRequest({ method: 'POST', key, headers: POST }) + FRANK.slice(0, 9));
  await taken;
  return connection;
}

test('new requests on open connections are 503 while those in flight get complete responses, and new connections are refused', async (t) => {
  const store = await temporaryStore(t);
  const service = await startService(t, { store });
  const { key } = await service.account();
  const targets = [
    ['GET', '/readyz'],
    ['GET', '/v1/pets'],
    ['POST', '/v1/pets'],
    ['GET', '/v1/nothing'],
  ] as const;
  const open = await Promise.all(targets.map(() => openConnection(service)));
  const inFlight = await postInFlight(service, key);
  const drained = service.drain();
  await refused(service.url);

  for (const [index, [method, path]] of targets.entries()) {
    const connection = open[index];
    connection?.write(rawRequest({ method, path, key }));
    const response = await connection?.readResponse();
    assert.equal(response?.status, 503);
    assert.match(response.text, /shutting down/);
    assert.equal(response.headers.get('connection'), 'close');
    assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    if (path !== '/readyz') assertQuotaHeaders(response, service.clock.now());
  }

  inFlight.write(FRANK.slice(9));
  assert.equal((await inFlight.readResponse()).text, '{"id":1,"name":"Frank","categoryId":1}');
  await drained;
  const pets = await (await openStore(t, store)).read.selectFrom('pets').select('name').execute();
  assert.deepEqual(pets, [{ name: 'Frank' }]);
});

test('behind a proxy, requests on open connections are served, and each response closes its connection', async (t) => {
  const service = await startService(t, { env: { TRUST_PROXY: '127.0.0.1' } });
  const { key } = await service.account();
  const [reader, writer, probe] = [
    await openConnection(service),
    await openConnection(service),
    await openConnection(service),
  ];
  const drained = service.drain();
  await refused(service.url);
  reader.write(rawRequest({ path: '/v1/pets', key }));
  writer.write(rawRequest({ method: 'POST', key, headers: POST }) + FRANK);
  probe.write(rawRequest({ path: '/readyz' }));
  const responses = await Promise.all([reader, writer, probe].map((connection) => connection.readResponse()));
  assert.deepEqual(
    responses.map(({ status, headers }) => [status, headers.get('connection')]),
    [
      [200, 'close'],
      [201, 'close'],
      [503, 'close'],
    ],
  );
  await assertPrompt(drained);
});

test('behind a proxy, a service ends although a connection is not used', async (t) => {
  const service = await startService(t, { env: { TRUST_PROXY: '127.0.0.1' } });
  const idle = await openConnection(service);
  await assertPrompt(service.drain());
  assert.equal(await idle.rest(), '');
});

test('a request that arrived before the signal is served, although its key lookup ends after it', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const inFlight = await freshPostInFlight(service, key);
  const drained = service.drain();
  inFlight.write(FRANK.slice(9));
  assert.equal((await inFlight.readResponse()).status, 201);
  await drained;
});

test('a service with idle keep-alive connections ends promptly, and its port is free', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const idle = await Promise.all(Array.from({ length: 5 }, () => RawConnection.open(service.url)));
  for (const connection of idle) {
    connection.write(rawRequest({ key }));
    assert.equal((await connection.readResponse()).status, 200);
  }
  await assertPrompt(service.drain());
  for (const connection of idle) assert.equal(await connection.rest(), '');
  await assert.rejects(exchange(service.url, rawRequest({ key })), /ECONNREFUSED/);
});

test('a service ends promptly when the client of its request in flight disconnects', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const inFlight = await postInFlight(service, key);
  const drained = assertPrompt(service.drain());
  inFlight.close();
  await drained;
});

test('the requests counted before a shutdown still count after the next start', async (t) => {
  const store = await temporaryStore(t);
  const first = await startService(t, { store });
  const { key } = await first.account({ perMinute: 50 });
  for (let sent = 0; sent < 3; sent += 1) await first.send('/v1/pets', { key });
  await first.drain();
  const second = await startService(t, { store, clock: first.clock });
  const response = await second.send('/v1/pets', { key });
  assert.equal(response.headers.get('x-ratelimit-remaining'), '46');
});

test('a shutdown waits two seconds for all hosts that do not answer, and requests for which it waits get an answer', async (t) => {
  const service = await startService(t, { env: ALLOWED });
  const { key } = await service.account({ role: 'admin' });
  const host = await startHostileHost(t, silent);
  const post = (path: string, body: object) => service.send(path, { method: 'POST', key, body });
  const url = `http://127.0.0.1:${host.port}/`;
  assert.equal((await post('/v1/webhooks', { url })).status, 201);
  assert.equal((await post('/v1/partners', { url: url.slice(0, -1) })).status, 201);
  const settings = { host: '127.0.0.1', port: host.port, security: 'none', from: 'a@b.example' };
  const set = await service.send('/v1/settings/email', { method: 'PUT', key, body: settings });
  assert.equal(set.status, 200, set.text);
  const sending = post('/v1/webhooks/1/test', {});
  const testing = post('/v1/settings/test-email', { to: 'c@d.example' });
  await host.reached(2);
  const start = performance.now();
  await service.drain();
  assert.ok(performance.now() - start < 5 * SECOND);
  assertError(await sending, 503, 'result_unknown');
  assert.match((await testing).text, /"sent":false/);
});
