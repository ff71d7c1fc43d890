import assert from 'node:assert/strict';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { BACK_TO_1_0_0 } from '@petstore/testing/back-to-1-0-0.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { type Event, Petstore } from '../../../../client/src/index.ts';

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
  /** Adds an animal; returns its id, and the ids of the events after the backup. */
  const addNext = async () => {
    const service = await startService(t, { store });
    const id = await addPet(service, key, { name: 'Fee' });
    const events = await readAll(service, key, '/v1/events?after=3');
    await service.close();
    return { id, events: events.map((event) => event.id) };
  };
  return { folder, store, path, backup, key, restore, addNext };
}

test('after a restore, ids continue after those of the replaced store, and lost events are 410', async (t) => {
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
});

test('restoring a backup twice never reuses an id', async (t) => {
  const { restore, addNext } = await aheadOfBackup(t);
  await restore();
  assert.deepEqual(await addNext(), { id: 6, events: [6] });
  await restore();
  assert.deepEqual(await addNext(), { id: 7, events: [7] });
});

/** Changes to the store before the backup replaces it. */
const REPLACED: Record<string, (path: string, backup: string) => Promise<unknown>> = {
  'is missing': (path) => rm(path),
  'is a text file': (path) => writeFile(path, 'Dear shelter, '.repeat(1_000)),
  'is empty': (path) => writeFile(path, ''),
  'has lost its header': async (path) => writeFile(path, (await readFile(path)).fill(0, 0, 100)),
  'is a copy of the backup': (path, backup) => copyFile(backup, path),
};

for (const [what, damage] of Object.entries(REPLACED)) {
  test(`restore skips 1,000,000 ids if the replaced store ${what}`, async (t) => {
    const { path, backup, restore, addNext } = await aheadOfBackup(t);
    await damage(path, backup);
    await restore();
    assert.deepEqual(await addNext(), { id: 1_000_004, events: [1_000_004] });
  });
}

test('restore skips 1,000,000 ids if the replaced store is a new one', async (t) => {
  const { path, store, restore, addNext } = await aheadOfBackup(t);
  await rm(path);
  const service = await startService(t, { store });
  const { key } = await service.account();
  for (let added = 0; added < 4; added += 1) await addPet(service, key);
  await service.close();
  await restore();
  assert.equal((await addNext()).id, 1_000_004);
});

test('restore reads the highest ids of a store with a damaged page of animals', async (t) => {
  const { path, restore, addNext } = await aheadOfBackup(t);
  const bytes = await readFile(path);
  const page = Math.floor(bytes.indexOf('Emil') / 4096);
  await writeFile(path, bytes.fill(0xff, page * 4096, (page + 1) * 4096));
  await restore();
  assert.equal((await addNext()).id, 6);
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
  const { path, backup, restore, addNext } = await aheadOfBackup(t);
  const store = new DatabaseSync(backup);
  store.exec(BACK_TO_1_0_0);
  const newest = store.prepare('select max(at) as at from events').get()?.at;
  store.close();
  assert.partialDeepStrictEqual(await restore(), { basis: 'replacedStore' });
  assert.equal((await addNext()).id, 6);
  await rm(path);
  assert.partialDeepStrictEqual(await restore(), {
    basis: 'time',
    backedUpAt: new Date(Number(newest)).toISOString(),
  });
});

test('restore skips more ids for an older backup', async (t) => {
  const { path, backup, restore, addNext } = await aheadOfBackup(t);
  const store = new DatabaseSync(backup);
  store.prepare('update store_identity set backed_up_at = ?').run(Date.now() - 1_000_000);
  store.close();
  await rm(path);
  await restore();
  const { id } = await addNext();
  assert.ok(id > 10_000_000 && id < 20_000_000, `${id}`);
});

function follower(service: TestService, key: string) {
  return new Petstore({ baseUrl: service.url, apiKey: key });
}

/** Applies events to a copy of the catalogue until the end of the feed; returns the position. */
async function follow(client: Petstore, copy: Map<bigint, string>, after: bigint): Promise<bigint> {
  const apply = ({ type, pet }: Event) => {
    if (pet === undefined) return;
    if (type === 'pet.deleted') copy.delete(pet.id);
    else copy.set(pet.id, pet.name);
  };
  for await (const { items, next, isHead } of client.events.pages({ after })) {
    for (const event of items) apply(event);
    if (isHead) return next;
  }
  return after;
}

async function readCopy(client: Petstore): Promise<Map<bigint, string>> {
  const copy = new Map<bigint, string>();
  for await (const { id, name } of client.pets.list()) copy.set(id, name);
  return copy;
}

test('clients of the feed catch up after a restore, those that have read lost events after a 410', async (t) => {
  const folder = await temporaryFolder(t);
  const [store, backup] = [sqliteIn(folder), join(folder, 'backup.db')];
  const before = await startService(t, { store });
  const { key } = await before.account({ role: 'manager', perMinute: 1_000_000 });
  for (const name of ['Ada', 'Bo', 'Coco']) await addPet(before, key, { name });
  const [behind, ahead] = [new Map<bigint, string>(), new Map<bigint, string>()];
  const client = follower(before, key);
  const behindAt = await follow(client, behind, 0n);
  assert.equal((await runCommand(store, ['backup', backup])).status, 0);
  await addPet(before, key, { name: 'Dot' });
  await before.send('/v1/pets/1', { method: 'DELETE', key });
  const aheadAt = await follow(client, ahead, 0n);
  await before.close();
  assert.equal((await runCommand(store, ['restore', backup, '--force'])).status, 0);

  const service = await startService(t, { store });
  const newClient = follower(service, key);
  for (const name of ['Emil', 'Fee', 'Gus']) await addPet(service, key, { name });
  const fresh = await readCopy(newClient);
  assert.deepEqual([...fresh.values()].sort(), ['Ada', 'Bo', 'Coco', 'Emil', 'Fee', 'Gus']);
  await follow(newClient, behind, behindAt);
  assert.deepEqual(new Map([...behind].sort()), new Map([...fresh].sort()));
  await assert.rejects(follow(newClient, ahead, aheadAt), { code: 'events_expired' });
  const { next: end } = await newClient.events.page({ after: 'latest' });
  const reloaded = await readCopy(newClient);
  await addPet(service, key, { name: 'Hops' });
  await follow(newClient, reloaded, end);
  assert.deepEqual(reloaded, await readCopy(newClient));
});
