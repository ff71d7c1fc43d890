// Waits for processes.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, type TestContext, test } from 'node:test';
import { addAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { membersOf } from '@petstore/testing/http/expect-response.ts';
import { until } from '@petstore/testing/until.ts';
import { openSqlite } from '../../../src/platform/database/sqlite/sqlite.ts';
import { formOf } from '../../api/imports/import-fixture.ts';
import { type ServedStore, serveStore } from './served-store.ts';

/** An import over HTTP in a process that ends before it. */

const ROWS = 20_000;
/** Without references, so that a row that is applied twice is a second animal. */
const MAPPING = JSON.stringify({ name: { column: 'name' }, categoryId: { column: 'category' } });

async function serveWithImport(t: TestContext): Promise<{ store: ServedStore; path: string }> {
  const file = join(await temporaryFolder(t), 'petstore.db');
  const database = await openSqlite(file);
  const { key } = await addAccount(database, 'shelter', Date.now(), { ...UNLIMITED, role: 'admin' });
  await database.close();
  const store = await serveStore(t, file, key);
  const rows = Array.from({ length: ROWS }, (_, n) => (n % 100 === 0 ? `,${n}\n` : `pet ${n},1\n`));
  const { body, type } = await formOf({ file: `name,category\n${rows.join('')}`, mapping: MAPPING });
  const headers = { 'content-type': type };
  const response = await store.send('/v1/imports', { method: 'POST', key, body, headers });
  assert.equal(response.status, 202, response.text);
  return { store, path: response.headers.get('location') ?? '' };
}

async function read({ send, key }: ServedStore, path: string): Promise<Record<string, unknown>> {
  const { status, json, text } = await send(path, { key });
  assert.equal(status, 200, text);
  return membersOf(json);
}

/** Waits until the import has applied some of its rows. */
async function untilStarted(store: ServedStore, path: string): Promise<void> {
  await until(async () => Number((await read(store, path)).processed) > 0);
  assert.equal((await read(store, path)).state, 'running', 'the import ended before it was interrupted');
}

/** Asserts that the import ends, and that each row was applied once. */
async function assertCompleted(store: ServedStore, path: string): Promise<void> {
  await until(async () => (await read(store, path)).state === 'done');
  const { rows, created, failed } = membersOf((await read(store, path)).summary);
  assert.deepEqual([rows, created, failed], [ROWS, ROWS - ROWS / 100, ROWS / 100]);
  const bad = await store.send(`${path}/bad-rows.csv`, { key: store.key });
  assert.equal(bad.text.trim().split('\n').length, 1 + ROWS / 100);
  const database = new DatabaseSync(store.path);
  const [pets] = database
    .prepare('select count(*) as all_pets, count(distinct name) as names from pets')
    .all();
  const pieces = database.prepare("select count(*) as left from import_files where name = 'upload'").get();
  database.close();
  assert.deepEqual({ ...pets }, { all_pets: ROWS - ROWS / 100, names: ROWS - ROWS / 100 });
  assert.equal(pieces?.left, 0);
}

suite('an import whose process ends', { concurrency: true }, () => {
  test('after kill -9 it continues at the next start, and each row is applied once', async (t) => {
    const { store, path } = await serveWithImport(t);
    await untilStarted(store, path);
    store.serving.kill('SIGKILL');
    await store.serving.ended;
    await assertCompleted(await serveStore(t, store.path, store.key), path);
  });

  test('after SIGTERM the process ends with status 0 before the import, which continues at the next start', async (t) => {
    const { store, path } = await serveWithImport(t);
    await untilStarted(store, path);
    store.serving.kill('SIGTERM');
    assert.equal((await store.serving.ended).status, 0);
    const database = new DatabaseSync(store.path);
    assert.deepEqual(
      { ...database.prepare('select state, runner from imports').get() },
      {
        state: 'waiting',
        runner: null,
      },
    );
    database.close();
    await assertCompleted(await serveStore(t, store.path, store.key), path);
  });
});
