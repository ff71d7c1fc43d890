import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { startPetstore } from '@petstore/testing/processes/petstore-process.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { insertPet } from '../../src/catalogue/pets/pet-queries.ts';
import type { Database, Queries } from '../../src/platform/database/database.ts';

/** Returns the `DATABASE_URL` of a new store, which is removed after the test. */
type Locate = (test: TestContext) => Promise<string>;

/** The contract of every engine for transactions and about opening a store. */
export function testDatabase(engine: string, locate: Locate): void {
  describe(`the store on ${engine}`, () => {
    testTransactions(locate);
    testOpening(locate);
  });
}

function testTransactions(locate: Locate): void {
  test('a transaction whose work throws keeps nothing and rejects with that error', async (t) => {
    const db = await openStore(t, await locate(t));
    const thrown = new Error('no');
    const work = db.write(async (queries) => {
      await addCategory(queries, 1n);
      throw thrown;
    });
    await assert.rejects(work, (error) => error === thrown);
    assert.deepEqual(await categoryIds(db), []);
  });

  test('a transaction with a failed statement keeps nothing, and the next one works', async (t) => {
    const db = await openStore(t, await locate(t));
    const work = db.write(async (queries) => {
      await addCategory(queries, 1n);
      await addCategory(queries, 1n);
    });
    await assert.rejects(work);
    assert.deepEqual(await categoryIds(db), []);
    await db.write((queries) => addCategory(queries, 2n));
    assert.deepEqual(await categoryIds(db), [2n]);
  });

  test('does not read what is not committed', async (t) => {
    const db = await openStore(t, await locate(t));
    await db.write(async (queries) => {
      await addCategory(queries, 1n);
      assert.deepEqual(await categoryIds(db), []);
    });
    assert.deepEqual(await categoryIds(db), [1n]);
  });

  test('concurrent read-for-update and write through two connections lose no update', async (t) => {
    const url = await locate(t);
    const openings = [await openStore(t, url), await openStore(t, url)];
    await openings[0]?.write((queries) => addCategory(queries, 1n, '0'));
    const rounds = Array.from({ length: 20 }, (_, round) => openings[round % 2]?.write(addOne));
    await Promise.all(rounds);
    for (const db of openings) {
      const { name } = await db.read.selectFrom('categories').select('name').executeTakeFirstOrThrow();
      assert.equal(name, '20');
    }
  });

  test('a query of a transaction that has ended is rejected', async (t) => {
    const db = await openStore(t, await locate(t));
    const ended = await db.write(async (queries) => ({ queries }));
    await assert.rejects(async () => insertPet(ended.queries, { name: 'Rex', categoryId: 1n }, null, 0));
    await assert.rejects(addCategory(ended.queries, 1n));
    assert.deepEqual(await categoryIds(db), []);
  });

  test('a read connection cannot write', async (t) => {
    const db = await openStore(t, await locate(t));
    await assert.rejects(addCategory(db.read, 1n));
    assert.deepEqual(await categoryIds(db), []);
  });
}

function testOpening(locate: Locate): void {
  test('three commands that start concurrently on a new store make its tables once, and all succeed', async (t) => {
    const url = await locate(t);
    const names = ['a', 'b', 'c'];
    const terms = ['--plan', 'free', '--role', 'admin'];
    const create = (name: string) =>
      startPetstore(t, ['accounts', 'create', name, ...terms], { DATABASE_URL: url }).ended;
    const ends = await Promise.all(names.map(create));
    for (const { status, err } of ends) {
      assert.equal(status, 0);
      assert.match(err, /^(Created a new store: .*\n)?$/);
    }
    const db = await openStore(t, url);
    const accounts = await db.read.selectFrom('accounts').select('name').orderBy('name').execute();
    assert.deepEqual(
      accounts.map(({ name }) => name),
      names,
    );
    assert.deepEqual(await db.faults(), []);
  });
}

async function addCategory(queries: Queries, id: bigint, name = 'Dog'): Promise<void> {
  await queries.insertInto('categories').values({ id, name }).execute();
}

async function addOne(queries: Queries): Promise<void> {
  const { name } = await queries
    .selectFrom('categories')
    .select('name')
    .forUpdate()
    .executeTakeFirstOrThrow();
  await queries
    .updateTable('categories')
    .set({ name: String(Number(name) + 1) })
    .execute();
}

async function categoryIds(db: Database): Promise<bigint[]> {
  const rows = await db.read.selectFrom('categories').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}
