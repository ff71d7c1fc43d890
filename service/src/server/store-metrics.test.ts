// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { sql } from 'kysely';
import { MINUTE, SECOND } from '../platform/core/clock.ts';
import { VERSION } from '../platform/core/version.ts';
import { removeTimeLimit } from '../platform/database/long-transactions.ts';

const UNLIMITED = { perMinute: 1_000_000, role: 'manager' } as const;

test('metrics report pets, open orders, the size of the store and the versions, refresh after a minute, and are described', async (t) => {
  const service = await start(t);
  const { key } = await service.account(UNLIMITED);
  const pets = [await addPet(service, key), await addPet(service, key)];
  await placeOrder(service, key, pets[0] ?? 0);
  const before = await metricsOf(service);
  assert.deepEqual([before.get('petstore_pets'), before.get('petstore_open_orders')], [2, 1]);
  assert.ok((before.get('petstore_store_bytes') ?? 0) > 10_000);
  assert.equal((before.get('petstore_wal_bytes') ?? 0) > 4_096, service.database.wal !== undefined);
  assert.equal(before.get(`petstore_build_info{version="${VERSION}",node="${process.versions.node}"}`), 1);
  // More than one step counts.
  await service.database.write(async (queries) => {
    await removeTimeLimit(queries);
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 12001)
      insert into pets (name, category_id, status) select 'Frank', 1, 'available' from n`.execute(queries);
  });
  assert.equal((await metricsOf(service)).get('petstore_pets'), 2);
  service.clock.advance(MINUTE);
  await until(async () => (await metricsOf(service)).get('petstore_pets') === 12_003);
  assertDescribed(await scrape(service));
});

/** Every metric has a help text, and only counters end in `_total`. */
function assertDescribed(metrics: string): void {
  const types = new Map<string, string>();
  const helps = new Set<string>();
  for (const line of metrics.split('\n')) {
    const [, kind, name = '', text = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (kind === 'TYPE') types.set(name, text);
    if (kind === 'HELP') helps.add(name);
  }
  assert.deepEqual([...types.keys()].sort(), [...helps].sort());
  for (const [name, type] of types) {
    assert.match(name, /^(petstore|process|nodejs)(_[a-z0-9]+)+$/);
    assert.equal(name.endsWith('_total'), type === 'counter', `${name} is a ${type}`);
  }
}

test('a count that fails is NaN, and the scrape succeeds', async (t) => {
  const service = await start(t);
  await service.database.write((queries) => queries.schema.alterTable('pets').renameTo('moved').execute());
  const metrics = await metricsOf(service);
  assert.ok(Number.isNaN(metrics.get('petstore_pets')));
});

test('a store that is away without traffic is a metric, and a log line when it goes and when it comes back', async (t) => {
  const service = await start(t);
  const ready = async () => {
    service.clock.advance(SECOND);
    return (await metricsOf(service)).get('petstore_ready');
  };
  const lines = () => service.logged.filter((line) => /not ready|ready again/.test(line)).length;
  assert.deepEqual([await ready(), lines()], [1, 0]);
  const rename = (from: string, to: string) =>
    service.database.write((queries) =>
      sql`alter table ${sql.table(from)} rename to ${sql.id(to)}`.execute(queries),
    );
  await rename('accounts', 'elsewhere');
  assert.deepEqual([await ready(), await ready(), lines()], [0, 0, 1]);
  assert.match(
    service.logged.at(-1) ?? '',
    /"why":"The store does not respond.",.*"the service is not ready"/,
  );
  await rename('elsewhere', 'accounts');
  assert.deepEqual([await ready(), lines()], [1, 2]);
});

test('the time of the last backup is a metric that a running service reads; 0 if there was none', async (t) => {
  const folder = await temporaryFolder(t);
  const store = sqliteIn(folder);
  const service = await startService(t, { store, env: { METRICS_PORT: '0' } });
  const last = async () => (await metricsOf(service)).get('petstore_last_backup_timestamp_seconds');
  assert.equal(await last(), 0);
  for (const name of ['first.db', 'second.db']) {
    const before = Date.now() / SECOND;
    const { status, err } = await runCommand(store, ['backup', join(folder, name)]);
    assert.equal(status, 0, err);
    const time = (await last()) ?? 0;
    assert.ok(time >= Math.floor(before) && time <= Date.now() / SECOND, String(time));
  }
  assert.equal((await runCommand(store, ['backup', join(folder, 'none', 'third.db')])).status, 1);
  assert.equal((await stat(join(folder, 'petstore.db.last-backup'))).mode & 0o777, 0o600);
});

function start(t: TestContext): Promise<TestService> {
  return startService(t, { env: { METRICS_PORT: '0' } });
}

async function scrape({ metricsUrl }: TestService): Promise<string> {
  const response = await fetch(metricsUrl ?? '');
  assert.equal(response.status, 200);
  return response.text();
}

/** Returns the value of each line, by its name and labels. */
async function metricsOf(service: TestService): Promise<Map<string, number>> {
  const lines = (await scrape(service)).matchAll(/^([^#\s]\S*) (\S+)$/gm);
  return new Map([...lines].map(([, name = '', value]) => [name, Number(value)]));
}
