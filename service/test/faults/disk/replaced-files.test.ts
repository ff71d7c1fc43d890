// Waits for processes.
import assert from 'node:assert/strict';
import { link, rename, rm, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { until } from '@petstore/testing/until.ts';
import { makeStore, PetLoad, refusedStart, type ServedStore, serveStore, stop } from './served-store.ts';

/** Another program replaces the files of a store while the service writes it. */

const REPLACED =
  'Another program has replaced the files of the store, so nothing is read or written any more. The operator must stop the service and restore a backup with "petstore restore".';
const CLIENTS = 4;

interface Paths {
  readonly path: string;
  /** Another store of the same program. */
  readonly other: string;
}

const REPLACEMENTS: Readonly<Record<string, (paths: Paths) => Promise<unknown>>> = {
  'another store is moved over it (mv)': ({ path, other }) => rename(other, path),
  'it is moved away': ({ path }) => rename(path, `${path}.old`),
  'its journal is deleted': ({ path }) => rm(`${path}-wal`),
};

async function serveBesideOther(t: TestContext) {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'petstore.db');
  const other = join(folder, 'other.db');
  await makeStore(other);
  return { store: await serveStore(t, path), other };
}

async function assertRefusesAll({ send, key }: ServedStore): Promise<void> {
  for (const request of [{ method: 'POST', body: { name: 'Rex', categoryId: 1 } }, {}]) {
    const response = await send('/v1/pets', { key, ...request });
    assertError(response, 503, 'service_unavailable');
    assert.equal(at(response.json, 'message'), REPLACED);
  }
}

for (const [situation, replace] of Object.entries(REPLACEMENTS)) {
  test(`no write is acknowledged after ${situation}`, async (t) => {
    const { store, other } = await serveBesideOther(t);
    const load = new PetLoad(store);
    let replacing: Promise<unknown> | undefined;
    let acknowledged: number | undefined;
    await load.run(CLIENTS, () => {
      if (load.acknowledged.size >= 20 && replacing === undefined) {
        replacing = replace({ path: store.path, other }).then(() => {
          acknowledged = load.acknowledged.size;
        });
      }
      const isMissed = acknowledged !== undefined && load.acknowledged.size > acknowledged + 50;
      return isMissed || load.refused.length >= 2 * CLIENTS;
    });
    await replacing;
    // A response that was on its way when the file was replaced.
    assert.ok(load.acknowledged.size <= (acknowledged ?? 0) + CLIENTS, `${load.acknowledged.size}`);

    const ready = await store.send('/readyz');
    assert.deepEqual([ready.status, at(ready.json, 'why')], [503, REPLACED]);
    await assertRefusesAll(store);
    assert.equal(store.serving.err().split('"msg":"Another program').length - 1, 1, store.serving.err());
    await store.serving.stop();
  });
}

test('no write is acknowledged after the symbolic link to the store leads to another one', async (t) => {
  const folder = await temporaryFolder(t);
  const [first, second, path] = ['first.db', 'second.db', 'petstore.db'].map((name) => join(folder, name));
  assert.ok(first !== undefined && second !== undefined && path !== undefined);
  const key = await makeStore(first);
  await makeStore(second);
  await symlink(first, path);
  const store = await serveStore(t, path, key);
  await unlink(path);
  await symlink(second, path);
  // A write that notices it has another code.
  await until(async () => (await store.send('/readyz')).status === 503);
  await assertRefusesAll(store);
  await stop(store.serving);
});

test('writes go on while other processes write the store and copy its journal', async (t) => {
  const { store } = await serveBesideOther(t);
  const load = new PetLoad(store);
  const other = new DatabaseSync(store.path, { timeout: 10_000 });
  t.after(() => other.close());
  other.exec('create table notes (id integer)');
  await load.run(CLIENTS, () => {
    other.exec('insert into notes values (1); pragma wal_checkpoint(passive)');
    return load.acknowledged.size >= 200 || load.refused.length > 0;
  });
  other.exec('pragma wal_checkpoint(truncate)');
  await load.run(1, () => true);
  assert.deepEqual(load.refused, []);
  await stop(store.serving);
});

test('serve refuses a store with a second hard link, and names what to do', async (t) => {
  const path = join(await temporaryFolder(t), 'petstore.db');
  await makeStore(path);
  await link(path, `${path}.link`);
  assert.match(
    await refusedStart(t, path),
    /has 2 names \(hard links\).* The operator must remove the others, or run "cp -p /,
  );
  await unlink(`${path}.link`);
  await stop((await serveStore(t, path, 'unused')).serving);
});
