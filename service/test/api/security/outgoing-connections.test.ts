// Runs in npm run test:all only.
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

/** No request makes the service open a socket, a process or a thread. */

const OPENINGS = ['net.client.socket', 'udp.socket', 'child_process', 'worker_threads'];

/** Records what this process opens, by the diagnostics channels of Node.js. */
function recordOpenings(t: TestContext): string[] {
  const opened: string[] = [];
  const note = (_message: unknown, name: string | symbol) => void opened.push(String(name));
  for (const channel of OPENINGS) {
    subscribe(channel, note);
    t.after(() => unsubscribe(channel, note));
  }
  return opened;
}

/** Starts a server that counts connections. */
async function startTrap(t: TestContext) {
  let connections = 0;
  const trap = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  t.after(() => trap.close());
  await once(trap, 'listening');
  const { port } = trap.address() as AddressInfo; // a TCP server has no other kind
  return { address: `127.0.0.1:${port}`, connections: () => connections };
}

/** Headers that make some servers connect to an address. */
function trapHeaders(trap: string): string[] {
  const names = ['X-Forwarded-Host', 'X-Forwarded-For', 'X-Original-URL', 'X-Rewrite-URL'];
  const urls = ['Origin', 'Referer', 'Location', 'Destination', 'X-Callback-Url', 'X-Wap-Profile', 'Link'];
  return [
    ...names.map((name) => `${name}: ${trap}`),
    ...urls.map((name) => `${name}: http://${trap}/`),
    `Forwarded: for=${trap};host=${trap};proto=http`,
  ];
}

/** Adds the address of the trap to the headers of a request. */
function withTrapHeaders(trap: string, request: RawRequest): RawRequest {
  return { ...request, headers: [...(request.headers ?? []), ...trapHeaders(trap)] };
}

/** Adds the address of the trap to the query of a request, for which most operations refuse it. */
function withTrapQuery(trap: string, request: RawRequest): RawRequest {
  const { path = '/v1/pets' } = request;
  return {
    ...request,
    path: `${path}${path.includes('?') ? '&' : '?'}url=http://${trap}/&callback=http://${trap}/`,
  };
}

/** Requests whose values are addresses. */
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
  const [{ key: valid }, reader] = [await service.account(), await service.account({ role: 'reader' })];
  const exhausted = await service.account({ perMinute: 1 });
  for (let pets = 0; pets < 4; pets += 1) await addPet(service, valid);
  await placeOrder(service, valid, 2);
  const manager = await service.account({ role: 'manager' });
  const admin = await service.account({ role: 'admin' });
  const keys = {
    valid,
    manager: manager.key,
    admin: admin.key,
    reader: reader.key,
    exhausted: exhausted.key,
  };
  const { address, connections } = await startTrap(t);
  const pages = ['/', '/docs/', '/docs/js/scalar.js', '/openapi.json', '/healthz', '/readyz'];
  const ofOperations = OPERATIONS.map(({ id }) => REQUESTS[id]?.(keys) ?? []);
  const requests: RawRequest[] = [
    // The first of an operation is valid.
    ...ofOperations.flatMap(([request = {}]) => withTrapQuery(address, request)),
    ...[
      ...ofOperations.flat(),
      ...withAddresses(address, valid),
      ...pages.map((path) => ({ path, headers: ['Connection: close'] })),
    ].map((request) => withTrapHeaders(address, request)),
  ];
  const opened = recordOpenings(t);
  const statuses = new Set<number>();
  for (const request of requests) {
    const { status } = await exchange(service.url, rawRequest(request), request.method);
    statuses.add(status);
  }
  // Each request opens one socket: the client's.
  assert.deepEqual(opened, Array(requests.length).fill('net.client.socket'));
  assert.equal(connections(), 0);
  for (const status of [200, 201, 204, 400, 401, 403, 404, 409]) assert.ok(statuses.has(status), `${status}`);
  const { hostname, port } = new URL(`http://${address}`);
  await once(connect(Number(port), hostname), 'close');
  assert.equal(opened.length, requests.length + 1, 'an opening is recorded');
  assert.equal(connections(), 1, 'the trap counts connections');
});
