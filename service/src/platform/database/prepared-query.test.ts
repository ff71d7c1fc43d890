// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { openStore, sqliteIn, temporaryDatabase } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import type { Queries } from './database.ts';
import { PreparedQuery } from './prepared-query.ts';

interface Filter {
  readonly ids?: readonly bigint[] | undefined;
  readonly name?: string | null | undefined;
  readonly order: 'asc' | 'desc';
}

/** A query of categories, and the number of times that it was built. */
function categoriesQuery() {
  const counter = { builds: 0 };
  const query = new PreparedQuery(
    (db, { ids, name, order }: Filter) => {
      counter.builds += 1;
      let categories = db.selectFrom('categories').select(['id', 'name']).orderBy('id', order);
      if (ids !== undefined) categories = categories.where('id', 'in', ids);
      if (name !== undefined) categories = categories.where('name', '=', name);
      return categories;
    },
    ['order'],
  );
  return { query, counter };
}

const insertion = new PreparedQuery(
  (db, { rows }: { rows: ReadonlyArray<{ id: bigint; name: string | null }> }) =>
    db.insertInto('categories').values(rows),
);

const ROWS = [
  { id: 1n, name: 'Dog' },
  { id: 2n, name: 'Cat' },
  { id: 3n, name: null },
];

async function withCategories(t: Parameters<typeof temporaryDatabase>[0]) {
  const database = await temporaryDatabase(t);
  await database.write(async (db) => insertion.all(db, { rows: ROWS }));
  return database;
}

test('on SQLite, returns rows synchronously; on PostgreSQL, a promise', async (t) => {
  const embedded = await openStore(t, sqliteIn(await temporaryFolder(t)));
  const { query } = categoriesQuery();
  assert.deepEqual(query.all(embedded.read, { order: 'asc' }), []);
  assert.equal(query.first(embedded.read, { order: 'asc' }), undefined);
  const { engine, read } = await temporaryDatabase(t);
  const rows = query.all(read, { order: 'asc' });
  assert.equal(rows instanceof Promise, engine.name === 'postgres');
  await rows;
});

test('inserts lists of rows, and selects by values, lists and literals', async (t) => {
  const { read } = await withCategories(t);
  const { query } = categoriesQuery();
  assert.deepEqual(await query.all(read, { order: 'asc' }), ROWS);
  assert.deepEqual(await query.all(read, { order: 'desc' }), ROWS.toReversed());
  assert.deepEqual(await query.all(read, { order: 'asc', name: 'Cat' }), [ROWS[1]]);
  assert.deepEqual(await query.all(read, { order: 'desc', ids: [3n, 1n, 9n] }), [ROWS[2], ROWS[0]]);
  assert.deepEqual(await query.first(read, { order: 'desc', ids: [1n, 2n], name: 'Dog' }), ROWS[0]);
  assert.equal(await query.first(read, { order: 'asc', name: "' or 1=1 --" }), undefined);
});

test('builds each shape once: other values, also null, do not build it again', async (t) => {
  const { read } = await withCategories(t);
  const { query, counter } = categoriesQuery();
  const builds = async (...filters: Filter[]) => {
    const before = counter.builds;
    for (const filter of filters) await query.all(read, filter);
    return counter.builds - before;
  };
  assert.equal(await builds({ order: 'asc', name: 'Dog' }, { order: 'asc', name: null }), 1);
  assert.equal(await builds({ order: 'asc', ids: [1n] }, { order: 'asc', ids: [2n], name: undefined }), 1);
  assert.equal(await builds({ order: 'asc', ids: [1n, 2n] }), 1);
  assert.equal(await builds({ order: 'desc', name: 'Dog' }), 1);
  assert.equal(await builds({ order: 'asc', name: 'Cat' }, { order: 'desc', name: 'Cat' }), 0);
});

test('builds a query for each store that it runs on, and once for the transactions of a store', async (t) => {
  const { query, counter } = categoriesQuery();
  for (const builds of [1, 2]) {
    const { write } = await temporaryDatabase(t);
    for (let round = 0; round < 2; round += 1) await write(async (db) => query.all(db, { order: 'asc' }));
    assert.equal(counter.builds, builds);
  }
});

test('returns correct rows for more shapes than it keeps', async (t) => {
  const { read } = await withCategories(t);
  const { query } = categoriesQuery();
  for (const last of [300, 1, 300]) {
    for (let length = 1; length <= last; length += 1) {
      const ids = Array.from({ length }, (_, index) => BigInt(index + 1));
      assert.equal((await query.all(read, { order: 'asc', ids })).length, Math.min(length, ROWS.length));
    }
  }
});

test('binds constants and repeated parameters in the order of the query', async (t) => {
  const { read } = await temporaryDatabase(t);
  const query = new PreparedQuery(
    (_db: Queries, { left, right }: { left: string; right: string }) =>
      sql<{ text: string }>`select ${right} || ${'-'} || ${left} || ${'='} || ${right} as text`,
  );
  const text = (left: string, right: string) => query.first(read, { left, right });
  assert.deepEqual(await text('a', 'b'), { text: 'b-a=b' });
  assert.deepEqual(await text('c', 'd'), { text: 'd-c=d' });
  assert.deepEqual(await query.first(read, { right: 'f', left: 'e' }), { text: 'f-e=f' });
});

test('rejects a row with other members than the first, and keeps no row of the statement', async (t) => {
  const { read, write } = await temporaryDatabase(t);
  const faulty: object[] = [
    { id: 5n },
    { name: 'Dog', id: 5n },
    { id: 5n, name: undefined },
    { id: 5n, name: 'Dog', pets: 1n },
  ];
  for (const row of faulty) {
    const rows = [...ROWS, row as (typeof ROWS)[0]];
    await assert.rejects(
      write(async (db) => insertion.all(db, { rows })),
      TypeError,
    );
  }
  const { query } = categoriesQuery();
  assert.deepEqual(await query.all(read, { order: 'asc' }), []);
});
