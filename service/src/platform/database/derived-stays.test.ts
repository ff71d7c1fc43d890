// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import fc from 'fast-check';
import { insertPet } from '../../catalogue/pets/pet-queries.ts';
import type { Queries } from './database.ts';
import { countWrongStays } from './derived-stays.ts';

const aKind = fc.constantFrom('add', 'add', 'change', 'change', 'delete', 'merge', 'category');
const aChange = fc.record({
  kind: aKind,
  nth: fc.nat(9),
  type: fc.constantFrom('intake', 'outcome', 'foster'),
  date: fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'),
});

interface Animals {
  readonly petId: bigint;
  /** Has no movements. */
  readonly otherId: bigint;
}

type Change = typeof aChange extends fc.Arbitrary<infer Value> ? Value : never;

async function apply(db: Queries, { petId, otherId }: Animals, { kind, nth, type, date }: Change) {
  const rows = await db.selectFrom('movements').select('id').where('pet_id', '=', petId).execute();
  const id = rows[nth % Math.max(1, rows.length)]?.id ?? 0n;
  const add = (pet_id: bigint) => db.insertInto('movements').values({ pet_id, type, date }).execute();
  const changes = {
    add: () => add(petId),
    change: () => db.updateTable('movements').set({ type, date }).where('id', '=', id).execute(),
    delete: () => db.deleteFrom('movements').where('id', '=', id).execute(),
    category: () => db.updateTable('pets').set({ category_id: id }).where('id', '=', petId).execute(),
    merge: async () => {
      await add(otherId);
      await db.updateTable('movements').set({ pet_id: petId }).where('pet_id', '=', otherId).execute();
    },
  };
  await changes[kind]();
}

test('after any changes of movements, in any order of their days, the stays are those that all movements give', async (t) => {
  const database = await temporaryDatabase(t);
  await fc.assert(
    fc.asyncProperty(fc.array(aChange, { minLength: 5, maxLength: 30 }), async (changes) => {
      const animal = { name: 'Rex', categoryId: 1n, status: 'available' } as const;
      const animals = await database.write(async (db) => ({
        petId: (await insertPet(db, animal, null, 0)).id,
        otherId: (await insertPet(db, animal, null, 0)).id,
      }));
      for (const change of changes) {
        await database.write((db) => apply(db, animals, change));
        assert.equal(await countWrongStays(database), 0);
      }
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 10) },
  );
});
