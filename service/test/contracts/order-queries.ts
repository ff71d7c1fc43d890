import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { insertAccount } from '../../src/accounts/account-queries.ts';
import { INT64_MAX } from '../../src/core/int64.ts';
import type { Database } from '../../src/database/database.ts';
import { ORDER_STATUSES, type Order, type OrderStatus } from '../../src/orders/order.ts';
import type { OrderPage } from '../../src/orders/order-list-query.ts';
import {
  countOpenOrders,
  dueOrders,
  findOrder,
  insertOrder,
  listOrders,
  moveOrder,
  type NewOrderRow,
  nextExpiry,
  openOrders,
} from '../../src/orders/order-queries.ts';

type Open = (test: TestContext) => Promise<Database>;

const NEWEST = { visibleTo: undefined, order: 'newest first', limit: 100 } as const;

/** The contract of every engine for orders. `open` gives a new, empty store that is closed after the test. */
export function testOrderQueries(engine: string, open: Open): void {
  describe(`orders on ${engine}`, () => {
    testValues(open);
    testOneHolder(open);
    testMoves(open);
    testExpiries(open);
    testPages(open);
  });
}

function testValues(open: Open): void {
  test('returns an order exactly as it was added', async (t) => {
    const { db, people } = await storeWith(open, t);
    const rows: NewOrderRow[] = [
      orderOf(people, { petId: INT64_MAX, reference: ' "r" \u{1F415}\n', updatedAt: 8.64e15 }),
      orderOf(people, { petId: -1n, ownerId: null, status: 'approved', expiresAt: null, reference: '' }),
    ];
    for (const row of rows) {
      const added = await db.write((queries) => insertOrder(queries, row));
      assert.deepEqual(added, { ...row, id: added.id, bondedOrderIds: [] });
      assert.deepEqual(await findOrder(db.read, added.id), added);
    }
    assert.equal(await findOrder(db.read, INT64_MAX), undefined);
  });
}

function testOneHolder(open: Open): void {
  for (const status of ['placed', 'approved'] as const) {
    test(`rejects a second open order on a pet whose order is ${status}`, async (t) => {
      const { db, people } = await storeWith(open, t);
      await add(db, orderOf(people, { status }));
      for (const second of ['placed', 'approved'] as const) {
        await assert.rejects(add(db, orderOf(people, { status: second })));
      }
      await add(db, orderOf(people, { petId: 2n }));
      await add(db, orderOf(people, { status: 'cancelled' }));
      assert.equal((await listOrders(db.read, NEWEST)).length, 3);
    });
  }

  test('accepts the next order on a pet after an order has ended', async (t) => {
    const { db, people } = await storeWith(open, t);
    for (const end of ['completed', 'cancelled', 'expired'] as const) {
      const order = await add(db, orderOf(people));
      assert.ok(await db.write((queries) => moveOrder(queries, order, end, 5)));
    }
  });
}

function testMoves(open: Open): void {
  test('changes an order only from the expected status', async (t) => {
    const { db, people } = await storeWith(open, t);
    const order = await add(db, orderOf(people));
    const move = (next: OrderStatus, at: number) =>
      db.write((queries) => moveOrder(queries, order, next, at));
    const moved = await move('approved', 7);
    assert.deepEqual(moved, { ...order, status: 'approved', expiresAt: null, updatedAt: 7 });
    assert.equal(await move('cancelled', 8), undefined);
    assert.deepEqual(await findOrder(db.read, order.id), moved);
  });

  test('counts open orders by account, and lists those of all accounts', async (t) => {
    const { db, people } = await storeWith(open, t);
    for (const [index, status] of ORDER_STATUSES.entries()) {
      await add(db, orderOf(people, { petId: BigInt(index), status }));
    }
    assert.equal(await countOpenOrders(db.read, people.family), 2);
    assert.equal(await countOpenOrders(db.read, people.shelter), 0);
    const open2 = await openOrders(db.read, 100);
    assert.deepEqual(open2.map(({ status }) => status).sort(), ['approved', 'placed']);
    assert.equal((await openOrders(db.read, 1)).length, 1);
  });
}

function testExpiries(open: Open): void {
  test('lists due holds in the order of their end, and returns the time of the next one', async (t) => {
    const { db, people } = await storeWith(open, t);
    assert.equal(await nextExpiry(db.read), undefined);
    for (const [index, expiresAt] of [30, 10, 20, 10, null].entries()) {
      await add(db, orderOf(people, { petId: BigInt(index), expiresAt }));
    }
    assert.equal(await nextExpiry(db.read), 10);
    assert.deepEqual(await dueOrders(db.read, 9, 10), []);
    const due = await dueOrders(db.read, 20, 10);
    assert.deepEqual(
      due.map(({ id, expiresAt }) => [id, expiresAt]),
      [
        [2n, 10],
        [4n, 10],
        [3n, 20],
      ],
    );
    for (const order of due) await db.write((queries) => moveOrder(queries, order, 'expired', 20));
    assert.equal(await nextExpiry(db.read), 30);
  });
}

function testPages(open: Open): void {
  test('every page equals filtering, sorting and slicing all orders', async (t) => {
    const { db, people } = await storeWith(open, t);
    const orders: Order[] = [];
    const both = [people.family, people.shelter] as const;
    const drafts = fc.sample(
      fc.record({
        petId: fc.constantFrom(1n, 2n),
        accountId: fc.constantFrom(...both),
        ownerId: fc.constantFrom(...both, people.other, null),
        status: fc.constantFrom<OrderStatus>('completed', 'cancelled', 'expired'),
      }),
      { numRuns: 60, seed: 1 },
    );
    // In between, an open order of each pet.
    drafts.splice(20, 0, { petId: 1n, accountId: people.family, ownerId: people.shelter, status: 'placed' });
    drafts.splice(40, 0, { petId: 2n, accountId: people.shelter, ownerId: null, status: 'approved' });
    for (const draft of drafts) orders.push(await add(db, orderOf(people, { ...draft, expiresAt: null })));
    const aPage: fc.Arbitrary<OrderPage> = fc.record({
      visibleTo: fc.option(fc.constantFrom(...both, people.other), { nil: undefined }),
      order: fc.constantFrom('newest first', 'oldest first'),
      limit: fc.integer({ min: 1, max: 63 }),
      status: fc.option(fc.constantFrom(...ORDER_STATUSES), { nil: undefined }),
      petId: fc.option(fc.constantFrom(1n, 2n, 3n), { nil: undefined }),
      after: fc.option(fc.bigInt({ min: -1n, max: 64n }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(aPage, async (page) => {
        assert.deepEqual(await listOrders(db.read, page), naivePage(orders, page));
      }),
      { numRuns: 200 },
    );
  });
}

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

interface People {
  shelter: bigint;
  family: bigint;
  other: bigint;
}

async function storeWith(open: Open, t: TestContext): Promise<{ db: Database; people: People }> {
  const db = await open(t);
  const account = async (name: string) => {
    const terms = { name, plan: 'free', role: 'member', customQuota: undefined } as const;
    const added = await db.write((queries) => insertAccount(queries, terms, 0));
    return added?.id ?? assert.fail('a new store has no accounts');
  };
  const people = {
    shelter: await account('shelter'),
    family: await account('family'),
    other: await account('other'),
  };
  return { db, people };
}

/** A placed order of the family on pet 1 of the shelter, with some differences. */
function orderOf({ family, shelter }: People, differences: Partial<NewOrderRow> = {}): NewOrderRow {
  return {
    petId: 1n,
    accountId: family,
    ownerId: shelter,
    status: 'placed',
    reference: null,
    placedAt: 1,
    expiresAt: 100,
    updatedAt: 1,
    ...differences,
  };
}

function add(db: Database, order: NewOrderRow): Promise<Order> {
  return db.write((queries) => insertOrder(queries, order));
}
