import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { counts, type ImportTarget, openImportTarget } from '@petstore/testing/fixtures/imports.ts';
import { insertAccount } from '../../access/accounts/account-queries.ts';
import { findProfile } from '../../catalogue/listings/profile-queries.ts';
import type { Database } from '../../platform/database/database.ts';
import { parseMapping } from './mapping/mapping-file.ts';

const EXAMPLES = new URL('../../../../examples/', import.meta.url);

const AUSTIN = parseMapping(await readFile(new URL('austin.mapping.json', EXAMPLES), 'utf8'));

/** Returns every row that an import can write. */
async function contentOf({ read }: Database): Promise<unknown[]> {
  const tables = ['pets', 'imported_pets', 'categories'] as const;
  return Promise.all(tables.map((table) => read.selectFrom(table).selectAll().execute()));
}

test('imports the animals for adoption of a thousand real rows, once, with their categories, owned by the importing account', async (t) => {
  const target = await openImportTarget(t);
  const file = await readFile(new URL('austin.csv', EXAMPLES));
  const summary = await target.csv(file, AUSTIN);
  assert.deepEqual(counts(summary), { rows: 1000, created: 719, superseded: 1, skipped: 280 });
  assert.deepEqual(summary.skipped[0], { reason: 'not for adoption: Return to Owner', rows: 181 });
  const before = await contentOf(target.database);
  const again = await target.csv(file, AUSTIN);
  assert.deepEqual(counts(again), { rows: 1000, unchanged: 719, superseded: 1, skipped: 280 });
  assert.deepEqual(await contentOf(target.database), before);
  const { read } = target.database;
  const owners = await read.selectFrom('pets').select('owner_id').distinct().execute();
  assert.deepEqual(owners, [{ owner_id: target.ownerId }]);
  const categories = await read.selectFrom('categories').selectAll().orderBy('id').execute();
  assert.deepEqual(
    categories.map(({ id, name }) => `${id} ${name}`),
    ['1 Dog', '2 Cat', '3 Bird', '5 Other'],
  );
  const frank = await read.selectFrom('pets').select('id').where('name', '=', 'Frank').executeTakeFirst();
  assert.deepEqual(await findProfile(read, frank?.id ?? 0n), {
    breed: 'Chihuahua Shorthair Mix',
    color: 'Brown/White',
    sex: 'male',
    birthDate: '2013-11-18',
    spayedNeutered: true,
  });
});

test('pets are added in the order of the file', async (t) => {
  const target = await openImportTarget(t);
  const names = Array.from({ length: 1500 }, (_, index) => `Pet ${index}`);
  await target.rows(names.map((name, index) => `${index % 3 === 0 ? '' : index},${name},Dog,\n`).join(''));
  assert.deepEqual(
    (await target.pets()).map(({ name }) => name),
    names,
  );
  const { read } = target.database;
  const wrong = await read
    .selectFrom('imported_pets')
    .innerJoin('pets', 'pets.id', 'imported_pets.pet_id')
    .select('reference')
    .whereRef('pets.name', '!=', 'imported_pets.name')
    .execute();
  assert.deepEqual(wrong, []);
});

test('applies only the fields that changed in the file', async (t) => {
  const target = await openImportTarget(t);
  await target.rows('1,Rex,Dog,available\n2,Tom,Cat,available\n3,Kit,Cat,available\n');
  await target.setStatus('Rex', 'sold');
  const summary = await target.rows('1,Max,Dog,available\n2,Tom,Dog,pending\n3,Kit,Cat,\n');
  assert.deepEqual(counts(summary), { rows: 3, updated: 3 });
  assert.deepEqual(
    (await target.pets()).map(({ name, status }) => [name, status]),
    [
      ['Max', 'sold'],
      ['Tom', 'pending'],
      ['Kit', null],
    ],
  );
  const again = await target.rows('1,Max,Dog,available\n2,Tom,Dog,pending\n3,Kit,Cat,\n');
  assert.deepEqual(counts(again), { rows: 3, unchanged: 3 });
});

test('the status of a pet that an open order holds is applied by a later import', async (t) => {
  const target = await openImportTarget(t);
  await target.rows('1,Rex,Dog,available\n');
  const petId = (await target.pets())[0]?.id ?? 0n;
  await placeOrder(target, petId);
  await target.setStatus('Rex', 'pending');
  assert.deepEqual(counts(await target.rows('1,Max,Dog,sold\n')), { rows: 1, held: 1 });
  assert.deepEqual({ ...(await target.pets())[0] }, { id: petId, name: 'Max', status: 'pending' });
  await target.database.write((queries) =>
    queries.updateTable('orders').set({ status: 'cancelled' }).execute(),
  );
  assert.deepEqual(counts(await target.rows('1,Max,Dog,sold\n')), { rows: 1, updated: 1 });
  assert.equal((await target.pets())[0]?.status, 'sold');
});

async function placeOrder({ database, ownerId }: ImportTarget, petId: bigint): Promise<void> {
  const order = {
    pet_id: petId,
    account_id: ownerId,
    status: 'placed',
    reference: null,
    owner_id: ownerId,
  } as const;
  const times = { placed_at: 0n, expires_at: null, updated_at: 0n };
  await database.write((queries) =>
    queries
      .insertInto('orders')
      .values({ ...order, ...times })
      .execute(),
  );
}

test('a deleted pet stays deleted', async (t) => {
  const target = await openImportTarget(t);
  await target.rows('1,Rex,Dog,available\n2,Tom,Cat,available\n');
  await target.database.write((queries) => queries.deleteFrom('pets').where('name', '=', 'Rex').execute());
  const summary = await target.rows('1,Max,Dog,pending\n2,Tom,Cat,available\n');
  assert.deepEqual(counts(summary), { rows: 2, deleted: 1, unchanged: 1 });
  assert.deepEqual(
    (await target.pets()).map(({ name }) => name),
    ['Tom'],
  );
});

test('an animal whose row is now skipped stays in the catalogue and is listed', async (t) => {
  const target = await openImportTarget(t);
  await target.rows('1,Rex,Dog,available\n');
  const summary = await target.rows('1,Rex,Dog,died\n2,Tom,Cat,died\n');
  assert.deepEqual(counts(summary), { rows: 2, skipped: 2, left: 1 });
  assert.deepEqual(summary.left, { count: 1, first: [{ reference: '1', reason: 'died' }] });
  assert.equal((await target.pets())[0]?.status, 'available');
});

test('the last row of an animal supersedes the earlier ones, even if it failed', async (t) => {
  const target = await openImportTarget(t);
  const summary = await target.rows(
    '1,Rex,Dog,available\n2,Tom,Cat,available\n1,Max,Dog,sold\n2,Tom,Elk,sold\n',
  );
  assert.deepEqual(counts(summary), { rows: 4, created: 1, superseded: 2, failed: 1 });
  assert.deepEqual(
    (await target.pets()).map(({ name }) => name),
    ['Max'],
  );
});

test('reports the first hundred failed rows by line, column and reason, and imports the others', async (t) => {
  const target = await openImportTarget(t);
  const summary = await target.rows('1,Rex,Dog,available\n2,,Elk,gone\n"3,Tom\n4,Kit,Cat,\n');
  assert.deepEqual(counts(summary), { rows: 4, created: 2, failed: 2 });
  assert.deepEqual(summary.failed.first, [
    {
      line: 3,
      faults: [
        { column: 'name', reason: 'is missing or empty' },
        { column: 'kind', reason: 'must be one of "Dog", "Cat"; got "Elk"' },
        { column: 'status', reason: 'must be available, pending, sold or empty; got "gone"' },
      ],
    },
    { line: 4, faults: [{ reason: 'has an unclosed quote' }] },
  ]);
  const { failed } = await target.rows('1,,Dog,\n'.repeat(101));
  assert.deepEqual([failed.count, failed.first.length], [101, 100]);
});

test('each import adds a pet without a reference again, and the summary counts it', async (t) => {
  const target = await openImportTarget(t);
  assert.deepEqual(counts(await target.rows(',Rex,Dog,\n,Rex,Dog,\n')), {
    rows: 2,
    created: 2,
    withoutReference: 2,
  });
  assert.deepEqual(counts(await target.rows(',Rex,Dog,\n')), { rows: 1, created: 1, withoutReference: 1 });
});

test('two accounts can use the same references for different animals', async (t) => {
  const target = await openImportTarget(t);
  const newAccount = { name: 'other', plan: 'free', role: 'member', customQuota: undefined } as const;
  const other = await target.database.write((queries) => insertAccount(queries, newAccount, 0));
  await target.rows('1,Rex,Dog,available\n');
  const summary = await target.rows('1,Tom,Cat,available\n', { ownerId: other?.id ?? 0n });
  assert.deepEqual(counts(summary), { rows: 1, created: 1 });
  assert.deepEqual(
    (await target.pets()).map(({ name }) => name),
    ['Rex', 'Tom'],
  );
});

test('a dry run returns the same summary and writes nothing', async (t) => {
  const target = await openImportTarget(t);
  await target.rows('1,Rex,Dog,available\n2,Tom,Cat,available\n3,Kit,Cat,available\n');
  await target.database.write((queries) => queries.deleteFrom('pets').where('name', '=', 'Kit').execute());
  const file =
    '1,Max,Dog,available\n2,Tom,Cat,died\n3,Kit,Dog,\n4,New,Dog,\n5,,Dog,\n5,,Cat,\n6,A,Dog,\n6,B,Dog,\n';
  const before = await contentOf(target.database);
  const dry = await target.rows(file, { dryRun: true });
  assert.deepEqual(await contentOf(target.database), before);
  assert.deepEqual(await target.rows(file), dry);
  assert.deepEqual(counts(dry), {
    rows: 8,
    created: 2,
    updated: 1,
    deleted: 1,
    skipped: 1,
    left: 1,
    failed: 2,
    superseded: 1,
  });
});
