import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { insertAccount } from '../../../access/accounts/account-queries.ts';
import { MAX_NAME_LENGTH, type NewPet } from '../../../catalogue/pets/pet.ts';
import { insertPet, listPets } from '../../../catalogue/pets/pet-queries.ts';
import type { Database } from '../../../platform/database/database.ts';
import { importPets } from '../import-pets.ts';
import { ROW_FORMATS, type RowFormat } from '../readers/rows.ts';
import { exportPets } from './export-pets.ts';

async function textOf(texts: AsyncIterable<string>): Promise<string> {
  return (await Array.fromAsync(texts)).join('');
}

async function add(database: Database, pets: readonly NewPet[]): Promise<void> {
  await database.write(async (queries) => {
    for (const pet of pets) await insertPet(queries, pet, null, 0);
  });
}

/** Returns all pets, oldest first, without their ids. */
async function petsOf({ read }: Database): Promise<NewPet[]> {
  const pets = await listPets(read, { order: 'oldest first', limit: 10_000 });
  return pets.map(({ id: _, ...pet }) => pet);
}

async function importText(database: Database, format: RowFormat, text: string) {
  async function* bytes() {
    yield Buffer.from(text);
  }
  const { id: ownerId } = await database.read.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  return importPets(
    database,
    { file: { open: bytes, format } },
    { ownerId, clock: new FakeClock(), publicUrl: 'http://petstore.test' },
  );
}

async function storeId({ read }: Database): Promise<string> {
  return (await read.selectFrom('store_identity').select('id').executeTakeFirstOrThrow()).id;
}

async function storeWithAccount(t: TestContext): Promise<Database> {
  const database = await temporaryDatabase(t);
  const newAccount = { name: 'default', plan: 'business', role: 'manager', customQuota: undefined } as const;
  await database.write((queries) => insertAccount(queries, newAccount, 0));
  return database;
}

const PETS: NewPet[] = [
  { name: '=1+1', categoryId: 1n, status: 'available' },
  { name: '+Rex', categoryId: 2n ** 63n - 1n },
  { name: '-Tom', categoryId: -(2n ** 63n), status: 'sold' },
];

test('CSV has a header, quoted strings and an empty value for a missing status', async (t) => {
  const database = await temporaryDatabase(t);
  await add(database, PETS.slice(0, 2));
  const store = await storeId(database);
  const csv = `id,name,categoryId,status,store,origin,reference,goesTogetherWith
1,"=1+1",1,"available","${store}",,,
2,"+Rex",9223372036854775807,,"${store}",,,
`;
  assert.equal(await textOf(exportPets(database.read, 'csv')), csv);
});

test('NDJSON has all digits of ids, and no member for a missing status', async (t) => {
  const database = await temporaryDatabase(t);
  await add(database, PETS.slice(1, 3));
  const store = await storeId(database);
  const lines = [
    `{"id":1,"name":"+Rex","categoryId":9223372036854775807,"store":"${store}"}\n`,
    `{"id":2,"name":"-Tom","categoryId":-9223372036854775808,"status":"sold","store":"${store}"}\n`,
  ];
  assert.equal(await textOf(exportPets(database.read, 'ndjson')), lines.join(''));
});

test('the empty export of a catalogue without pets can be imported, and so can the longest name', async (t) => {
  const [from, to] = [await temporaryDatabase(t), await storeWithAccount(t)];
  for (const format of ROW_FORMATS) {
    const text = await textOf(exportPets(from.read, format));
    assert.equal((await importText(to, format, text)).rows, 0);
  }
  const pet = { name: '"😀'.repeat(MAX_NAME_LENGTH / 2), categoryId: 1n };
  await add(from, [pet]);
  await importText(to, 'csv', await textOf(exportPets(from.read, 'csv')));
  assert.deepEqual(await petsOf(to), [pet]);
});

test('an export reads 100 pets at a time, so that other requests have their turn, and contains each pet once', async (t) => {
  const database = await temporaryDatabase(t);
  await add(
    database,
    Array.from({ length: 201 }, (_, index) => ({ name: `${index}`, categoryId: 1n })),
  );
  const pages: number[] = [];
  const text = await textOf(exportPets(database.read, 'ndjson', { onProgress: (pets) => pages.push(pets) }));
  assert.deepEqual(pages, [100, 200, 201]);
  const ids = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  assert.deepEqual(
    ids,
    Array.from({ length: 201 }, (_, index) => index + 1),
  );
});

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "'=1", "''=1", "'quoted", 'Rex =1'];

test('in an export for a spreadsheet no name is a formula, and each name survives its import', async (t) => {
  const [from, to] = [await temporaryDatabase(t), await storeWithAccount(t)];
  const pets = FORMULAS.map((name) => ({ name, categoryId: 1n }));
  await add(from, pets);
  const text = await textOf(exportPets(from.read, 'spreadsheet'));
  for (const line of text.split('\n')) assert.doesNotMatch(line, /,"?[=+\-@\t\r]/);
  await importText(to, 'csv', text);
  assert.deepEqual(await petsOf(to), pets);
});
