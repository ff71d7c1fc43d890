// Needs PostgreSQL or Valkey.
// Waits for processes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { send } from '@petstore/testing/http/send.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { freshValkey, noValkey, startValkey } from '@petstore/testing/servers/valkey-server.ts';
import { startService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import pg from 'pg';
import { processesKey } from '../../../src/access/quota/valkey/heartbeat.ts';
import { MINUTE, SECOND } from '../../../src/platform/core/clock.ts';

/** What a client and an operator see during an outage of Valkey. */

test('without Valkey each process applies its share of a quota, and readiness, metrics and the log report it', {
  skip: noValkey,
}, async (t) => {
  const valkey = await startValkey(t);
  const store = await freshStore(t);
  const env = {
    VALKEY_URL: valkey.url,
    VALKEY_TIMEOUT_MS: '30000',
    METRICS_PORT: '0',
    METRICS_HOST: '127.0.0.1',
  };
  const first = await startService(t, { store, env });
  const second = await startService(t, { store, env, clock: first.clock });
  const { key } = await first.account({ plan: 'free' });
  const get = (service: typeof first) => service.send('/v1/pets', { key });
  const remaining = async (service: typeof first) =>
    (await get(service)).headers.get('x-ratelimit-remaining');

  assert.deepEqual(
    [await remaining(first), await remaining(second), await remaining(first)],
    ['59', '58', '57'],
  );
  assert.deepEqual((await first.send('/readyz')).json, { status: 'ready' });
  const isUp = async () => /^petstore_valkey_up (\d)$/m.exec((await send(first.metricsUrl ?? '')).text)?.[1];
  assert.equal(await isUp(), '1');
  const processes = processesKey(first.database.installation);
  // Each process sends a heartbeat every second, by which the others know it.
  first.clock.advance(SECOND);
  await until(async () => (await valkey.admin.zcard(processes)) === 2);
  await remaining(first);

  await valkey.kill();
  await until(async () => at((await first.send('/readyz')).json, 'note') !== undefined);
  const ready = await first.send('/readyz');
  assert.equal(ready.status, 200);
  assert.equal(await isUp(), '0');
  assert.match(String(at(ready.json, 'note')), /^Valkey is away/);
  const shared = await get(first);
  assert.equal(shared.status, 200);
  assert.equal(shared.headers.get('x-ratelimit-limit'), '60');
  assert.equal(shared.headers.get('x-ratelimit-remaining'), '29');
  for (let sent = 1; sent < 30; sent += 1) assert.equal((await get(first)).status, 200);
  assertError(await get(first), 429, 'rate_limit_exceeded');
  assert.equal(first.logged.filter((line) => line.includes('Valkey is away')).length, 1);

  await valkey.start();
  await until(async () => {
    first.clock.advance(SECOND);
    return at((await first.send('/readyz')).json, 'note') === undefined;
  });
  assert.equal(first.logged.filter((line) => line.includes('Valkey is back')).length, 1);
  assert.equal(await isUp(), '1');
  first.clock.advance(MINUTE);
  assert.equal((await get(first)).status, 200);
});

test('returns 503 with the quota headers of the address if neither Valkey nor PostgreSQL responds', {
  skip: noValkey,
}, async (t) => {
  const env = { VALKEY_URL: await freshValkey(t), VALKEY_TIMEOUT_MS: '30000' };
  const service = await startService(t, { store: await freshStore(t), env });
  const { key } = await service.account({ plan: 'free' });
  const admin = new pg.Client({ connectionString: service.store });
  await admin.connect();
  t.after(() => admin.end());
  await admin.query('begin; lock table quota_counters in access exclusive mode');
  const response = service.send('/v1/pets', { key });
  // Terminates the query that waits for the lock.
  const ended = `select pg_terminate_backend(pid) from pg_locks
    where relation = 'quota_counters'::regclass and mode = 'AccessShareLock' and not granted`;
  await until(async () => ((await admin.query(ended)).rowCount ?? 0) > 0);
  const refused = await response;
  assertError(refused, 503, 'service_unavailable');
  assert.equal(refused.headers.get('x-ratelimit-limit'), '300');
  await admin.query('rollback');
  assert.equal((await service.send('/v1/pets', { key })).headers.get('x-ratelimit-remaining'), '59');
});
