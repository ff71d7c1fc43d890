// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { testOldStore } from '@petstore/testing/fixtures/old-store.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { listCategories } from '../../../../../catalogue/pets/category-queries.ts';
import { deletePet, insertPet } from '../../../../../catalogue/pets/pet-queries.ts';
import { wrongCategoryCounts } from '../../../category-counts.ts';
import { initial } from './0001-initial.ts';
import { storeArea } from './0002-store-area.ts';
import { eventsOfAPet } from './0003-events-of-a-pet.ts';

async function checkCounts(t: TestContext, store: string): Promise<void> {
  const database = await openStore(t, store);
  const categories = () => listCategories(database.read, { limit: 100 });
  assert.deepEqual(await wrongCategoryCounts(database), []);
  assert.deepEqual(await categories(), [
    { id: 1n, name: 'Dog', available: 2n },
    { id: 2n, name: 'Cat', available: 0n },
    { id: 3n, available: 0n },
    { id: 9n, available: 1n },
  ]);
  await database.write(async (db) => {
    await insertPet(db, { name: 'Tom', categoryId: 2n, status: 'available' }, null, 0);
    await deletePet(db, 5n);
  });
  assert.deepEqual(
    (await categories()).map(({ id, available }) => [id, available]),
    [
      [1n, 2n],
      [2n, 1n],
      [3n, 0n],
    ],
  );
}

/** A store of version 1.0.0 has every category that ever had a pet. */
testOldStore('a store of version 1.0.0 gets counts, and loses empty categories without a name', {
  migrations: [initial, storeArea, eventsOfAPet],
  fill: async (db) => {
    await sql`insert into categories (id, name) values (1, 'Dog'), (2, 'Cat'), (3, null), (4, null)`.execute(
      db,
    );
    await sql`insert into pets (name, category_id, status) values
      ('Rex', 1, 'available'), ('Rex', 1, 'available'), ('Rex', 1, 'sold'), ('Rex', 3, null),
      ('Rex', 9, 'available')`.execute(db);
  },
  check: checkCounts,
});
