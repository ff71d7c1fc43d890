// Runs in a process of its own.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { rawRequest } from '@petstore/testing/http/raw-http.ts';
import { noProcFiles } from '@petstore/testing/processes/proc-files.ts';
import { noValkey } from '@petstore/testing/servers/valkey-server.ts';
import { clientAddress, enterOwnNetwork, noOtherUser } from '../faults/namespaces/network-namespace.ts';
import { Growth, type MeasuredService, MIB, serveMeasured } from '../faults/overload/measured-service.ts';
import { addPetsWithLongNames, PoliteClient, SlowReaders } from '../faults/overload/slow-readers.ts';
import { serveThreeProcesses } from './three-processes.ts';

/** Thousands of clients that read nothing, on a network with an MTU of 1,500, beside a client of another account. */

const skip = noProcFiles || enterOwnNetwork();

const BATCH = 100;
/** Of the other account's requests; the pages of the attack are still being made. */
const MAX_MEDIAN_MS = 200;

interface Attack {
  connections: number;
  /** The request of every connection. */
  request: string;
  /** Of each process. */
  maxGrowth: number;
}

/** Opens the connections some at a time, so that none is turned away, while the other account's requests succeed. */
async function assertBears(
  t: TestContext,
  service: MeasuredService,
  { connections, request, maxGrowth }: Attack,
) {
  const polite = await PoliteClient.open(t, service);
  await polite.medianOf(100);
  const before = await polite.medianOf(100);
  const growth = new Growth(service);
  const files = service.openFiles();
  for (let opened = 0; opened < connections; opened += BATCH) {
    await SlowReaders.open(t, {
      url: service.urls[(opened / BATCH) % service.urls.length] ?? '',
      count: BATCH,
      requestOf: () => request,
      addressOf: (index) => clientAddress(opened + index),
    });
    await polite.medianOf(2 * service.urls.length);
    growth.look();
  }
  const during = await polite.medianOf(500);
  growth.look();
  t.diagnostic(`${service.openFiles() - files} of ${connections} are still open, ${growth}`);
  t.diagnostic(
    `median of another account: ${before.toFixed(1)} ms before, ${during.toFixed(1)} ms beside them`,
  );
  assert.ok(growth.look() < maxGrowth * service.urls.length, String(growth));
  assert.ok(during < MAX_MEDIAN_MS, `${during} ms instead of ${before} ms`);
}

function serve(t: TestContext): Promise<MeasuredService> {
  return serveMeasured(t, { HOST: '0.0.0.0' });
}

test('another account is served beside 1,200 connections with unread pages', { skip }, async (t) => {
  const service = await serve(t);
  await addPetsWithLongNames(service);
  const request = rawRequest({ path: '/v1/events?limit=25', key: service.key });
  await assertBears(t, service, { connections: 1_200, request, maxGrowth: 250 * MIB });
});

test('800 connections with unread pages of 0.4 MB stay within the memory budget', {
  skip,
}, async (t) => {
  const service = await serve(t);
  await addPetsWithLongNames(service);
  const request = rawRequest({ path: '/v1/events?limit=100', key: service.key });
  await assertBears(t, service, { connections: 800, request, maxGrowth: 250 * MIB });
});

test('4,000 connections without a key that leave /openapi.json unread share one copy of it', {
  skip,
}, async (t) => {
  const service = await serve(t);
  const request = rawRequest({ path: '/openapi.json' });
  await assertBears(t, service, { connections: 4_000, request, maxGrowth: 250 * MIB });
});

test('another account is served beside 1,200 connections with unread pages of three processes with PostgreSQL and Valkey', {
  skip: skip || noValkey || noOtherUser(),
}, async (t) => {
  const service = await serveThreeProcesses(t, { HOST: '0.0.0.0' });
  await addPetsWithLongNames(service);
  const request = rawRequest({ path: '/v1/events?limit=100', key: service.key });
  await assertBears(t, service, { connections: 1_200, request, maxGrowth: 500 * MIB });
});
