// Runs in a process of its own.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at, membersOf } from '@petstore/testing/http/expect-response.ts';
import { memoryOf } from '@petstore/testing/processes/proc-files.ts';
import { until } from '@petstore/testing/until.ts';
import { enterOwnMounts } from '../namespaces/mount-namespace.ts';
import {
  addPetsTo,
  assertOneLine,
  assertSound,
  assertUnavailable,
  crash,
  makeStore,
  PetLoad,
  refusedStart,
  type ServedStore,
  serveAgain,
  serveStore,
  stop,
} from './served-store.ts';
import { SmallDisk } from './small-disk.ts';

/** A real disk of a few MiB that is full. */

const MIB = 1024 * 1024;
const skip = enterOwnMounts();
const FULL = 'The store is full. The operator must free space on its disk.';
const DISK_MIB = 32;
const UNWRITABLE = `The store can be read, but not be written: ${FULL}`;
const UNWRITABLE_LINES = /The store can be read, but not be written/g;

test('writes are 503 and reads succeed while the disk is full, no acknowledged write is lost, and freed space is used without a restart', {
  skip,
}, async (t) => {
  const disk = new SmallDisk(t, DISK_MIB);
  const store = await serveStore(t, disk.path('petstore.db'));
  const load = new PetLoad(store);
  let isFull = false;
  await load.run(8, () => {
    if (!isFull && load.acknowledged.size >= 100) {
      disk.fill();
      isFull = true;
    }
    return load.refused.length >= 100;
  });
  for (const { response } of load.refused) assertUnavailable(response, FULL);
  await assertReadable(store);
  await load.assertKept(store);
  disk.free();
  const before = load.acknowledged.size;
  await load.run(1, () => true);
  assert.equal(load.acknowledged.size, before + 1, 'the first write after space was freed');
  await load.run(8, () => load.acknowledged.size >= before + 50);
  const again = await serveAgain(t, store);
  await load.assertKept(again);
  await stop(again.serving);
  await assertSound(store.path);
  t.diagnostic(`${before} pets acknowledged until the disk was full, ${load.refused.length} rejected`);
});

/** Asserts that requests which need no new space succeed. */
async function assertReadable({ send, key }: ServedStore): Promise<void> {
  for (const path of ['/v1/pets', '/v1/pets/1', '/v1/events', '/v1/usage', '/healthz', '/readyz']) {
    const { status, text } = await send(path, { key });
    assert.equal(status, 200, `${path}: ${text}`);
  }
}

test('1,000 writes that fail on a full disk take bounded memory and few log lines', {
  skip,
}, async (t) => {
  const disk = new SmallDisk(t, DISK_MIB);
  const store = await serveStore(t, disk.path('petstore.db'));
  const load = new PetLoad(store);
  await load.run(8, () => load.acknowledged.size >= 200);
  disk.fill();
  await load.run(8, () => load.refused.length >= 200);
  const [before, since, refused] = [memoryMiB(store), performance.now(), load.refused.length];
  await load.run(8, () => load.refused.length >= refused + 1_000);
  const grown = memoryMiB(store) - before;
  const seconds = Math.ceil((performance.now() - since) / 1_000);
  const failures = store.serving.err().match(/"request failed"/g)?.length ?? 0;
  t.diagnostic(`1,000 failed writes: ${grown.toFixed(0)} MiB more memory, ${failures} lines in ${seconds} s`);
  assert.ok(grown < 64, `${grown} MiB more`);
  // One line a second, including those of the first failures.
  assert.ok(failures >= 1 && failures <= 2 * seconds + 5, `${failures} lines in ${seconds} s`);
});

for (const before of ['a stop', 'a crash'] as const) {
  test(`after ${before} and a start on a full disk, reads succeed, writes are 503, and freed space is used without a restart`, {
    skip,
  }, async (t) => {
    const disk = new SmallDisk(t, DISK_MIB);
    const store = await serveStore(t, disk.path('petstore.db'));
    const load = new PetLoad(store);
    await load.run(8, () => load.acknowledged.size >= 100);
    if (before === 'a stop') await stop(store.serving);
    else await crash(store.serving);
    disk.fill();
    const again = await serveStore(t, store.path, store.key);
    await assertReadable(again);
    await load.assertKept(again);
    assertUnavailable(await addPet(again), FULL);
    await assertNote(again, UNWRITABLE);
    assert.equal(again.serving.err().match(UNWRITABLE_LINES)?.length, 1, again.serving.err());
    disk.free();
    await until(async () => (await addPet(again)).status === 201);
    await assertNote(again, undefined);
    assert.match(again.serving.err(), /"the store can be written again"/);
    await load.assertKept(again);
    await stop(again.serving);
    await assertSound(store.path);
  });
}

test('a process that has started on a full disk reads what another program commits, and its notes end without a request that writes', {
  skip,
}, async (t) => {
  const disk = new SmallDisk(t, DISK_MIB);
  const path = disk.path('petstore.db');
  const { key, serving } = await serveStore(t, path);
  await stop(serving);
  disk.fill();
  const store = await serveStore(t, path, key);
  await assertNote(store, UNWRITABLE);
  disk.free();
  addPetsTo(path, 3, 'pet');
  assert.equal((await store.send('/v1/pets/3', { key })).status, 200);
  await until(async () => (await noteOf(store)) === undefined);
  assert.equal((await addPet(store)).status, 201);
});

test('a hold that ends while the disk is full does not prevent reads', { skip }, async (t) => {
  const disk = new SmallDisk(t, DISK_MIB);
  const path = disk.path('petstore.db');
  const store = await serveStore(t, path);
  const { key } = store;
  const pet = await addPet(store);
  const body = { petId: at(pet.json, 'id') };
  assert.equal((await store.send('/v1/store/orders', { method: 'POST', key, body })).status, 201);
  await stop(store.serving);
  endHolds(path);
  disk.fill();
  const again = await serveStore(t, path, key);
  assert.equal(at((await again.send('/v1/pets/1', { key })).json, 'status'), 'pending');
  disk.free();
  await until(async () => (await addPet(again)).status === 201);
  assert.equal(at((await again.send('/v1/pets/1', { key })).json, 'status'), 'available');
});

test('a start on a full disk fails with one line for a new store, and for one that must be migrated, with the space for that', {
  skip,
}, async (t) => {
  const disk = new SmallDisk(t, DISK_MIB);
  disk.fill();
  assert.equal(await refusedStart(t, disk.path('new.db')), `petstore: ${FULL}\n`);
  disk.free();
  const path = disk.path('petstore.db');
  await makeStore(path);
  forgetLastMigration(path);
  disk.fill();
  assert.match(
    await refusedStart(t, path),
    /^petstore: The store is full\. .* must migrate it before it can be served, which takes up to 19 MB\.\n$/,
  );
});

function addPet({ send, key }: ServedStore) {
  const body = { name: 'Bella', categoryId: 1, status: 'available' };
  return send('/v1/pets', { method: 'POST', key, body });
}

async function noteOf({ send }: ServedStore): Promise<unknown> {
  const { status, json } = await send('/readyz');
  assert.equal(status, 200);
  return membersOf(json).note;
}

async function assertNote(store: ServedStore, note: string | undefined): Promise<void> {
  await until(async () => (await noteOf(store)) === note);
}

function endHolds(path: string): void {
  const store = new DatabaseSync(path);
  store.exec('update orders set expires_at = 1 where expires_at is not null');
  store.close();
}

function forgetLastMigration(path: string): void {
  const store = new DatabaseSync(path);
  store.exec('delete from kysely_migration where name = (select max(name) from kysely_migration)');
  store.close();
}

test('a backup and an export to a full disk fail with one line, and keep the existing files', {
  skip,
}, async (t) => {
  const disk = new SmallDisk(t, DISK_MIB);
  const path = join(await temporaryFolder(t), 'petstore.db');
  await makeStore(path);
  addPetsTo(path, 1_000, 'pet');
  for (const [command, name] of [
    [['backup'], 'backup.db'],
    [['pets', 'export'], 'pets.csv'],
  ] as const) {
    const file = disk.path(name);
    await writeFile(file, 'existing');
    for (const pagesLeft of [0, 2]) {
      disk.fill(pagesLeft);
      const { status, out, err } = await runCommand(`sqlite:${path}`, [...command, file]);
      disk.free();
      assert.deepEqual([status, out], [1, ''], err);
      assertOneLine(err);
      assert.match(err, /full/);
      assert.equal(await readFile(file, 'utf8'), 'existing');
    }
  }
  assert.deepEqual(disk.files(), ['backup.db', 'pets.csv']);
});

test('an import that fills the disk prints the last imported line, and the rest can be imported later', {
  skip,
}, async (t) => {
  const disk = new SmallDisk(t, 4 * DISK_MIB);
  const path = disk.path('petstore.db');
  await makeStore(path);
  const rows = Array.from({ length: 12_000 }, (_, n) =>
    JSON.stringify({ name: `pet ${n} ${'x'.repeat(900)}`, categoryId: 1 }),
  );
  const file = join(await temporaryFolder(t), 'pets.ndjson');
  await writeFile(file, rows.join('\n'));
  // More than one transaction needs, less than all of them.
  disk.fill(5_000);
  const { status, out, err } = await runCommand(`sqlite:${path}`, ['pets', 'import', file]);
  disk.free();
  assert.deepEqual([status, out], [1, ''], err);
  assertOneLine(err);
  assert.match(err, /^petstore: The store is full\. The operator must free space on its disk\. /);
  const [, last] = /imported up to line (\d+): import only the lines after it/.exec(err) ?? [];
  const line = /Nothing was imported/.test(err) ? 0 : Number(last);
  assert.equal(countPets(path), line, err);
  assert.ok(line < rows.length);
  t.diagnostic(`${line} of ${rows.length} rows were imported until the disk was full`);
  await writeFile(file, rows.slice(line).join('\n'));
  assert.equal((await runCommand(`sqlite:${path}`, ['pets', 'import', file])).status, 0);
  assert.equal(countPets(path), rows.length);
  await assertSound(path);
});

test('a restore on a full disk fails with one line, and keeps the store', {
  skip,
}, async (t) => {
  const disk = new SmallDisk(t, DISK_MIB);
  const path = disk.path('petstore.db');
  await makeStore(path);
  addPetsTo(path, 10, 'pet');
  const backup = join(await temporaryFolder(t), 'backup.db');
  await makeStore(backup);
  for (const pagesLeft of [0, 2, 10]) {
    disk.fill(pagesLeft);
    const { status, out, err } = await runCommand(`sqlite:${path}`, ['restore', backup, '--force']);
    disk.free();
    assert.deepEqual([status, out], [1, ''], err);
    assertOneLine(err);
    assert.match(err, /full/);
    assert.doesNotMatch(disk.files().join(), /partial/);
  }
  assert.equal(countPets(path), 10);
  await assertSound(path);
});

function countPets(path: string): number {
  const store = new DatabaseSync(path, { readOnly: true });
  const { count } = store.prepare('select count(*) as count from pets').get() ?? {};
  store.close();
  return Number(count);
}

function memoryMiB({ serving }: ServedStore): number {
  return (memoryOf(serving.pid)?.now ?? Number.NaN) / MIB;
}
