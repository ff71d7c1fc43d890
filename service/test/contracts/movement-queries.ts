import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { INT64_MAX } from '../../src/core/int64.ts';
import type { Database } from '../../src/database/database.ts';
import type { Movement, MovementFields } from '../../src/pets/movements/movement.ts';
import {
  allMovements,
  deleteMovement,
  insertMovement,
  listMovements,
  updateMovement,
} from '../../src/pets/movements/movement-queries.ts';
import { lastOf } from '../../src/pets/movements/stay-rules.ts';
import { deletePet, insertPet } from '../../src/pets/pet-queries.ts';
import { eraseRemovedPet, moveFromBin, moveToBin } from '../../src/pets/removed-pets.ts';

type Open = (test: TestContext) => Promise<Database>;

const FOUND: MovementFields = {
  type: 'intake',
  reason: 'stray',
  date: '2026-03-01',
  endDate: null,
  region: null,
  note: null,
};
const LOST: MovementFields = { ...FOUND, type: 'outcome', reason: 'lost' };
const FOSTER: MovementFields = { ...FOUND, type: 'foster', reason: null, endDate: '2026-04-01' };

async function addPet(db: Database): Promise<bigint> {
  const { id } = await db.write((queries) => insertPet(queries, { name: 'Rex', categoryId: 1n }, null, 0));
  return id;
}

async function find({ read }: Database, petId: bigint, id: bigint): Promise<Movement | undefined> {
  return (await allMovements(read, petId)).find((movement) => movement.id === id);
}

/** The contract of every engine for movements. */
export function testMovementQueries(engine: string, open: Open): void {
  describe(`movements on ${engine}`, () => {
    test('keeps every member, and an order id beyond 2^53', async (t) => {
      const db = await open(t);
      const petId = await addPet(db);
      const fields = { ...FOUND, reason: 'transfer_in', region: 'international', note: '🐕 "ñ"' } as const;
      const added = await db.write((queries) => insertMovement(queries, petId, fields, INT64_MAX));
      assert.deepEqual(added, { ...fields, id: added.id, petId, orderId: INT64_MAX, dayOrder: 0 });
      assert.deepEqual(await find(db, petId, added.id), added);
      const changed = { ...added, ...FOUND };
      await db.write((queries) => updateMovement(queries, changed));
      assert.deepEqual(await find(db, petId, added.id), changed);
      await db.write((queries) => deleteMovement(queries, added.id));
      assert.equal(await find(db, petId, added.id), undefined);
    });

    test('the last movement is that of the last day, of one day the last recorded; foster care does not count', async (t) => {
      const db = await open(t);
      const [petId, other] = [await addPet(db), await addPet(db)];
      const add = (fields: MovementFields, id = petId) =>
        db.write((queries) => insertMovement(queries, id, fields, null));
      assert.equal(lastOf(await allMovements(db.read, petId)), undefined);
      const found = await add(FOUND);
      await add({ ...LOST, date: '2025-12-31' });
      await add({ ...FOSTER, date: '2026-05-01' });
      await add({ ...LOST, date: '2026-06-01' }, other);
      assert.deepEqual(lastOf(await allMovements(db.read, petId)), found);
      const lost = await add(LOST);
      assert.deepEqual(lastOf(await allMovements(db.read, petId)), lost);
    });

    test('a page has the movements of one pet in either order, after an id', async (t) => {
      const db = await open(t);
      const [petId, other] = [await addPet(db), await addPet(db)];
      const ids: bigint[] = [];
      for (const id of [petId, other, petId, petId]) {
        const { id: added } = await db.write((queries) => insertMovement(queries, id, FOUND, null));
        if (id === petId) ids.push(added);
      }
      const page = async (order: 'newest first' | 'oldest first', after?: bigint) => {
        const found = await listMovements(db.read, { petId, order, after, limit: 2 });
        return found.map(({ id }) => id);
      };
      assert.deepEqual(await page('oldest first'), ids.slice(0, 2));
      assert.deepEqual(await page('oldest first', ids[1]), ids.slice(2));
      assert.deepEqual(await page('newest first'), ids.slice(1).toReversed());
    });

    test('a pet in the bin keeps its movements, and one that is deleted loses them', async (t) => {
      const db = await open(t);
      const [petId, other] = [await addPet(db), await addPet(db)];
      const found = await db.write((queries) => insertMovement(queries, petId, FOUND, null));
      await db.write((queries) => insertMovement(queries, other, FOUND, null));
      await db.write((queries) => moveToBin(queries, petId, 0));
      assert.equal(await find(db, petId, found.id), undefined);
      await db.write((queries) => moveFromBin(queries, petId, 0));
      assert.deepEqual(await find(db, petId, found.id), found);
      await db.write((queries) => moveToBin(queries, petId, 0));
      await db.write((queries) => eraseRemovedPet(queries, petId));
      await db.write((queries) => deletePet(queries, other));
      const { count } = await db.read
        .selectFrom('movements')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .executeTakeFirstOrThrow();
      assert.equal(Number(count), 0);
    });
  });
}
