// Runs in a process of its own.
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { addAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { membersOf } from '@petstore/testing/http/expect-response.ts';
import { until } from '@petstore/testing/until.ts';
import { openSqlite } from '../../../src/platform/database/sqlite/sqlite.ts';
import { formOf } from '../../api/imports/import-fixture.ts';
import { enterOwnMounts } from '../namespaces/mount-namespace.ts';
import { assertUnavailable, type ServedStore, serveStore } from './served-store.ts';
import { SmallDisk } from './small-disk.ts';

/** An import over HTTP on a real disk that is full. */

const skip = enterOwnMounts();
const FULL = 'The store is full. The operator must free space on its disk.';
/** An import of them takes some seconds, in which the disk becomes full. */
const ROWS = 10_000;
const MAPPING = JSON.stringify({ name: { column: 'name' }, categoryId: { column: 'category' } });

async function serveOn(t: TestContext, disk: SmallDisk): Promise<ServedStore> {
  const database = await openSqlite(disk.path('petstore.db'));
  const { key } = await addAccount(database, 'shelter', Date.now(), { ...UNLIMITED, role: 'admin' });
  await database.close();
  return serveStore(t, disk.path('petstore.db'), key);
}

async function importRows({ send, key }: ServedStore, rows: number) {
  const file = `name,category\n${'a pet of some shelter,1\n'.repeat(rows)}`;
  const { body, type } = await formOf({ file, mapping: MAPPING });
  return send('/v1/imports', { method: 'POST', key, body, headers: { 'content-type': type } });
}

async function readImport({ send, key }: ServedStore, path: string): Promise<Record<string, unknown>> {
  return membersOf((await send(path, { key })).json);
}

suite('an import on a full disk', { skip, concurrency: true }, () => {
  test('a file for which there is no space is 503, and the next one is imported when space was freed', async (t) => {
    const disk = new SmallDisk(t, 32);
    const store = await serveOn(t, disk);
    disk.fill(256);
    assertUnavailable(await importRows(store, 100_000), FULL);
    disk.free();
    const accepted = await importRows(store, 10);
    assert.equal(accepted.status, 202, accepted.text);
    const path = accepted.headers.get('location') ?? '';
    await until(async () => (await readImport(store, path)).state === 'done');
  });

  test('an import waits while the disk is full, and then each of its rows is applied once', async (t) => {
    const disk = new SmallDisk(t, 64);
    const store = await serveOn(t, disk);
    const accepted = await importRows(store, ROWS);
    assert.equal(accepted.status, 202, accepted.text);
    const path = accepted.headers.get('location') ?? '';
    await until(async () => Number((await readImport(store, path)).processed) > 0);
    disk.fill();
    await until(
      async () =>
        (
          await store.send('/v1/pets', {
            method: 'POST',
            key: store.key,
            body: { name: 'Rex', categoryId: 2 },
          })
        ).status === 503,
    );
    assert.equal((await readImport(store, path)).state, 'running');
    disk.free();
    await until(async () => (await readImport(store, path)).state === 'done');
    const database = await openSqlite(store.path);
    const pets = await database.read.selectFrom('pets').select('id').where('category_id', '=', 1n).execute();
    await database.close();
    assert.equal(pets.length, ROWS);
  });
});
