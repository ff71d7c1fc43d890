// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { openStore, temporaryStore } from '@petstore/testing/stores.ts';
import { changeProfile } from '../../catalogue/listings/listing-changes.ts';
import type { Pet } from '../../catalogue/pets/pet.ts';
import { changePet, createPet, removePet } from '../../catalogue/pets/pet-changes.ts';
import type { Database } from '../../platform/database/database.ts';

const SINCE = '2026-11-26T09:00:00Z';
const [BEFORE, AFTER] = [Date.parse(SINCE) - 1, Date.parse(SINCE)];
const change = (at: number) => ({ actor: null, at });

function add({ write }: Database, name: string, at: number, ownerId: bigint | null = null): Promise<Pet> {
  return write((db) => createPet(db, { name, categoryId: 1n }, ownerId, change(at)));
}

async function begin(t: TestContext) {
  const store = await temporaryStore(t);
  const database = await openStore(t, store);
  const file = join(await temporaryFolder(t), 'added.ndjson');
  const rows = async () =>
    (await readFile(file, 'utf8')).split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  const { id } = await database.read.selectFrom('store_identity').select('id').executeTakeFirstOrThrow();
  const exportSince = (...args: string[]) => runCommand(store, ['pets', 'export', '--since', ...args]);
  return { store, storeId: id, database, file, rows, exportSince };
}

test('--since writes the animals that were added since then, a mapping, and what is not in the file', async (t) => {
  const { storeId, database, file, rows, exportSince } = await begin(t);
  const [changed, removed] = [await add(database, 'changed', BEFORE), await add(database, 'removed', BEFORE)];
  await add(database, 'old', BEFORE);
  const added = await add(database, 'added', AFTER);
  const withdrawn = await add(database, 'added and removed', AFTER);
  await database.write(async (db) => {
    await changePet(db, changed, { name: 'new name' }, change(AFTER));
    for (const pet of [removed, withdrawn]) await removePet(db, pet, change(AFTER));
    await changeProfile(
      db,
      { petId: added.id, profile: {} },
      { breed: 'Beagle' },
      change(AFTER),
      'http://localhost',
    );
  });
  const { status, out } = await exportSince(SINCE, file);
  assert.equal(status, 0);
  const mapping = file.replace('.ndjson', '.mapping.json');
  assert.deepEqual(out.split('\n'), [
    `1 pets that were added since 2026-11-26T09:00:00.000Z written to ${file}`,
    `Import them after the restore: petstore pets import ${file} --mapping ${mapping}`,
    'Not in the file, so repeat it after the restore:',
    '  profiles or photos of the added animals: 4',
    '  changes of older animals: 1',
    '  removed animals: 2',
    '',
  ]);
  assert.deepEqual(await rows(), [
    { id: 4, name: 'added', categoryId: 1, store: storeId, reference: `petstore:${storeId}:4` },
  ]);
  assert.deepEqual(Object.keys(JSON.parse(await readFile(mapping, 'utf8'))), [
    'reference',
    'name',
    'categoryId',
    'status',
  ]);
});

test('--since upgrade begins with the last migration', async (t) => {
  const { database, file, rows, exportSince } = await begin(t);
  await add(database, 'old', BEFORE - 86_400_000 * 365);
  await add(database, 'added', Date.now() + 1_000);
  assert.equal((await exportSince('upgrade', file)).status, 0);
  assert.deepEqual(
    (await rows()).map(({ name }) => name),
    ['added'],
  );
});

test('a reference that animals of two accounts have is replaced, so that an import for one account adds both', async (t) => {
  const { store, storeId, database, file, rows, exportSince } = await begin(t);
  for (const name of ['A', 'B']) await runCommand(store, ['accounts', 'create', name, '--plan', 'free']);
  const imported = { name: 'x', category_id: 1n };
  for (const [owner, reference] of [
    [1n, 'shared'],
    [2n, 'shared'],
    [2n, 'own'],
  ] as const) {
    const { id } = await add(database, reference, AFTER, owner);
    await database.write((db) =>
      db
        .insertInto('imported_pets')
        .values({ ...imported, owner_id: owner, reference, pet_id: id })
        .execute(),
    );
  }
  const { out } = await exportSince(SINCE, file);
  assert.deepEqual(
    (await rows()).map(({ reference }) => reference),
    [`petstore:${storeId}:1`, `petstore:${storeId}:2`, 'own'],
  );
  assert.match(
    out,
    /\n {2}the owners of the added animals \(A, B\): the import gives all of them to one, with --owner\n/,
  );
});

test('--since rejects a time without an offset, standard output and --for-spreadsheet', async (t) => {
  const { file, exportSince } = await begin(t);
  for (const [args, message] of [
    [['yesterday', file], /--since must be upgrade or a time with its offset, .*; got "yesterday"/],
    [['2026-11-26T09:00', file], /--since must be upgrade or a time/],
    [[SINCE], /--since needs the name of a file/],
    [[SINCE, '--for-spreadsheet', file], /--since.* cannot be used with .*--for-spreadsheet/],
  ] as const) {
    const { status, err } = await exportSince(...args);
    assert.equal(status, 2, err);
    assert.match(err, message);
  }
});
