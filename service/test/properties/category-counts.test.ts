// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openImportTarget } from '@petstore/testing/fixtures/imports.ts';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Account } from '../../src/access/accounts/account.ts';
import { insertAccount } from '../../src/access/accounts/account-queries.ts';
import { changeOrder, expireOrders, placeOrder } from '../../src/catalogue/orders/order-changes.ts';
import { openOrders } from '../../src/catalogue/orders/order-queries.ts';
import { listCategories } from '../../src/catalogue/pets/category-queries.ts';
import { PET_STATUSES, type PetStatus } from '../../src/catalogue/pets/pet.ts';
import { changePet, createPet, eraseOldest, removePet } from '../../src/catalogue/pets/pet-changes.ts';
import { findOpenOrderId, listPets, lockPet } from '../../src/catalogue/pets/pet-queries.ts';
import {
  foldCategoryDeltas,
  recountCategories,
  wrongCategoryCounts,
} from '../../src/platform/database/category-counts.ts';
import type { Database, Queries } from '../../src/platform/database/database.ts';

/** The counts of categories equal their pets after any change of pets and orders. */

const RUNS = Number(process.env.FUZZ_RUNS ?? 10);
const AT = { actor: null, at: 0, today: '1970-01-01' };
const HOLD_MS = 10;

const aCategory = fc.bigInt({ min: 1n, max: 5n });
const aStatus = fc.option(fc.constantFrom<PetStatus>(...PET_STATUSES), { nil: undefined });
const aNumber = fc.nat({ max: 30 });
const anOperation = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), categoryId: aCategory, status: aStatus }),
  fc.record({ kind: fc.constant('change' as const), n: aNumber, categoryId: aCategory, status: aStatus }),
  fc.record({ kind: fc.constantFrom('remove' as const, 'order' as const, 'cancel' as const), n: aNumber }),
  fc.record({ kind: fc.constantFrom('expire' as const, 'remove oldest' as const, 'fold' as const) }),
  fc.record({
    kind: fc.constant('import' as const),
    rows: fc.array(
      fc.tuple(aNumber, fc.constantFrom('Dog', 'Cat'), fc.constantFrom<PetStatus>(...PET_STATUSES)),
      { minLength: 1, maxLength: 10 },
    ),
  }),
);
type Operation = typeof anOperation extends fc.Arbitrary<infer Value> ? Value : never;

async function anyPet(db: Queries, n: number) {
  const pets = await listPets(db, { order: 'oldest first', limit: 100 });
  const pet = pets[n % Math.max(1, pets.length)];
  return pet && lockPet(db, pet.id);
}

async function apply(db: Queries, account: Account, operation: Operation): Promise<unknown> {
  if (operation.kind === 'add') return createPet(db, { name: 'Rex', ...operation }, null, AT);
  if (operation.kind === 'expire') return expireOrders(db, HOLD_MS, 100);
  if (operation.kind === 'remove oldest') return eraseOldest(db, 2, AT);
  if (operation.kind === 'cancel') {
    const orders = await openOrders(db, 100);
    const order = orders[operation.n % Math.max(1, orders.length)];
    return order && changeOrder(db, order, 'cancelled', AT);
  }
  if (!('n' in operation)) return undefined;
  const owned = await anyPet(db, operation.n);
  if (owned === undefined) return undefined;
  const { pet } = owned;
  const isHeld = (await findOpenOrderId(db, pet.id)) !== undefined;
  if (operation.kind === 'remove') return isHeld ? undefined : removePet(db, pet, AT);
  // Only its order changes the status of a held pet, as in the API.
  if (operation.kind === 'change')
    return changePet(db, pet, isHeld ? { ...operation, status: undefined } : operation, AT);
  if (pet.status !== 'available') return undefined;
  return placeOrder(db, { account, newOrder: { petId: pet.id }, holdMs: HOLD_MS }, AT);
}

/** Counts the rows one by one. */
async function recount({ read }: Database) {
  const categories = await read.selectFrom('categories').select(['id', 'name']).execute();
  const names = new Map(categories.filter(({ name }) => name !== null).map(({ id, name }) => [id, name]));
  const pets = await read.selectFrom('pets').select(['category_id', 'status']).execute();
  const ids = new Set([...names.keys(), ...pets.map(({ category_id }) => category_id)]);
  return [...ids]
    .sort((one, other) => (one < other ? -1 : 1))
    .map((id) => ({
      id,
      ...(names.has(id) && { name: names.get(id) }),
      available: BigInt(pets.filter((pet) => pet.category_id === id && pet.status === 'available').length),
    }));
}

test('after any sequence of operations the counts of categories equal a recount', async (t) => {
  const database = await temporaryDatabase(t);
  const shelter = await openImportTarget(t, database);
  const terms = { name: 'manager', plan: 'business', role: 'manager', customQuota: undefined } as const;
  const account = await database.write((db) => insertAccount(db, terms, 0));
  assert.ok(account);
  const run = async (operation: Operation) => {
    if (operation.kind === 'fold') return foldCategoryDeltas(database);
    if (operation.kind !== 'import') return database.write((db) => apply(db, account, operation));
    return shelter.rows(
      operation.rows.map(([n, kind, status]) => `ref${n},Rex,${kind},${status}`).join('\n'),
    );
  };
  await fc.assert(
    fc.asyncProperty(fc.array(anOperation, { maxLength: 40, size: 'max' }), async (operations) => {
      for (const operation of operations) {
        await run(operation);
        const counted = await listCategories(database.read, { limit: 100 });
        assert.deepEqual(counted, await recount(database));
      }
      assert.deepEqual(await wrongCategoryCounts(database), []);
    }),
    { numRuns: RUNS },
  );
});

test('wrong counts are found, and a recount corrects them', async (t) => {
  const database = await temporaryDatabase(t);
  const add = { name: 'Rex', categoryId: 1n, status: 'available' } as const;
  for (let n = 0; n < 3; n += 1) await database.write((db) => createPet(db, add, null, AT));
  while ((await foldCategoryDeltas(database)) === 'more');
  await database.write((db) => createPet(db, add, null, AT));
  await database.write((db) =>
    sql`update categories set available = available + 3, pets = pets - 1 where id = 1`.execute(db),
  );
  assert.deepEqual(await wrongCategoryCounts(database), [{ id: 1n, pets: -1n, available: 3n }]);
  await database.write(recountCategories);
  assert.deepEqual(await wrongCategoryCounts(database), []);
  assert.deepEqual(await listCategories(database.read, { limit: 100 }), [{ id: 1n, available: 4n }]);
});
