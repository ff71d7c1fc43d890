import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { exchange, type RawRequest, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService } from '@petstore/testing/service.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { REQUESTS } from '../sample-requests.ts';
import { OPERATIONS } from './published-operations.ts';

/** Whatever a caller sends, the service goes nowhere by it: no socket, no program, no thread is opened for a request. */

const OPENINGS = ['net.client.socket', 'udp.socket', 'child_process', 'worker_threads'];

/** What this process opens from now on, by the runtime's own channels. */
function watchOpenings(t: TestContext): string[] {
  const opened: string[] = [];
  const note = (_message: unknown, name: string | symbol) => void opened.push(String(name));
  for (const channel of OPENINGS) {
    subscribe(channel, note);
    t.after(() => unsubscribe(channel, note));
  }
  return opened;
}

/** An address on which somebody waits to be called. */
async function setTrap(t: TestContext) {
  let callers = 0;
  const trap = createServer((socket) => {
    callers += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  t.after(() => trap.close());
  await once(trap, 'listening');
  const { port } = trap.address() as AddressInfo; // a TCP server has no other kind
  return { address: `127.0.0.1:${port}`, callers: () => callers };
}

/** Headers by which servers of other kinds are led elsewhere. */
function leadingTo(trap: string): string[] {
  const names = ['X-Forwarded-Host', 'X-Forwarded-For', 'X-Original-URL', 'X-Rewrite-URL'];
  const urls = ['Origin', 'Referer', 'Location', 'Destination', 'X-Callback-Url', 'X-Wap-Profile', 'Link'];
  return [
    ...names.map((name) => `${name}: ${trap}`),
    ...urls.map((name) => `${name}: http://${trap}/`),
    `Forwarded: for=${trap};host=${trap};proto=http`,
  ];
}

/** The same request, with the trap's address wherever else there is room for one. */
function baited(trap: string, request: RawRequest): RawRequest {
  const { path = '/v1/pets', headers = [] } = request;
  const query = `url=http://${trap}/&callback=http://${trap}/`;
  return {
    ...request,
    path: `${path}${path.includes('?') ? '&' : '?'}${query}`,
    headers: [...headers, ...leadingTo(trap)],
  };
}

/** Requests whose own values are addresses. */
function withAddresses(trap: string, key: string): RawRequest[] {
  const url = `http://${trap}/`;
  const headers = ['Content-Type: application/json'];
  return [
    {
      method: 'POST',
      path: '/v1/pets',
      key,
      headers,
      body: JSON.stringify({ name: url, categoryId: 1, photo: url }),
    },
    { method: 'PATCH', path: '/v1/pets/1', key, headers, body: JSON.stringify({ name: url, webhook: url }) },
    {
      method: 'POST',
      path: '/v1/store/orders',
      key,
      headers,
      body: JSON.stringify({ petId: 4, reference: url, callbackUrl: url }),
    },
    { path: `/v1/pets/${encodeURIComponent(url)}`, key },
    { path: `/v1/events?after=${encodeURIComponent(url)}`, key },
    { path: url, key },
  ];
}

test('opens no socket, process or thread for a request, whatever address it contains', async (t) => {
  const service = await startService(t, { store: sqliteIn(await temporaryFolder(t)) });
  const [{ key: good }, reader] = [await service.account(), await service.account({ role: 'reader' })];
  const spent = await service.account({ perMinute: 1 });
  for (let pets = 0; pets < 4; pets += 1) await addPet(service, good);
  await placeOrder(service, good, 2);
  const keys = { good, reader: reader.key, spent: spent.key };
  const { address, callers } = await setTrap(t);
  const pages = ['/', '/docs/', '/docs/js/scalar.js', '/openapi.json', '/healthz', '/readyz'];
  const requests: RawRequest[] = [
    ...OPERATIONS.flatMap(({ id }) => REQUESTS[id]?.(keys) ?? []),
    ...withAddresses(address, good),
    ...pages.map((path) => ({ path, headers: ['Connection: close'] })),
  ];
  const opened = watchOpenings(t);
  const statuses = new Set<number>();
  for (const request of requests) {
    const { status } = await exchange(service.url, rawRequest(baited(address, request)), request.method);
    statuses.add(status);
  }
  // The one socket of each request is this test's own.
  assert.deepEqual(opened, Array(requests.length).fill('net.client.socket'));
  assert.equal(callers(), 0);
  for (const status of [200, 201, 204, 400, 401, 403, 404, 409]) assert.ok(statuses.has(status), `${status}`);
  const { hostname, port } = new URL(`http://${address}`);
  await once(connect(Number(port), hostname), 'close');
  assert.equal(opened.length, requests.length + 1, 'an opening would have been seen');
  assert.equal(callers(), 1, 'a caller would have been seen');
});
