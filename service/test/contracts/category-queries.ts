import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { INT64_MAX, INT64_MIN } from '../../src/core/int64.ts';
import {
  foldCategoryDeltas,
  recountCategories,
  wrongCategoryCounts,
} from '../../src/database/category-counts.ts';
import type { Database } from '../../src/database/database.ts';
import {
  type Category,
  type CategoryPage,
  listCategories,
  nameCategories,
  renameCategory,
} from '../../src/pets/category-queries.ts';
import type { PetStatus } from '../../src/pets/pet.ts';
import { deletePet, insertPet, updatePet } from '../../src/pets/pet-queries.ts';

type Open = (test: TestContext) => Promise<Database>;

const CHANGE = { actor: null, at: 0 };

/** The contract of every engine for categories and their counts. */
export function testCategoryQueries(engine: string, open: Open): void {
  describe(`categories on ${engine}`, () => {
    testNames(open);
    testCounts(open);
    testPages(open);
    testRepair(open);
  });
}

function testNames(open: Open): void {
  test('a category keeps its first name, whether the pet or the name came first', async (t) => {
    const db = await open(t);
    await add(db, 1n);
    for (const [id, name] of [
      [1n, 'Dog'],
      [1n, 'Hound'],
      [2n, 'Cat'],
    ] as const) {
      await db.write((queries) => nameCategories(queries, new Map([[id, name]]), CHANGE));
    }
    await db.write((queries) => nameCategories(queries, new Map(), CHANGE));
    await add(db, 2n, 'available');
    assert.deepEqual(await all(db), [
      { id: 1n, name: 'Dog', available: 0n },
      { id: 2n, name: 'Cat', available: 1n },
    ]);
  });

  test('a new name replaces the old one, and adds a category that is missing', async (t) => {
    const db = await open(t);
    await add(db, 1n, 'available');
    for (const [id, name, available] of [
      [1n, 'Dog', 1n],
      [1n, 'Hound', 1n],
      [INT64_MIN, 'Cat', 0n],
    ] as const) {
      const renamed = await db.write((queries) => renameCategory(queries, { id, name }, CHANGE));
      assert.deepEqual(renamed, { id, name, available });
    }
    assert.deepEqual(await all(db), [
      { id: INT64_MIN, name: 'Cat', available: 0n },
      { id: 1n, name: 'Hound', available: 1n },
    ]);
  });

  test('removes a category that lost its last pet, unless it has a name', async (t) => {
    const db = await open(t);
    await db.write((queries) => nameCategories(queries, new Map([[1n, 'Dog']]), CHANGE));
    for (const id of [await add(db, 1n), await add(db, 2n, 'available')]) await remove(db, id);
    assert.deepEqual(await all(db), [{ id: 1n, name: 'Dog', available: 0n }]);
    const again = await add(db, 2n);
    assert.deepEqual((await all(db)).length, 2);
    await db.write((queries) => updatePet(queries, again, { categoryId: 3n }, 0));
    assert.deepEqual(
      (await all(db)).map(({ id }) => id),
      [1n, 3n],
    );
  });

  test('pets of 200 categories, added and removed again, leave no category and no row', async (t) => {
    const db = await open(t);
    const pets = [];
    for (let category = 0n; category < 200n; category += 1n) pets.push(await add(db, category, 'available'));
    assert.equal((await all(db)).length, 100);
    for (const id of pets) await remove(db, id);
    assert.deepEqual(await all(db), []);
    await fold(db);
    assert.deepEqual(await db.read.selectFrom('categories').selectAll().execute(), []);
  });
}

function testCounts(open: Open): void {
  test('counts only available pets of the category, before and after folding', async (t) => {
    const db = await open(t);
    for (const status of ['available', 'available', 'pending', 'sold', undefined] as const) {
      await add(db, 1n, status);
    }
    await add(db, 2n, 'available');
    const expected = [
      { id: 1n, available: 2n },
      { id: 2n, available: 1n },
    ];
    assert.deepEqual(await all(db), expected);
    await fold(db);
    assert.deepEqual(await all(db), expected);
  });

  test('does not count a change that was rolled back', async (t) => {
    const db = await open(t);
    const work = db.write(async (queries) => {
      await insertPet(queries, { name: 'Rex', categoryId: 1n, status: 'available' }, null, 0);
      throw new Error('no');
    });
    await assert.rejects(work, /no/);
    assert.deepEqual(await all(db), []);
  });
}

function testPages(open: Open): void {
  test('starts a page after an id, in numeric order over the whole range of int64', async (t) => {
    const db = await open(t);
    const ids = [INT64_MIN, -1n, 0n, 2n ** 53n + 1n, INT64_MAX];
    for (const id of ids.toReversed()) await add(db, id);
    for (const descending of [false, true]) {
      const found = [];
      for (let after: bigint | undefined; ; ) {
        const page = await listCategories(db.read, { after, descending, limit: 2 });
        if (page.length === 0) break;
        found.push(...page.map(({ id }) => id));
        after = page.at(-1)?.id;
      }
      assert.deepEqual(found, descending ? ids.toReversed() : ids);
    }
  });

  test('returns the existing categories among the requested ids', async (t) => {
    const db = await open(t);
    for (const id of [1n, 2n, 3n]) await add(db, id);
    const found = await all(db, { ids: [3n, 9n, 1n] });
    assert.deepEqual(
      found.map(({ id }) => id),
      [1n, 3n],
    );
  });
}

function testRepair(open: Open): void {
  test('finds counts that differ from the pets, and a recount corrects them', async (t) => {
    const db = await open(t);
    await add(db, 1n, 'available');
    await add(db, 2n);
    await fold(db);
    await add(db, 2n);
    assert.deepEqual(await wrongCategoryCounts(db), []);
    const before = await all(db);
    await db.write(async (queries) => {
      await sql`update categories set available = available + 3 where id = 1`.execute(queries);
      await sql`update categories set pets = pets - 1 where id = 2`.execute(queries);
    });
    assert.deepEqual(await wrongCategoryCounts(db), [
      { id: 1n, pets: 0n, available: 3n },
      { id: 2n, pets: -1n, available: 0n },
    ]);
    await db.write(recountCategories);
    assert.deepEqual(await wrongCategoryCounts(db), []);
    assert.deepEqual(await all(db), before);
  });
}

function add(db: Database, categoryId: bigint, status?: PetStatus): Promise<bigint> {
  const pet = { name: 'Rex', categoryId, ...(status && { status }) };
  return db.write(async (queries) => (await insertPet(queries, pet, null, 0)).id);
}

function remove(db: Database, id: bigint): Promise<void> {
  return db.write((queries) => deletePet(queries, id));
}

async function all(db: Database, page: Partial<CategoryPage> = {}): Promise<Category[]> {
  return listCategories(db.read, { limit: 100, ...page });
}

async function fold(db: Database): Promise<void> {
  while ((await foldCategoryDeltas(db)) === 'more');
}
