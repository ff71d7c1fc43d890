// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { BACK_TO_1_0_0 } from '@petstore/testing/back-to-1-0-0.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';

/** Creates a store that was backed up with 3 animals and then got 2 more. */
async function aheadOfBackup(t: TestContext) {
  const folder = await temporaryFolder(t);
  const [store, path, backup] = [sqliteIn(folder), join(folder, 'petstore.db'), join(folder, 'backup.db')];
  const service = await startService(t, { store });
  const { key } = await service.account({ role: 'manager', perMinute: 1_000_000 });
  for (const name of ['Ada', 'Bo', 'Coco']) await addPet(service, key, { name });
  assert.equal((await runCommand(store, ['backup', backup])).status, 0);
  const lost = [await addPet(service, key, { name: 'Dot' }), await addPet(service, key, { name: 'Emil' })];
  assert.deepEqual(lost, [4, 5]);
  await service.close();
  const restore = async (file = backup) => {
    const { status, json, err } = await runCommand(store, ['restore', file, '--force', '--json']);
    assert.equal(status, 0, err);
    return at(json, 'ids');
  };
  return { store, path, backup, key, restore };
}

test('after each restore, ids continue after those of the replaced store, and lost events are 410', async (t) => {
  const { store, key, restore } = await aheadOfBackup(t);
  const lastIds = { pets: 5, orders: 0, events: 5, accounts: 1, keys: 1, bans: 0 };
  assert.partialDeepStrictEqual(await restore(), { basis: 'replacedStore', lastIds });
  const service = await startService(t, { store });
  for (const name of ['Fee', 'Gus', 'Hops', 'Ida', 'Jojo', 'Kit']) await addPet(service, key, { name });
  const read = (query: string) => service.send(`/v1/events?${query}`, { key });
  for (const after of [4, 5]) assert.equal((await read(`after=${after}`)).status, 410);
  const events = listOf(await read('after=3'));
  assert.deepEqual(
    events.map(({ id, pet }) => [id, at(pet, 'id')]),
    [6, 7, 8, 9, 10, 11].map((id) => [id, id]),
  );
  assert.equal(nextOf(await read('after=latest')), '/v1/events?limit=20&after=11');
  await service.close();
  assert.partialDeepStrictEqual(await restore(), { lastIds: { pets: 11, events: 11 } });
});

/** Changes to the store before the backup replaces it. */
const REPLACED: Record<string, (path: string, backup: string) => Promise<unknown>> = {
  missing: (path) => rm(path),
  'a text file': (path) => writeFile(path, 'Dear shelter, '.repeat(1_000)),
  empty: (path) => writeFile(path, ''),
  'without a header': async (path) => writeFile(path, (await readFile(path)).fill(0, 0, 100)),
  'a copy of the backup': (path, backup) => copyFile(backup, path),
  'another store': async (path) => {
    using store = new DatabaseSync(path);
    store.exec("update store_identity set id = 'other'");
  },
};

test('restore skips 1,000,000 ids if the replaced store is missing, no store, a copy of the backup or another one', async (t) => {
  const { path, backup, store, key, restore } = await aheadOfBackup(t);
  const ahead = await readFile(path);
  for (const [what, damage] of Object.entries(REPLACED)) {
    await writeFile(path, ahead);
    await damage(path, backup);
    const skipped = { basis: 'time', lastIds: { pets: 1_000_003, events: 1_000_003 } };
    assert.partialDeepStrictEqual(await restore(), skipped, what);
  }
  const service = await startService(t, { store });
  assert.equal(await addPet(service, key), 1_000_004);
});

test('restore reads the highest ids of a store with a damaged page of animals', async (t) => {
  const { path, restore } = await aheadOfBackup(t);
  const bytes = await readFile(path);
  const page = Math.floor(bytes.indexOf('Emil') / 4096);
  await writeFile(path, bytes.fill(0xff, page * 4096, (page + 1) * 4096));
  assert.partialDeepStrictEqual(await restore(), { basis: 'replacedStore', lastIds: { pets: 5 } });
});

test('a backup contains the time of the backup, and a restored store does not', async (t) => {
  const { path, backup, restore } = await aheadOfBackup(t);
  const timeIn = (file: string) => {
    const store = new DatabaseSync(file, { readOnly: true });
    const time = store.prepare('select backed_up_at from store_identity').get()?.backed_up_at;
    store.close();
    return time;
  };
  const time = Number(timeIn(backup));
  assert.ok(Math.abs(Date.now() - time) < 60_000, `${time}`);
  assert.equal(at(await restore(), 'backedUpAt'), new Date(time).toISOString());
  assert.deepEqual([timeIn(path), timeIn(backup)], [null, time]);
});

test('restore migrates a backup of version 1.0.0, and uses its newest time if the replaced store is missing', async (t) => {
  const { path, backup, restore } = await aheadOfBackup(t);
  const store = new DatabaseSync(backup);
  store.exec(BACK_TO_1_0_0);
  const newest = store.prepare('select max(at) as at from events').get()?.at;
  store.close();
  assert.partialDeepStrictEqual(await restore(), { basis: 'replacedStore', lastIds: { pets: 5 } });
  await rm(path);
  assert.partialDeepStrictEqual(await restore(), {
    basis: 'time',
    backedUpAt: new Date(Number(newest)).toISOString(),
  });
});
