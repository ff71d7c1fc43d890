// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import fc from 'fast-check';
import { ORDER_STATUSES, type Order, type OrderStatus } from '../../src/catalogue/orders/order.ts';
import type { OrderPage } from '../../src/catalogue/orders/order-list-query.ts';
import { insertOrder, listOrders } from '../../src/catalogue/orders/order-queries.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 150);

function naivePage(orders: readonly Order[], page: OrderPage): Order[] {
  const { visibleTo, order, limit, status, petId, after } = page;
  const sign = order === 'newest first' ? -1n : 1n;
  return orders
    .filter(({ accountId, ownerId }) => visibleTo === undefined || [accountId, ownerId].includes(visibleTo))
    .filter((one) => status === undefined || one.status === status)
    .filter((one) => petId === undefined || one.petId === petId)
    .filter((one) => after === undefined || sign * (one.id - after) > 0n)
    .toSorted((one, other) => Number(sign * (one.id - other.id)))
    .slice(0, limit);
}

test('every page of orders equals filtering, sorting and slicing all orders', async (t) => {
  const database = await temporaryDatabase(t);
  const [shelter, family, other] = [
    (await addAccount(database, 'shelter', 0, {})).id,
    (await addAccount(database, 'family', 0, {})).id,
    (await addAccount(database, 'other', 0, {})).id,
  ];
  const aDraft = fc.record({
    petId: fc.constantFrom(1n, 2n),
    accountId: fc.constantFrom(family, shelter),
    ownerId: fc.constantFrom(family, shelter, other, null),
    status: fc.constantFrom<OrderStatus>('completed', 'cancelled', 'expired'),
  });
  const drafts = fc.sample(aDraft, 60);
  // In between, an open order of each pet.
  drafts.splice(20, 0, { petId: 1n, accountId: family, ownerId: shelter, status: 'placed' });
  drafts.splice(40, 0, { petId: 2n, accountId: shelter, ownerId: null, status: 'approved' });
  const orders = await database.write(async (db) => {
    const added: Order[] = [];
    const terms = { reference: null, placedAt: 1, expiresAt: null, updatedAt: 1 };
    for (const draft of drafts) added.push(await insertOrder(db, { ...draft, ...terms }));
    return added;
  });
  const aPage: fc.Arbitrary<OrderPage> = fc.record({
    visibleTo: fc.option(fc.constantFrom(family, shelter, other), { nil: undefined }),
    order: fc.constantFrom('newest first', 'oldest first'),
    limit: fc.integer({ min: 1, max: 63 }),
    status: fc.option(fc.constantFrom(...ORDER_STATUSES), { nil: undefined }),
    petId: fc.option(fc.constantFrom(1n, 2n, 3n), { nil: undefined }),
    after: fc.option(fc.bigInt({ min: -1n, max: 64n }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(aPage, async (page) => {
      assert.deepEqual(await listOrders(database.read, page), naivePage(orders, page));
    }),
    { numRuns: RUNS },
  );
});
