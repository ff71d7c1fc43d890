import assert from 'node:assert/strict';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { type Event, Petstore } from '../../../../client/src/index.ts';

/** A store that was backed up with 3 animals and then got 2 more, and is not served now. */
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
  /** The id of the next animal. */
  const next = async () => {
    const again = await startService(t, { store });
    const id = await addPet(again, key, { name: 'Fee' });
    const events = await readAll(again, key, '/v1/events?after=3');
    await again.close();
    return { id, events: events.map((event) => event.id) };
  };
  return { folder, store, path, backup, key, restore, next };
}

test('after a restore ids continue after those of the replaced store, and lost events are 410', async (t) => {
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

test('a backup that is restored twice gives no id twice', async (t) => {
  const { restore, next } = await aheadOfBackup(t);
  await restore();
  assert.deepEqual(await next(), { id: 6, events: [6] });
  await restore();
  assert.deepEqual(await next(), { id: 7, events: [7] });
});

/** What happened to the store before the backup is put in its place. */
const REPLACED: Record<string, (path: string, backup: string) => Promise<unknown>> = {
  'is gone': (path) => rm(path),
  'is a text': (path) => writeFile(path, 'Dear shelter, '.repeat(1_000)),
  'is empty': (path) => writeFile(path, ''),
  'has lost its header': async (path) => writeFile(path, (await readFile(path)).fill(0, 0, 100)),
  'is the backup, copied by hand': (path, backup) => copyFile(backup, path),
};

for (const [what, damage] of Object.entries(REPLACED)) {
  test(`when the replaced store ${what}, 1,000,000 ids are skipped`, async (t) => {
    const { path, backup, restore, next } = await aheadOfBackup(t);
    await damage(path, backup);
    await restore();
    assert.deepEqual(await next(), { id: 1_000_004, events: [1_000_004] });
  });
}

test('when the replaced store is a new one, 1,000,000 ids are skipped', async (t) => {
  const { path, store, restore, next } = await aheadOfBackup(t);
  await rm(path);
  const service = await startService(t, { store });
  const { key } = await service.account();
  for (let added = 0; added < 4; added += 1) await addPet(service, key);
  await service.close();
  await restore();
  assert.equal((await next()).id, 1_000_004);
});

test('a store of which a page of animals is damaged still says how far it had counted', async (t) => {
  const { path, restore, next } = await aheadOfBackup(t);
  const bytes = await readFile(path);
  const page = Math.floor(bytes.indexOf('Emil') / 4096);
  await writeFile(path, bytes.fill(0xff, page * 4096, (page + 1) * 4096));
  await restore();
  assert.equal((await next()).id, 6);
});

test('a backup keeps the moment when it was made, and a store that was restored does not', async (t) => {
  const { path, backup, restore } = await aheadOfBackup(t);
  const momentIn = (file: string) => {
    const store = new DatabaseSync(file, { readOnly: true });
    const moment = store.prepare('select backed_up_at from store_identity').get()?.backed_up_at;
    store.close();
    return moment;
  };
  const moment = Number(momentIn(backup));
  assert.ok(Math.abs(Date.now() - moment) < 60_000, `${moment}`);
  assert.equal(at(await restore(), 'backedUpAt'), new Date(moment).toISOString());
  assert.deepEqual([momentIn(path), momentIn(backup)], [null, moment]);
});

const BACK_TO_1_0_0 = `
  drop table store_identity;
  drop table skipped_ids;
  drop index imported_pets_by_pet;
  drop index imported_pets_by_origin;
  drop index orders_by_pet_and_account_id;
  drop index orders_by_pet_and_account_id_and_status;
  drop index orders_by_pet_and_owner_id;
  drop index orders_by_pet_and_owner_id_and_status;
  alter table imported_pets drop column origin;
  drop view category_totals;
  drop trigger pets_counted_after_insert;
  drop trigger pets_counted_after_delete;
  drop trigger pets_counted_after_update;
  alter table categories drop column pets;
  alter table categories drop column available;
  delete from kysely_migration where name >= '0004'`;

test('a backup of version 1.0.0 is brought up to date, and its newest time counts where the store is gone', async (t) => {
  const { path, backup, restore, next } = await aheadOfBackup(t);
  const store = new DatabaseSync(backup);
  store.exec(BACK_TO_1_0_0);
  const newest = store.prepare('select max(at) as at from events').get()?.at;
  store.close();
  assert.partialDeepStrictEqual(await restore(), { basis: 'replacedStore' });
  assert.equal((await next()).id, 6);
  await rm(path);
  assert.partialDeepStrictEqual(await restore(), {
    basis: 'time',
    backedUpAt: new Date(Number(newest)).toISOString(),
  });
});

test('the ids that are skipped grow with the age of the backup', async (t) => {
  const { path, backup, restore, next } = await aheadOfBackup(t);
  const store = new DatabaseSync(backup);
  store.prepare('update store_identity set backed_up_at = ?').run(Date.now() - 1_000_000);
  store.close();
  await rm(path);
  await restore();
  const { id } = await next();
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

test('followers that read on across a restore end with the catalogue, those that know lost events after a 410', async (t) => {
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
  const again = follower(service, key);
  for (const name of ['Emil', 'Fee', 'Gus']) await addPet(service, key, { name });
  const fresh = await readCopy(again);
  assert.deepEqual([...fresh.values()].sort(), ['Ada', 'Bo', 'Coco', 'Emil', 'Fee', 'Gus']);
  await follow(again, behind, behindAt);
  assert.deepEqual(new Map([...behind].sort()), new Map([...fresh].sort()));
  await assert.rejects(follow(again, ahead, aheadAt), { code: 'events_expired' });
  const { next: end } = await again.events.page({ after: 'latest' });
  const reloaded = await readCopy(again);
  await addPet(service, key, { name: 'Hops' });
  await follow(again, reloaded, end);
  assert.deepEqual(reloaded, await readCopy(again));
});
