// Runs in a process of its own.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { rawRequest } from '@petstore/testing/http/raw-http.ts';
import { send } from '@petstore/testing/http/send.ts';
import { noProcFiles } from '@petstore/testing/processes/proc-files.ts';
import { until } from '@petstore/testing/until.ts';
import { clientAddress, enterOwnNetwork } from '../namespaces/network-namespace.ts';
import { Growth, type MeasuredService, MIB, serveMeasured } from './measured-service.ts';
import { addPetsWithLongNames, openPolite, SlowReaders } from './slow-readers.ts';

/** Clients on a network with an MTU of 1,500 that read slowly or not at all, and too many connections. */

const skip = noProcFiles || enterOwnNetwork();

/** Their responses have 120 MB. */
const CONNECTIONS = 300;
/** The budget for unread responses (64 MiB), and what the connections and the making of pages take. */
const MAX_GROWTH = 250 * MIB;
/** Of the other account's requests; the pages are still being made. */
const MAX_MEDIAN_MS = 200;
/** If each had a copy of openapi.json, they would take far more than the budget. */
const CONNECTIONS_WITHOUT_KEY = 1_000;

function serve(t: TestContext, env: Record<string, string> = {}): Promise<MeasuredService> {
  return serveMeasured(t, { HOST: '0.0.0.0', ...env });
}

test('unread responses stay within their memory budget, and another account is served as before', {
  skip,
}, async (t) => {
  const service = await serve(t);
  await addPetsWithLongNames(service);
  const medianOf = await openPolite(t, service);
  const before = await medianOf(20);
  const growth = new Growth(service);
  const request = rawRequest({ path: '/v1/events?limit=100', key: service.key });
  const [used, files] = [await service.used(), service.openFiles()];
  for (let opened = 0; opened < CONNECTIONS; opened += 1) {
    const addressOf = () => clientAddress(opened);
    await SlowReaders.open(t, { url: service.url, count: 1, addressOf, requestOf: () => request });
    await medianOf(1);
    // So that the next one gets a page of its own: readers of the same page share it.
    const body = { name: 'Frank', categoryId: 1 };
    const added = await send(`${service.url}/v1/pets`, { method: 'POST', key: service.key, body });
    assert.equal(added.status, 201);
  }
  await until(async () => {
    growth.look();
    await medianOf(1);
    return (await service.used()) >= used + CONNECTIONS;
  });
  const during = await medianOf(20);
  growth.look();
  const open = service.openFiles() - files;
  t.diagnostic(`${open} of ${CONNECTIONS} are still open, ${growth}`);
  t.diagnostic(
    `median of another account: ${before.toFixed(1)} ms before, ${during.toFixed(1)} ms beside them`,
  );
  assert.ok(open < CONNECTIONS, `${open} are open`);
  assert.ok(growth.look() < MAX_GROWTH, String(growth));
  assert.ok(during < MAX_MEDIAN_MS, `${during} ms instead of ${before} ms`);
  assert.match(service.err(), /"reason":"unread_memory"/);
});

test('connections without a key that leave /openapi.json unread share one copy of it', {
  skip,
}, async (t) => {
  const service = await serve(t);
  const medianOf = await openPolite(t, service);
  await medianOf(20);
  const growth = new Growth(service);
  const requestOf = () => rawRequest({ path: '/openapi.json' });
  await SlowReaders.open(t, { url: service.url, count: CONNECTIONS_WITHOUT_KEY, requestOf });
  const during = await medianOf(20);
  t.diagnostic(`${growth}, median of another account: ${during.toFixed(1)} ms`);
  assert.ok(growth.look() < MAX_GROWTH, String(growth));
  assert.ok(during < MAX_MEDIAN_MS, `${during} ms`);
});

test('limits the connections of one client address, and serves other addresses and the loopback address', {
  skip,
}, async (t) => {
  const limits = { MAX_CONNECTIONS_PER_ADDRESS: '50', MAX_CONNECTIONS: '300' };
  const service = await serve(t, limits);
  const medianOf = await openPolite(t, service);
  await medianOf(5);
  const files = service.openFiles();
  const options = { url: service.url, requestOf: () => rawRequest({ path: '/healthz' }) };
  await SlowReaders.open(t, { ...options, count: 70, addressOf: () => clientAddress(1) });
  await medianOf(5);
  await until(async () => service.openFiles() === files + 50);
  await SlowReaders.open(t, { ...options, count: 50, addressOf: () => clientAddress(2) });
  await SlowReaders.open(t, { ...options, count: 100, addressOf: () => '127.0.0.1' });
  await medianOf(5);
  await until(async () => service.openFiles() === files + 200);
  assert.match(service.err(), /"reason":"address_limit"/);
});
