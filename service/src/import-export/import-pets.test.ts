import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { insertAccount } from '../accounts/account-store.ts';
import type { Database } from '../database/database.ts';
import { counts, openShelter, type Shelter } from './import-fixture.ts';
import { parseMapping } from './mapping-file.ts';

const EXAMPLES = new URL('../../../examples/', import.meta.url);

const AUSTIN = parseMapping(await readFile(new URL('austin.mapping.json', EXAMPLES), 'utf8'));

/** Everything that an import may write. */
async function contentOf({ read }: Database): Promise<unknown[]> {
  const tables = ['pets', 'imported_pets', 'categories'] as const;
  return Promise.all(tables.map((table) => read.selectFrom(table).selectAll().execute()));
}

test('a thousand real rows become the animals for adoption, owned by the account that imports', async (t) => {
  const shelter = await openShelter(t);
  const summary = await shelter.csv(await readFile(new URL('austin.csv', EXAMPLES)), AUSTIN);
  assert.deepEqual(counts(summary), { rows: 1000, created: 719, superseded: 1, skipped: 280 });
  assert.deepEqual(summary.skipped[0], { reason: 'not for adoption: Return to Owner', rows: 181 });
  const { read } = shelter.database;
  const owners = await read.selectFrom('pets').select('owner_id').distinct().execute();
  assert.deepEqual(
    owners.map((row) => row.owner_id),
    [shelter.ownerId],
  );
});

test('the categories of a file are kept with their names', async (t) => {
  const shelter = await openShelter(t);
  await shelter.csv(await readFile(new URL('austin.csv', EXAMPLES)), AUSTIN);
  const categories = await shelter.database.read.selectFrom('categories').selectAll().orderBy('id').execute();
  assert.deepEqual(
    categories.map(({ id, name }) => `${id} ${name}`),
    ['1 Dog', '2 Cat', '3 Bird', '5 Other'],
  );
});

test('importing the same file again changes nothing', async (t) => {
  const shelter = await openShelter(t);
  const file = await readFile(new URL('austin.csv', EXAMPLES));
  await shelter.csv(file, AUSTIN);
  const before = await contentOf(shelter.database);
  assert.deepEqual(counts(await shelter.csv(file, AUSTIN)), {
    rows: 1000,
    unchanged: 719,
    superseded: 1,
    skipped: 280,
  });
  assert.deepEqual(await contentOf(shelter.database), before);
});

test('pets are added in the order of the file', async (t) => {
  const shelter = await openShelter(t);
  const names = Array.from({ length: 1500 }, (_, index) => `Pet ${index}`);
  await shelter.rows(names.map((name, index) => `${index % 3 === 0 ? '' : index},${name},Dog,\n`).join(''));
  assert.deepEqual(
    (await shelter.pets()).map(({ name }) => name),
    names,
  );
  const { read } = shelter.database;
  const wrong = await read
    .selectFrom('imported_pets')
    .innerJoin('pets', 'pets.id', 'imported_pets.pet_id')
    .select('reference')
    .whereRef('pets.name', '!=', 'imported_pets.name')
    .execute();
  assert.deepEqual(wrong, []);
});

test('an animal adopted meanwhile does not become available again', async (t) => {
  const shelter = await openShelter(t);
  await shelter.rows('1,Rex,Dog,available\n');
  await shelter.setStatus('Rex', 'sold');
  assert.deepEqual(counts(await shelter.rows('1,Rex,Dog,available\n')), { rows: 1, unchanged: 1 });
  assert.equal((await shelter.pets())[0]?.status, 'sold');
});

test('only what changed in the file is applied', async (t) => {
  const shelter = await openShelter(t);
  await shelter.rows('1,Rex,Dog,available\n2,Tom,Cat,available\n3,Kit,Cat,available\n');
  await shelter.setStatus('Rex', 'sold');
  const summary = await shelter.rows('1,Max,Dog,available\n2,Tom,Dog,pending\n3,Kit,Cat,\n');
  assert.deepEqual(counts(summary), { rows: 3, updated: 3 });
  assert.deepEqual(
    (await shelter.pets()).map(({ name, status }) => [name, status]),
    [
      ['Max', 'sold'],
      ['Tom', 'pending'],
      ['Kit', null],
    ],
  );
  const again = await shelter.rows('1,Max,Dog,available\n2,Tom,Dog,pending\n3,Kit,Cat,\n');
  assert.deepEqual(counts(again), { rows: 3, unchanged: 3 });
});

test('the status of a pet that an open order holds waits for a later import', async (t) => {
  const shelter = await openShelter(t);
  await shelter.rows('1,Rex,Dog,available\n');
  const petId = (await shelter.pets())[0]?.id ?? 0n;
  await placeOrder(shelter, petId);
  await shelter.setStatus('Rex', 'pending');
  assert.deepEqual(counts(await shelter.rows('1,Max,Dog,sold\n')), { rows: 1, held: 1 });
  assert.deepEqual({ ...(await shelter.pets())[0] }, { id: petId, name: 'Max', status: 'pending' });
  await shelter.database.write((queries) =>
    queries.updateTable('orders').set({ status: 'cancelled' }).execute(),
  );
  assert.deepEqual(counts(await shelter.rows('1,Max,Dog,sold\n')), { rows: 1, updated: 1 });
  assert.equal((await shelter.pets())[0]?.status, 'sold');
});

async function placeOrder({ database, ownerId }: Shelter, petId: bigint): Promise<void> {
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
  const shelter = await openShelter(t);
  await shelter.rows('1,Rex,Dog,available\n2,Tom,Cat,available\n');
  await shelter.database.write((queries) => queries.deleteFrom('pets').where('name', '=', 'Rex').execute());
  const summary = await shelter.rows('1,Max,Dog,pending\n2,Tom,Cat,available\n');
  assert.deepEqual(counts(summary), { rows: 2, deleted: 1, unchanged: 1 });
  assert.deepEqual(
    (await shelter.pets()).map(({ name }) => name),
    ['Tom'],
  );
});

test('an animal whose row is now a skip is left in the catalogue and listed', async (t) => {
  const shelter = await openShelter(t);
  await shelter.rows('1,Rex,Dog,available\n');
  const summary = await shelter.rows('1,Rex,Dog,died\n2,Tom,Cat,died\n');
  assert.deepEqual(counts(summary), { rows: 2, skipped: 2, left: 1 });
  assert.deepEqual(summary.left, { count: 1, first: [{ reference: '1', reason: 'died' }] });
  assert.equal((await shelter.pets())[0]?.status, 'available');
});

test('of the rows of one animal the last counts, even one that failed', async (t) => {
  const shelter = await openShelter(t);
  const summary = await shelter.rows(
    '1,Rex,Dog,available\n2,Tom,Cat,available\n1,Max,Dog,sold\n2,Tom,Elk,sold\n',
  );
  assert.deepEqual(counts(summary), { rows: 4, created: 1, superseded: 2, failed: 1 });
  assert.deepEqual(
    (await shelter.pets()).map(({ name }) => name),
    ['Max'],
  );
});

test('bad rows are told by line, column and reason, and the others are imported', async (t) => {
  const shelter = await openShelter(t);
  const summary = await shelter.rows('1,Rex,Dog,available\n2,,Elk,gone\n"3,Tom\n4,Kit,Cat,\n');
  assert.deepEqual(counts(summary), { rows: 4, created: 2, failed: 2 });
  assert.deepEqual(summary.failed.first, [
    {
      line: 3,
      faults: [
        { column: 'name', reason: 'is missing or empty' },
        { column: 'kind', reason: 'must be one of "Dog", "Cat", not "Elk"' },
        { column: 'status', reason: 'must be available, pending, sold or empty, not "gone"' },
      ],
    },
    { line: 4, faults: [{ reason: 'has a quote that is not closed' }] },
  ]);
});

test('of very many bad rows the first hundred are listed and all are counted', async (t) => {
  const shelter = await openShelter(t);
  const { failed } = await shelter.rows('1,,Dog,\n'.repeat(1000));
  assert.deepEqual([failed.count, failed.first.length, failed.first[99]?.line], [1000, 100, 101]);
});

test('a pet without a reference is added by each import, and the summary says so', async (t) => {
  const shelter = await openShelter(t);
  assert.deepEqual(counts(await shelter.rows(',Rex,Dog,\n,Rex,Dog,\n')), {
    rows: 2,
    created: 2,
    withoutReference: 2,
  });
  assert.deepEqual(counts(await shelter.rows(',Rex,Dog,\n')), { rows: 1, created: 1, withoutReference: 1 });
});

test('two accounts may use the same references for different animals', async (t) => {
  const shelter = await openShelter(t);
  const terms = { name: 'other', plan: 'free', role: 'member', customQuota: undefined } as const;
  const other = await shelter.database.write((queries) => insertAccount(queries, terms, 0));
  await shelter.rows('1,Rex,Dog,available\n');
  const summary = await shelter.rows('1,Tom,Cat,available\n', { ownerId: other?.id ?? 0n });
  assert.deepEqual(counts(summary), { rows: 1, created: 1 });
  assert.deepEqual(
    (await shelter.pets()).map(({ name }) => name),
    ['Rex', 'Tom'],
  );
});

test('a dry run gives the same summary and writes nothing', async (t) => {
  const shelter = await openShelter(t);
  await shelter.rows('1,Rex,Dog,available\n2,Tom,Cat,available\n3,Kit,Cat,available\n');
  await shelter.database.write((queries) => queries.deleteFrom('pets').where('name', '=', 'Kit').execute());
  const file =
    '1,Max,Dog,available\n2,Tom,Cat,died\n3,Kit,Dog,\n4,New,Dog,\n5,,Dog,\n5,,Cat,\n6,A,Dog,\n6,B,Dog,\n';
  const before = await contentOf(shelter.database);
  const dry = await shelter.rows(file, { dryRun: true });
  assert.deepEqual(await contentOf(shelter.database), before);
  assert.deepEqual(await shelter.rows(file), dry);
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
