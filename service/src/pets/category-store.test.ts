import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { temporaryDatabase } from '../../test/harness.ts';
import { INT64_MAX, INT64_MIN } from '../core/int64.ts';
import type { Database } from '../database/database.ts';
import { type Category, keepCategories, listCategories } from './category-store.ts';
import type { NewPet } from './pet.ts';
import { insertPet } from './pet-store.ts';

async function store(t: TestContext) {
  const database = await temporaryDatabase(t);
  const keep = (id: bigint, name: string | null = null) =>
    database.write((db) => keepCategories(db, [{ id, name }]));
  const add = (categoryId: bigint, status?: NewPet['status']) =>
    database.write((db) => insertPet(db, { name: 'Frank', categoryId, ...(status && { status }) }, null));
  return { database, keep, add, all: () => all(database) };
}

function all({ read }: Database): Promise<Category[]> {
  return listCategories(read, { after: undefined, limit: 100 });
}

test('a category is known once, by its id alone', async (t) => {
  const { keep, all } = await store(t);
  for (let times = 0; times < 2; times += 1) await keep(7n);
  assert.deepEqual(await all(), [{ id: 7n, available: 0n }]);
});

test('the first name that is given stays; a category without one gets it later', async (t) => {
  const { keep, all } = await store(t);
  await keep(1n);
  await keep(1n, 'Dog');
  await keep(1n, 'Hound');
  await keep(1n);
  assert.deepEqual(await all(), [{ id: 1n, name: 'Dog', available: 0n }]);
});

test('several are kept at once, and none is nothing to do', async (t) => {
  const { database, all } = await store(t);
  const some = [
    { id: 2n, name: 'Cat' },
    { id: 1n, name: null },
  ];
  for (const categories of [[], some, some]) {
    await database.write((db) => keepCategories(db, categories));
  }
  assert.deepEqual(await all(), [
    { id: 1n, available: 0n },
    { id: 2n, name: 'Cat', available: 0n },
  ]);
});

test('only available animals of the category itself are counted', async (t) => {
  const { keep, add, all } = await store(t);
  await keep(1n);
  await keep(2n);
  for (const status of ['available', 'available', 'pending', 'sold', undefined] as const) {
    await add(1n, status);
  }
  await add(2n, 'available');
  assert.deepEqual(await all(), [
    { id: 1n, available: 2n },
    { id: 2n, available: 1n },
  ]);
});

test('a page begins after an id, in the order of numbers, over the whole range of int64', async (t) => {
  const { database, keep } = await store(t);
  const ids = [INT64_MIN, -1n, 0n, 2n ** 53n + 1n, INT64_MAX];
  for (const id of ids.toReversed()) await keep(id);
  const pages = [];
  for (let after: bigint | undefined; ; ) {
    const page = await listCategories(database.read, { after, limit: 2 });
    if (page.length === 0) break;
    pages.push(...page.map(({ id }) => id));
    after = page.at(-1)?.id;
  }
  assert.deepEqual(pages, ids);
});
