// Needs PostgreSQL or Valkey.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { changePet, createPet, removePet } from '../../src/catalogue/pets/pet-changes.ts';
import { lockPet } from '../../src/catalogue/pets/pet-queries.ts';
import { foldCategoryDeltas, wrongCategoryCounts } from '../../src/platform/database/category-counts.ts';
import type { Database } from '../../src/platform/database/database.ts';

/** Counts of categories on PostgreSQL, where transactions write concurrently. */

const AT = { actor: null, at: 0 };

test('no count is lost or doubled while three processes write, fold and read concurrently', async (t) => {
  const url = await freshStore(t);
  const processes = [await openStore(t, url), await openStore(t, url), await openStore(t, url)] as const;
  const add = (database: Database, categoryId: bigint) =>
    database.write((db) => createPet(db, { name: 'Rex', categoryId, status: 'available' }, null, AT));
  const pets: bigint[] = [];
  for (let n = 0; n < 20; n += 1) pets.push((await add(processes[0], BigInt(n % 4))).id);

  const write = async (database: Database, writer: number) => {
    for (let n = 0; n < 40; n += 1) {
      const id = pets[(n * 7 + writer * 13) % pets.length] ?? 0n;
      await database.write(async (db) => {
        const owned = await lockPet(db, id);
        if (owned) await changePet(db, owned.pet, { categoryId: BigInt((n + writer) % 4) }, AT);
      });
      // The counter of this category is created and removed each time.
      const passing = await add(database, 100n);
      await database.write((db) => removePet(db, passing, AT));
    }
  };
  let isWriting = true;
  const fold = async (database: Database) => {
    while (isWriting) await foldCategoryDeltas(database);
  };
  const read = async ({ read }: Database) => {
    while (isWriting) {
      const { total } = await read
        .selectFrom('category_totals')
        .select(({ fn }) => fn.sum('available').as('total'))
        .where('id', '<', 100n)
        .executeTakeFirstOrThrow();
      assert.equal(Number(total), pets.length);
    }
  };
  const beside = [...processes.map(fold), read(processes[0])];
  const writers = processes.flatMap((database, n) => [write(database, 2 * n), write(database, 2 * n + 1)]);
  await Promise.all(writers).finally(() => {
    isWriting = false;
  });
  await Promise.all(beside);
  while ((await foldCategoryDeltas(processes[0])) === 'more');
  assert.deepEqual(await wrongCategoryCounts(processes[0]), []);
  const left = await processes[0].read.selectFrom('categories').select('id').execute();
  assert.ok(left.every(({ id }) => id < 100n));
});
