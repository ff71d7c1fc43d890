// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { type CommandResult, runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { startService } from '@petstore/testing/service.ts';
import { missingStore, openStore, sqliteIn, temporaryStore } from '@petstore/testing/stores.ts';
import { testOn } from '@petstore/testing/test-on.ts';
import pg from 'pg';
import { takePostgresInstanceLock } from '../../platform/database/postgres/instance-lock.ts';
import { takeInstanceLock } from '../../platform/database/sqlite/instance-lock.ts';
import { readMigrations } from '../../platform/database/sqlite/store-facts.ts';

test('prints every check with status 0 for an intact store without a service', async (t) => {
  const { petstore } = await begin(t);
  const result = await petstore([], { PORT: '9000' });
  assert.deepEqual([result.status, result.err], [0, '']);
  assert.match(result.out, /^settings:\n(.*\n)* {2}port: 9000\n/);
  assert.match(result.out, /\nok +store: .*petstore\.db passed the integrity check\n/);
  assert.match(result.out, /\nwarning +service: not running: no process serves this store\n/);
  const asJson = await petstore(['--json'], { LOG_LEVEL: 'warn', PETSTORE_ENV: 'production' });
  assert.partialDeepStrictEqual(asJson.json, { settings: { logLevel: 'warn', environment: 'production' } });
  const states = await findings(Promise.resolve(asJson));
  assert.deepEqual(
    [...states.keys()],
    'runtime disk store environment categories adoptions stays search shelter accounts service'.split(' '),
  );
  const shelter = 'name not set, contact not set, time zone not set, public pages off';
  assert.deepEqual(states.get('shelter'), { state: 'ok', message: shelter });
  assert.deepEqual(states.get('accounts'), { state: 'ok', message: '1' });
});

test('warns about a store that other users can read', async (t) => {
  const { folder, petstore } = await begin(t);
  await chmod(join(folder, 'petstore.db'), 0o644);
  const permissions = (await findings(petstore(['--json']))).get('permissions');
  assert.equal(permissions?.state, 'warning');
  assert.match(
    permissions?.message ?? '',
    /petstore\.db is open to other users \(mode 644\): its owner must run/,
  );
});

test('prints every setting as text, and warns about variables that have no effect', async (t) => {
  const { petstore } = await begin(t);
  const { out } = await petstore([], {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4317',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    PUBLIC_PAGES: 'true',
    OIDC_ISSUER: 'http://localhost:1',
    OIDC_NAME: 'Google',
    OIDC_CLIENT_ID: 'petstore',
    OIDC_CLIENT_SECRET: 'pa55word',
  });
  assert.doesNotMatch(out, /\[object|pa55word/);
  assert.match(out, /\n {2}signInProvider: Google at http:\/\/localhost:1\n/);
  assert.match(out, /\nwrong +provider: The connection to the host failed: ECONNREFUSED\n/);
  assert.match(out, /\n {2}photoStorageMaxMegabytes: 10000\n {2}photoStorageMaxMegabytesPerAccount: 5000\n/);
  assert.match(
    out,
    /\n {2}publicPages: on\n {2}shelterName: that of the store\n {2}shelterContactUrl: that of the store\n/,
  );
  assert.match(out, /\nwarning settings: OTEL_EXPORTER_OTLP_PROTOCOL must be .*; got "grpc": /);
});

test('states the redirect address to register at a provider that responds', async (t) => {
  const { petstore } = await begin(t);
  const provider = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ issuer })),
  ).listen(0, '127.0.0.1');
  t.after(() => provider.close());
  await once(provider, 'listening');
  const { port } = provider.address() as AddressInfo; // a TCP server has no other kind
  const issuer = `http://127.0.0.1:${port}`;
  const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'petstore', OIDC_CLIENT_SECRET: 'pa55word' };
  const found = await findings(petstore(['--json'], { ...env, PUBLIC_URL: 'https://pets.test' }));
  const message =
    '127.0.0.1 responds; register the redirect address https://pets.test/session/provider/callback there';
  assert.deepEqual(found.get('provider'), { state: 'ok', message });
});

test('finds a service that responds, and exits with status 1 if it does not respond', async (t) => {
  const { folder, petstore } = await begin(t);
  const service = await startService(t, { store: sqliteIn(folder) });
  const release = takeInstanceLock(join(folder, 'petstore.db'));
  t.after(() => release?.());
  const serving = await findings(petstore(['--json'], { PORT: new URL(service.url).port }));
  assert.deepEqual(serving.get('service'), { state: 'ok', message: `serving at ${service.url}` });
  await service.close();
  const result = await petstore(['--json'], { PORT: new URL(service.url).port });
  assert.equal(result.status, 1);
  const unresponsive = (await findings(Promise.resolve(result))).get('service');
  assert.equal(unresponsive?.state, 'wrong');
  assert.match(unresponsive?.message ?? '', /readyz does not respond: check its HOST and PORT$/);
});

test('recognises a service of another store on the same port', async (t) => {
  const store = await temporaryStore(t);
  const other = await startService(t);
  const served = await startService(t, { store });
  const release = await lockStore(store);
  const serviceOf = async () => {
    const result = runCommand(store, ['doctor', '--json'], { PORT: new URL(other.url).port });
    return (await findings(result)).get('service');
  };
  const beside = await serviceOf();
  assert.equal(beside?.state, 'wrong');
  assert.match(
    beside?.message ?? '',
    /a process serves this store, but .* belongs to another service: check its HOST/,
  );
  await served.close();
  await release();
  const idle = await serviceOf();
  assert.equal(idle?.state, 'warning');
  assert.match(idle?.message ?? '', /^not running: .* store, and http.*readyz belongs to another service$/);
});

/** Takes the instance lock, as `serve` does before it opens a store. */
async function lockStore(store: string): Promise<() => Promise<void> | void> {
  const release = store.startsWith('sqlite:')
    ? takeInstanceLock(store.slice('sqlite:'.length))
    : await takePostgresInstanceLock(store, 'exclusive', () => {});
  assert.ok(release !== undefined);
  return release;
}

test('reports a damaged store with status 1', async (t) => {
  const { folder, petstore } = await begin(t);
  const path = join(folder, 'petstore.db');
  const bytes = await readFile(path);
  bytes.write('Zxx', bytes.indexOf('Zoo'));
  await writeFile(path, bytes);
  const result = await petstore(['--json']);
  assert.equal(result.status, 1);
  const store = (await findings(Promise.resolve(result))).get('store');
  assert.equal(store?.state, 'wrong');
  assert.match(store?.message ?? '', /failed the integrity check .*; restore a backup$/s);
});

test('shows how far the search index of an older store is filled', async (t) => {
  const { folder, petstore } = await begin(t);
  const database = await openStore(t, sqliteIn(folder));
  await database.write((queries) =>
    queries.insertInto('search_progress').values({ next_id: 251n, last_id: 1_000n }).execute(),
  );
  assert.deepEqual((await findings(petstore(['--json']))).get('search'), {
    state: 'warning',
    message:
      'not ready: the animals of an older version are being indexed, up to 250 of 1000; a running service continues',
  });
});

test('reports animals that the search does not find, and --reindex adds them', async (t) => {
  const store = await temporaryStore(t);
  const database = await openStore(t, store);
  // As version 1.0.0 does, which has no index.
  await database.write((db) => db.insertInto('pets').values({ name: 'Rex', category_id: 7n }).execute());
  const petstore = (...args: string[]) => runCommand(store, ['doctor', '--json', ...args]);
  assert.deepEqual((await findings(petstore())).get('search'), {
    state: 'wrong',
    message:
      'does not find the animal 1, which an older version wrote after this one had begun: run "petstore doctor --reindex"',
  });
  assert.deepEqual((await findings(petstore('--reindex'))).get('search'), {
    state: 'ok',
    message: 'finds all animals',
  });
});

test('reports wrong counts of a category, missing adoptions and wrong stays, and --recount corrects them', async (t) => {
  const { folder, petstore } = await begin(t);
  const database = await openStore(t, sqliteIn(folder));
  await database.write(async (queries) => {
    await queries.insertInto('pets').values({ name: 'Rex', category_id: 7n, status: 'available' }).execute();
    await queries.updateTable('categories').set({ available: 3n }).execute();
    const movement = { pet_id: 1n, type: 'intake', reason: 'stray', date: '2026-02-01' } as const;
    const foster = { ...movement, type: 'foster', reason: null, date: '2026-02-02' } as const;
    await queries.insertInto('movements').values([movement, foster]).execute();
    const times = { placed_at: 0n, updated_at: 1_772_323_200_000n }; // 2026-03-01
    const order = { pet_id: 1n, account_id: 1n, owner_id: null, status: 'completed', ...times } as const;
    await queries
      .insertInto('orders')
      .values({ ...order, reference: null, expires_at: null })
      .execute();
    await queries.updateTable('stays').set({ in_date: '2026-01-31' }).where('kind', '=', 'stay').execute();
    await queries.deleteFrom('stays').where('kind', '=', 'foster').execute();
  });
  const { status } = await petstore([]);
  assert.equal(status, 1);
  const wrong = await findings(petstore(['--json']));
  assert.deepEqual(wrong.get('categories'), {
    state: 'wrong',
    message: 'the counts of category 7 are wrong by 0 (available: 2): run "petstore doctor --recount"',
  });
  assert.deepEqual(wrong.get('adoptions'), {
    state: 'wrong',
    message:
      '1 order that an older version completed has no adoption among the movements, which reports count: start the service, or run "petstore doctor --recount"',
  });
  assert.deepEqual(wrong.get('stays'), {
    state: 'wrong',
    message: '3 stays do not follow from the movements: run "petstore doctor --recount"',
  });
  const corrected = await petstore(['--recount', '--reindex', '--json']);
  assert.equal(corrected.status, 0);
  const found = await findings(Promise.resolve(corrected));
  for (const check of ['categories', 'adoptions', 'stays'])
    assert.equal(found.get(check)?.state, 'ok', check);
  const added = await database.read
    .selectFrom('movements')
    .select('date')
    .where('order_id', '=', 1n)
    .execute();
  assert.deepEqual(added, [{ date: '2026-03-01' }]);
});

test('reports a folder that does not exist with status 1 and without a stack', async (t) => {
  const { folder, petstore } = await begin(t);
  const result = await petstore(['--json'], { DATABASE_URL: `sqlite:${folder}/missing/petstore.db` });
  assert.equal(result.status, 1);
  const states = await findings(Promise.resolve(result));
  for (const check of ['disk', 'store', 'service']) {
    assert.equal(states.get(check)?.state, 'wrong', check);
    assert.ok(!states.get(check)?.message.includes('\n'), check);
  }
});

testOn(
  'PostgreSQL',
  'warns about a PostgreSQL database without tables, leaves it unchanged and hides its password',
  async (t) => {
    const store = await missingStore(t);
    const { status, out } = await runCommand(store, ['doctor']);
    assert.equal(status, 0);
    assert.match(out, /\nwarning store: PostgreSQL \S+ has no tables of petstore: /);
    assert.ok(!out.includes(new URL(store).password));
    const client = new pg.Client({ connectionString: store });
    await client.connect();
    const { rows } = await client.query("select 1 from pg_class where relname = 'pets'");
    await client.end();
    assert.deepEqual(rows, []);
  },
);

test('prints which migrations a store of version 1.0.0 needs, and does not migrate it', async (t) => {
  const { folder, petstore } = await begin(t);
  const migrations = (work: (store: DatabaseSync) => unknown) => {
    using store = new DatabaseSync(join(folder, 'petstore.db'));
    return work(store);
  };
  migrations((store) => store.exec("delete from kysely_migration where name >= '0007'"));
  const before = readMigrations(join(folder, 'petstore.db'));
  const result = await petstore(['--json']);
  const states = await findings(Promise.resolve(result));
  assert.deepEqual([result.status, states.has('store'), states.get('upgrade')?.state], [0, false, 'warning']);
  assert.match(
    states.get('upgrade')?.message ?? '',
    /^the store is of a version after 1\.0\.0: the next "petstore serve" of this version migrates it \(0007-access-version, 0008-environment.*\), .*backup first$/,
  );
  assert.deepEqual(readMigrations(join(folder, 'petstore.db')), before);
  migrations((store) => store.exec("insert into kysely_migration values ('0099-future', '')"));
  assert.match(
    (await findings(petstore(['--json']))).get('upgrade')?.message ?? '',
    /^a newer version migrated the store \(0099-future\): use that version$/,
  );
});

/** Creates a store with one account. */
async function begin(t: TestContext) {
  const folder = await temporaryFolder(t);
  await runCommand(sqliteIn(folder), ['accounts', 'create', 'Zoo', '--plan', 'free']);
  const petstore = (args: readonly string[], env: Record<string, string> = {}) =>
    runCommand(sqliteIn(folder), ['doctor', ...args], env);
  return { folder, petstore };
}

interface Finding {
  state: string;
  message: string;
}

async function findings(result: Promise<CommandResult>): Promise<Map<string, Finding>> {
  const { json } = await result;
  const printed = json as { findings: Array<Finding & { check: string }> }; // the assertions compare every member
  return new Map(printed.findings.map(({ check, state, message }) => [check, { state, message }]));
}
