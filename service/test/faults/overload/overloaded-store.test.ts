// Runs in a process of its own.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { type ApiResponse, assertError, at } from '@petstore/testing/http/expect-response.ts';
import { send } from '@petstore/testing/http/send.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { freshValkey, noValkey } from '@petstore/testing/servers/valkey-server.ts';
import { startService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import pg from 'pg';

/** A PostgreSQL whose table is locked, and more requests than it has connections for. */

const SENT = 40;
const PER_MINUTE = 100;
const BUSY = 'The store is busy. Try again in a moment.';

for (const [engine, skip, locate] of [
  ['memory', false, undefined],
  ['Valkey', noValkey, freshValkey],
] as const) {
  test(`requests that get no connection to the store are 503, not counted in ${engine}, and counted as shed`, {
    skip,
  }, async (t) => {
    const env = {
      METRICS_PORT: '0',
      METRICS_HOST: '127.0.0.1',
      ...(locate && { VALKEY_URL: await locate(t) }),
    };
    const service = await startService(t, { store: await freshStore(t), env });
    const { key } = await service.account({ plan: 'enterprise', perMinute: PER_MINUTE, perDay: 1_000 });
    const admin = await connect(t, service.store, 'maintenance');
    const read = () => service.send('/v1/pets', { key });
    await admin.query('begin; lock table pets in access exclusive mode');
    const responses = await Promise.all(Array.from({ length: SENT }, read));
    await admin.query('rollback');
    const shed = Number(
      /^petstore_shed_total (\d+)$/m.exec((await send(service.metricsUrl ?? '')).text)?.[1],
    );
    for (const response of responses) {
      assertError(response, 503, 'service_unavailable');
      assert.equal(at(response.json, 'message'), BUSY);
    }
    assert.ok(shed >= SENT / 2, `${shed} were shed`);
    assert.equal(remaining(await read()), PER_MINUTE - (SENT - shed) - 1);
  });
}

test('while a table is locked, reads are 503 and /readyz is ready; the query of the guide names the blocker', async (t) => {
  const service = await startService(t, { store: await freshStore(t) });
  const { key } = await service.account();
  const [admin, other] = [
    await connect(t, service.store, 'maintenance'),
    await connect(t, service.store, 'psql'),
  ];
  await admin.query('begin; lock table pets in access exclusive mode');
  const response = service.send('/v1/pets', { key });
  const guide = await readFile(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
  const [, query = ''] = /```sql\n(select distinct blocker[^`]+)```/.exec(guide) ?? [];
  const blockers = async () =>
    (await other.query(query)).rows.map(({ application_name }) => application_name);
  await until(async () => (await blockers()).length > 0);
  assert.deepEqual(await blockers(), ['maintenance']);
  assertError(await response, 503, 'service_unavailable');
  assert.deepEqual((await service.send('/readyz')).json, { status: 'ready' });
  assert.ok(service.logged.some((line) => line.includes('request failed') && line.includes('55P03')));
});

async function connect(t: TestContext, store: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: store, application_name: name });
  await client.connect();
  t.after(() => client.end());
  return client;
}

function remaining({ headers }: ApiResponse): number {
  return Number(headers.get('x-ratelimit-remaining'));
}
