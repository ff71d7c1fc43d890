// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertError, listOf } from '@petstore/testing/http/expect-response.ts';
import type { TestService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';
import { type ImportApi, startImports } from './import-fixture.ts';

/** Importing them takes longer than the requests of a test. */
const MANY_ROWS = `id,name,kind\n${Array.from({ length: 30_000 }, (_, n) => `A${n},Rex ${n},Dog\n`).join('')}`;

async function startCancelling(t: TestContext) {
  const api = await startImports(t);
  const { service, key } = api;
  const read = async (path: string) => Object((await service.send(path, { key })).json);
  const cancel = (path: string) => service.send(path, { method: 'DELETE', key });
  return { ...api, read, cancel };
}

/** Sends an import. Resolves when it has applied some rows, but not all. */
async function applying({ add, read }: ImportApi & { read(path: string): Promise<{ processed: number }> }) {
  const path = await add({ file: MANY_ROWS });
  await until(async () => (await read(path)).processed > 0);
  return path;
}

async function countPets({ database }: TestService): Promise<number> {
  return (await database.read.selectFrom('pets').select('id').execute()).length;
}

/** The file of an import that is done is deleted after its state is stored. */
async function untilNoUpload({ database }: TestService): Promise<void> {
  const query = database.read.selectFrom('import_files').select('position').where('name', '=', 'upload');
  await until(async () => (await query.execute()).length === 0);
}

test('an import that runs stops when it is cancelled, and what it has applied stays', async (t) => {
  const { cancel, read, ...api } = await startCancelling(t);
  const path = await applying({ ...api, read });
  const response = await cancel(path);
  assert.equal(response.status, 200, response.text);
  await untilNoUpload(api.service);
  const cancelled = await read(path);
  assert.equal(cancelled.state, 'cancelled');
  assert.ok(cancelled.processed > 0 && cancelled.processed < 30_000, String(cancelled.processed));
  assert.equal(cancelled.finishedAt, new Date(api.service.clock.now()).toISOString());
  assert.equal(cancelled.summary, undefined);
  // The next import runs only when this one has ended.
  assert.equal((await api.ended(await api.add({ file: 'id,name,kind\nB1,Tom,Cat\n' }))).state, 'done');
  assert.equal(await countPets(api.service), cancelled.processed + 1);
  const audit = listOf(await api.service.send('/v1/audit', { key: api.key }));
  assert.equal(audit.filter(({ action }) => action === 'import.cancelled').length, 1);
});

test('the imports of a key that is revoked are cancelled within a second, those of others and of version 1.1.0 go on, and the audit shows it', async (t) => {
  const { read, service, key, ...api } = await startCancelling(t);
  const stolen = await service.account({ role: 'admin' });
  const polite = await api.add({ file: 'id,name,kind\nB1,Tom,Cat\n' });
  await api.ended(polite);
  const running = await api.add({ file: MANY_ROWS }, { key: stolen.key });
  const waiting = await api.add({}, { key: stolen.key });
  const other = await api.add({ file: 'id,name,kind\nB2,Tim,Cat\n' });
  const older = await api.add({ file: 'id,name,kind\nB3,Tia,Cat\n' }, { key: stolen.key });
  const id = BigInt(older.split('/').at(-1) ?? '');
  await service.database.write((db) =>
    db.updateTable('imports').set({ api_key_id: null }).where('id', '=', id).execute(),
  );
  await until(async () => (await read(running)).processed > 0);
  const revoked = await service.send(`/v1/keys/${stolen.keyId}`, { method: 'DELETE', key });
  assert.equal(revoked.status, 204);
  service.clock.advance(SECOND);
  for (const path of [other, older]) assert.equal((await api.ended(path)).state, 'done');
  const [first, second] = [await read(running), await read(waiting)];
  assert.deepEqual([first.state, second.state, second.processed], ['cancelled', 'cancelled', 0]);
  assert.ok(first.processed < 30_000, String(first.processed));
  await untilNoUpload(service);
  const audit = listOf(await service.send('/v1/audit', { key }));
  assert.equal(audit.filter(({ action }) => action === 'import.cancelled').length, 2);
});

test('an import that waits is cancelled, and never runs', async (t) => {
  const { cancel, read, names, ...api } = await startCancelling(t);
  const running = await applying({ ...api, names, read });
  const waiting = await api.add();
  assert.equal(Object((await cancel(waiting)).json).state, 'cancelled');
  await cancel(running);
  await api.ended(await api.add({ file: 'id,name,kind\nB1,Tom,Cat\n' }));
  const { processed } = await read(running);
  assert.equal(await countPets(api.service), processed + 1);
  assert.equal((await read(waiting)).processed, 0);
});

test('a preview is cancelled with its file, and cannot be imported', async (t) => {
  const { cancel, read, ...api } = await startCancelling(t);
  const path = await api.add({ mapping: '' }, { query: '?preview=true' });
  assert.equal((await api.ended(path)).state, 'preview');
  const first = await cancel(path);
  assert.equal(Object(first.json).preview, undefined);
  await untilNoUpload(api.service);
  const change = { method: 'PATCH', key: api.key, body: {} };
  assertError(await api.service.send(path, change), 409, 'invalid_transition');
  const again = await cancel(path);
  assert.deepEqual([again.status, again.json], [200, first.json]);
  assert.equal((await read(path)).state, 'cancelled');
});

test('an import that has ended is not cancelled (409), and one that does not exist is 404', async (t) => {
  const { cancel, add, ended } = await startCancelling(t);
  const path = await add();
  await ended(path);
  assertError(await cancel(path), 409, 'invalid_transition');
  assert.equal((await ended(path)).state, 'done');
  assertError(await cancel('/v1/imports/99'), 404, 'import_not_found');
});
