// Runs in a process of its own.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { noProcFiles } from '@petstore/testing/processes/proc-files.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { freshValkey, noValkey } from '@petstore/testing/servers/valkey-server.ts';
import { generateApiKey } from '../../src/access/accounts/api-key.ts';
import {
  assertPolite,
  type Flood,
  MANY_CONNECTIONS,
  PoliteClient,
  PREFLIGHT,
  startFlood,
} from '../faults/overload/flood.ts';
import {
  type MeasuredService,
  serveMeasured,
  serveMeasuredStore,
} from '../faults/overload/measured-service.ts';

const FLOODS: Record<string, Flood> = {
  '100 connections pipeline 64 requests without a key': { connections: 100, pipelined: 64, request: {} },
  '100 connections pipeline 64 requests of a page': {
    connections: 100,
    pipelined: 64,
    request: { path: '/openapi.json' },
  },
  '1,500 connections without a key': { connections: 1_500, request: {} },
  '1,500 connections with a key that is unknown': {
    connections: 1_500,
    request: { key: generateApiKey('live') },
  },
  '1,500 connections on /readyz': { connections: 1_500, request: { path: '/readyz' } },
  '1,500 connections that send preflights': { connections: 1_500, request: PREFLIGHT },
};

/** What PostgreSQL, Valkey or the division among processes can change. The others end before a key is looked up. */
const FLOODS_OF_THREE_PROCESSES = [
  '100 connections pipeline 64 requests without a key',
  '1,500 connections with a key that is unknown',
  '1,500 connections on /readyz',
];

/** Returns the milliseconds of the slowest health check, including the time until its connection is accepted. */
async function slowestCheck({ urls }: MeasuredService): Promise<number> {
  let slowest = 0;
  for (let sent = 0; sent < 6; sent += 1) {
    const begun = performance.now();
    const { status } = await exchange(urls[sent % urls.length] ?? '', rawRequest({ path: '/healthz' }));
    assert.equal(status, 200);
    slowest = Math.max(slowest, performance.now() - begun);
  }
  return slowest;
}

async function withstand(
  t: TestContext,
  service: MeasuredService,
  name: string,
  flood: Flood,
): Promise<void> {
  const client = await PoliteClient.open(t, service);
  const alone = await client.measure();
  const running = await startFlood(t, service, flood);
  const begun = performance.now();
  const beside = await client.measure();
  const check = await slowestCheck(service);
  const newcomer = await PoliteClient.open(t, { urls: service.urls, key: await service.addKey() });
  assert.equal((await newcomer.measure()).share, 1, 'a new key gets in');
  const seconds = (performance.now() - begun) / 1_000;
  const statuses = await running.stop();
  assertPolite(t, name, { alone, beside, statuses });
  t.diagnostic(
    `${seconds.toFixed(1)} s; the slowest of 6 health checks on new connections took ${check.toFixed(0)} ms`,
  );
  if (flood.request.path === '/readyz') assert.ok((statuses[200] ?? 0) > 200 * seconds);
}

test('a polite client is served beside floods', { skip: noProcFiles }, async (t) => {
  const service = await serveMeasured(t, MANY_CONNECTIONS);
  for (const [name, flood] of Object.entries(FLOODS))
    await t.test(name, (each) => withstand(each, service, name, flood));
});

test('a polite client of three processes with PostgreSQL and Valkey is served beside floods', {
  skip: noProcFiles || noValkey,
}, async (t) => {
  const servers = { DATABASE_URL: await freshStore(t), VALKEY_URL: await freshValkey(t) };
  // On a busy machine Valkey may respond late.
  const env = { ...MANY_CONNECTIONS, ...servers, VALKEY_TIMEOUT_MS: '10000' };
  const service = await serveMeasuredStore(t, env, 3);
  for (const name of FLOODS_OF_THREE_PROCESSES)
    await t.test(name, (each) => withstand(each, service, name, FLOODS[name] ?? assert.fail(name)));
});
