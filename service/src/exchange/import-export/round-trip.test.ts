// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { counts } from '@petstore/testing/fixtures/imports.ts';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import fc from 'fast-check';
import { type NewPet, nameFault } from '../../catalogue/pets/pet.ts';
import { createPet, removePet } from '../../catalogue/pets/pet-changes.ts';
import { listPets } from '../../catalogue/pets/pet-queries.ts';
import { eraseRemovedPet } from '../../catalogue/pets/removed-pets.ts';
import type { Database } from '../../platform/database/database.ts';
import { advanceIds } from '../../platform/database/recovery/advance-ids.ts';
import { exportPets } from './exports/export-pets.ts';
import { importPets } from './import-pets.ts';
import { parseMapping } from './mapping/mapping-file.ts';
import { ROW_FORMATS, type RowFormat } from './readers/rows.ts';

const CHANGE = { actor: null, at: 0 };
/** On PostgreSQL only the order of rows and the transactions can differ. */
const RUNS = process.env.TEST_STORE === 'postgres' ? 2 : 8;
const REX: NewPet = { name: 'Rex', categoryId: 1n, status: 'available' };
const MAPPING = parseMapping(`{
  "reference": {"column": "tag"}, "name": {"column": "name"}, "categoryId": {"column": "kind"}
}`);

/** Opens a store with two accounts. */
async function openCatalogue(t: TestContext) {
  const database = await temporaryDatabase(t);
  const [first, second] = [
    await addAccount(database, 'first', 0, {}),
    await addAccount(database, 'second', 0, {}),
  ];
  const importText = async (text: string, format: RowFormat, ownerId = first.id, dryRun = false) => {
    const source = { file: { open: () => bytesOf(text), format } };
    return counts(
      await importPets(database, source, {
        ownerId,
        clock: new FakeClock(),
        publicUrl: 'http://petstore.test',
        dryRun,
      }),
    );
  };
  const importMapped = (rows: string, ownerId = first.id) =>
    importPets(
      database,
      { file: { open: () => bytesOf(`tag,name,kind\n${rows}`), format: 'csv' }, mapping: MAPPING },
      { ownerId, clock: new FakeClock(), publicUrl: 'http://petstore.test' },
    );
  const exported = async (format: RowFormat) =>
    (await Array.fromAsync(exportPets(database.read, format))).join('');
  const add = (pet: NewPet, ownerId: bigint | null = first.id) =>
    database.write((db) => createPet(db, pet, ownerId, CHANGE));
  return { database, first: first.id, second: second.id, importText, importMapped, exported, add };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Returns all rows of the catalogue, of imports and of events, which an import without changes must not change. */
async function everythingIn({ read }: Database) {
  const tables = ['pets', 'imported_pets', 'events', 'categories'] as const;
  return Promise.all(tables.map((table) => read.selectFrom(table).selectAll().execute()));
}

/** Returns the expected counts of an import whose rows all have one effect. */
function countsOf(rows: number, kind: string): Record<string, number> {
  return rows === 0 ? {} : { rows, [kind]: rows };
}

async function petsIn({ read }: Database) {
  const pets = await listPets(read, { order: 'oldest first', limit: 1000 });
  return pets.map(({ id: _, ...pet }) => pet);
}

/** Most of its characters mean something in CSV, in JSON or in a spreadsheet. */
const anyName = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom(...'=+-@"\',;\r\n\t \uFEFF\uFFFD\\'),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''))
  .filter((name) => nameFault(name) === undefined);

const petsOfAnyKind = fc.array(
  fc.record({
    pet: fc.record(
      {
        name: fc.oneof(fc.constantFrom('Rex', '"Tom", the\ncat', '=1+1'), anyName),
        categoryId: fc.oneof(fc.constantFrom(1n, -(2n ** 63n)), fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)),
        status: fc.constantFrom('available', 'pending', 'sold'),
      },
      { requiredKeys: ['name', 'categoryId'] },
    ),
    /** Added without an owner or by an account, or imported for an account with a reference that both may use. */
    from: fc.constantFrom('no owner', 'first', 'second', 'imported by first', 'imported by second'),
    isRemoved: fc.boolean(),
  }),
  { maxLength: 12 },
);

type Animal = typeof petsOfAnyKind extends fc.Arbitrary<(infer One)[]> ? One : never;

async function fill(
  catalogue: Awaited<ReturnType<typeof openCatalogue>>,
  animals: readonly Animal[],
): Promise<void> {
  for (const [index, { pet, from }] of animals.entries()) {
    const owner = from.endsWith('second') ? catalogue.second : catalogue.first;
    if (from.startsWith('imported'))
      await catalogue.importMapped(`A${index % 3},Rex ${index},${index}\n`, owner);
    else await catalogue.add(pet, from === 'no owner' ? null : owner);
  }
  const all = await listPets(catalogue.database.read, { order: 'oldest first', limit: 100 });
  for (const [index, pet] of all.entries()) {
    if (animals[index]?.isRemoved) await catalogue.database.write((db) => removePet(db, pet, CHANGE));
  }
}

for (const format of ROW_FORMATS) {
  test(`an export as ${format} changes nothing in its own store, and is added to another only once`, async (t) => {
    await fc.assert(
      fc.asyncProperty(petsOfAnyKind, fc.boolean(), async (animals, forSecond) => {
        const here = await openCatalogue(t);
        const there = await openCatalogue(t);
        await fill(here, animals);
        const before = await everythingIn(here.database);
        const count = before[0]?.length ?? 0;
        const file = await here.exported(format);
        const owners = forSecond ? [here.second, there.second] : [here.first, there.first];
        const nothing = countsOf(count, 'unchanged');

        assert.deepEqual(await here.importText(file, format, owners[0]), nothing);
        assert.deepEqual(await everythingIn(here.database), before);

        assert.deepEqual(await there.importText(file, format), countsOf(count, 'created'));
        assert.deepEqual(await petsIn(there.database), await petsIn(here.database));
        assert.deepEqual(await there.importText(file, format, owners[1]), nothing);

        const back = await there.exported(format);
        assert.deepEqual(await there.importText(back, format), nothing);
        assert.deepEqual(await here.importText(back, format, owners[0]), nothing);
        assert.deepEqual(await everythingIn(here.database), before);
      }),
      { numRuns: RUNS },
    );
  });
}

test('a row of a pet that was removed after the export fails while it is in the bin, and then stays deleted', async (t) => {
  const { database, exported, importText, add } = await openCatalogue(t);
  const pet = await add(REX);
  const file = await exported('csv');
  await database.write((db) => removePet(db, pet, CHANGE));
  assert.deepEqual(await importText(file, 'csv'), { rows: 1, failed: 1 });
  await database.write((db) => eraseRemovedPet(db, pet.id));
  assert.deepEqual(await importText(file, 'csv'), { rows: 1, deleted: 1 });
  assert.deepEqual(await petsIn(database), []);
});

test('a pet that changed in the catalogue or in the file after the export stays unchanged', async (t) => {
  const { database, exported, importText, add } = await openCatalogue(t);
  await add(REX);
  const file = await exported('csv');
  const edited = file.replace('"available"', '"sold"');
  assert.deepEqual(await importText(edited, 'csv'), { rows: 1, kept: 1 });
  await database.write((db) => db.updateTable('pets').set({ status: 'sold' }).execute());
  assert.deepEqual(await importText(file, 'csv'), { rows: 1, kept: 1 });
  assert.deepEqual(await petsIn(database), [{ ...REX, status: 'sold' }]);
});

test('a later export applies the changes of the first store to the second', async (t) => {
  const [here, there] = [await openCatalogue(t), await openCatalogue(t)];
  await here.add(REX);
  await there.importText(await here.exported('ndjson'), 'ndjson');
  await here.database.write((db) => db.updateTable('pets').set({ name: 'Max' }).execute());
  const file = await here.exported('ndjson');
  // The account of an import only sets the owner of new pets.
  assert.deepEqual(await there.importText(file, 'ndjson', there.second), { rows: 1, updated: 1 });
  assert.deepEqual(await petsIn(there.database), [{ ...REX, name: 'Max' }]);
});

test('an export restores the pets that a recovery lost, once', async (t) => {
  const { database, exported, importText, add } = await openCatalogue(t);
  await add(REX);
  const lost = await add({ ...REX, name: 'Lost' });
  const file = await exported('csv');
  // As after a restore: the row is missing, and its id is skipped.
  await database.write((db) => db.deleteFrom('pets').where('id', '=', lost.id).execute());
  await database.write((db) =>
    db.insertInto('skipped_ids').values({ table_name: 'pets', first_id: 2n, last_id: 2n }).execute(),
  );
  await advanceIds(database, { now: 0 });
  assert.deepEqual(await importText(file, 'csv'), { rows: 2, unchanged: 1, created: 1 });
  assert.deepEqual(await importText(file, 'csv'), { rows: 2, unchanged: 2 });
  const again = await exported('csv');
  assert.deepEqual(await importText(again, 'csv'), { rows: 2, unchanged: 2 });
});

test('an export keeps references, so that the original file recognises its pets in the other store', async (t) => {
  const [here, there] = [await openCatalogue(t), await openCatalogue(t)];
  await here.importMapped('A1,Rex,1\nA2,Tom,2\n');
  await there.importText(await here.exported('csv'), 'csv');
  const again = counts(await there.importMapped('A1,Rex,1\nA2,Thomas,2\nA3,Kit,2\n'));
  assert.deepEqual(again, { rows: 3, unchanged: 1, updated: 1, created: 1 });
});

test('an export of version 1.0.0 and a file with unrelated columns of the same names add their pets each time', async (t) => {
  const { importText } = await openCatalogue(t);
  const files = [
    'id,name,categoryId,status\n1,Rex,1,available\n',
    'id,name,categoryId,store,origin,reference\n1,Rex,1,Berlin,stray,A1\n2,Tom,1,Berlin,stray,A1\n',
  ];
  for (const file of files) {
    const rows = file.trim().split('\n').length - 1;
    for (const _ of [1, 2]) {
      assert.deepEqual(await importText(file, 'csv'), { rows, created: rows, withoutReference: rows });
    }
  }
});

test('a row of an export with an invalid id, origin or group fails', async (t) => {
  const { exported, importText, add } = await openCatalogue(t);
  await add(REX);
  const file = await exported('csv');
  assert.deepEqual(await importText(file.replace('\n1,', '\nfirst,'), 'csv'), { rows: 1, failed: 1 });
  for (const wrong of [',"elsewhere",,\n', ',,,"1; Tom"\n'])
    assert.deepEqual(await importText(file.replace(/,,,\n$/, wrong), 'csv'), { rows: 1, failed: 1 });
});
