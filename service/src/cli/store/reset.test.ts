// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { startService } from '@petstore/testing/service.ts';
import { sqliteIn, temporaryStore } from '@petstore/testing/stores.ts';

const STAGING = { PETSTORE_ENV: 'staging' };
const SAMPLES = ['Frank', 'Kitty', 'Bella', 'Zoë', 'Polly', 'Rex'];

test('reset outside staging is rejected and removes nothing', async (t) => {
  const { service, key, petstore } = await begin(t, {});
  const environments: Array<Record<string, string>> = [{}, { PETSTORE_ENV: 'production' }];
  for (const env of environments) {
    const { status, out, err } = await petstore(['reset', '--yes'], env);
    assert.deepEqual([status, out], [2, '']);
    assert.match(
      err,
      /^petstore: reset removes every animal and works in staging only: .* is for production: name another store with --database\n$/,
    );
  }
  assert.deepEqual(await names(service, key), ['Old']);
});

test('reset of a store that does not exist is rejected, unless it is for staging', async (t) => {
  const store = sqliteIn(await temporaryFolder(t));
  const { status, err } = await runCommand(store, ['reset', '--yes']);
  assert.equal(status, 2);
  assert.match(err, / would be for production: use --env staging, or name another store with --database\n$/);
});

test('reset without --yes is rejected and removes nothing', async (t) => {
  const { service, key, petstore } = await begin(t, STAGING);
  const { status, out, err } = await petstore(['reset'], STAGING);
  assert.deepEqual([status, out], [2, '']);
  assert.match(err, /^petstore: .*use --yes to confirm\n$/);
  assert.deepEqual(await names(service, key), ['Old']);
});

test('reset replaces the catalogue with samples while a service runs, and keeps accounts and keys', async (t) => {
  const { service, key, petstore } = await begin(t, STAGING);
  const { status, out } = await petstore(['reset', '--yes'], STAGING);
  assert.deepEqual([status, out], [0, 'Removed 1 animals and added 6 samples.\n']);
  assert.deepEqual(await names(service, key), SAMPLES);
  const again = await petstore(['reset', '--yes', '--json'], STAGING);
  assert.deepEqual(again.json, { removed: 6, added: 6 });
  assert.deepEqual(await names(service, key), SAMPLES);
});

test('reset empties the bin', async (t) => {
  const { service, key, petstore } = await begin(t, STAGING);
  await service.send('/v1/pets/1', { method: 'DELETE', key });
  await petstore(['reset', '--yes'], STAGING);
  assert.equal((await service.send('/v1/bin', { key })).text, '[]');
});

test('reset removes a catalogue larger than one transaction', async (t) => {
  const { service, key, petstore } = await begin(t, STAGING);
  await service.database.write(async (queries) => {
    const pets = Array.from({ length: 500 }, () => ({
      name: 'Old',
      category_id: 1n,
      status: null,
      owner_id: null,
    }));
    for (let batch = 0; batch < 5; batch += 1) await queries.insertInto('pets').values(pets).execute();
  });
  const { json } = await petstore(['reset', '--yes', '--json'], STAGING);
  assert.deepEqual(json, { removed: 2_501, added: 6 });
  assert.deepEqual(await names(service, key), SAMPLES);
});

/** Starts a service with one pet. */
async function begin(t: TestContext, env: Record<string, string>) {
  const store = await temporaryStore(t);
  const service = await startService(t, { store, env });
  const { key } = await service.account({ kind: env === STAGING ? 'test' : 'live' });
  const added = await service.send('/v1/pets', { method: 'POST', key, body: { name: 'Old', categoryId: 1 } });
  assert.equal(added.status, 201);
  const petstore = (args: readonly string[], settings: Record<string, string>) =>
    runCommand(store, args, settings);
  return { service, key, petstore };
}

/** Returns the names on the first page, oldest first. */
async function names(service: { send: Awaited<ReturnType<typeof startService>>['send'] }, key: string) {
  const { text } = await service.send('/v1/pets?sort=id', { key });
  return [...text.matchAll(/"name":"([^"]*)"/g)].map(([, name]) => name);
}
