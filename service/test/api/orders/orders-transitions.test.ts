// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { HOUR } from '../../../src/core/clock.ts';

/** docs/api-design.md#orders-and-holds: the transitions, who may request them, and how many open orders a member may have. */

interface Scene {
  service: TestService;
  /** Added the pets. */
  shelter: string;
  /** Places the orders. */
  family: string;
  stranger: string;
  manager: string;
  reader: string;
}

async function scene(t: TestContext): Promise<Scene> {
  const service = await startService(t);
  return {
    service,
    shelter: (await service.account()).key,
    family: (await service.account()).key,
    stranger: (await service.account()).key,
    manager: (await service.account({ role: 'manager' })).key,
    reader: (await service.account({ role: 'reader' })).key,
  };
}

function ask({ service }: Scene, key: string, id: number, body: unknown): Promise<ApiResponse> {
  return service.send(`/v1/store/orders/${id}`, { method: 'PATCH', key, body });
}

const STATUSES = ['placed', 'approved', 'completed', 'cancelled', 'expired'] as const;
type Status = (typeof STATUSES)[number];

/** How an order comes to each status; an expired one waits. */
const WAY: Record<Status, Status[]> = {
  placed: [],
  approved: ['approved'],
  completed: ['approved', 'completed'],
  cancelled: ['cancelled'],
  expired: [],
};

async function orderThatIs(the: Scene, status: Status): Promise<{ id: number; petId: number }> {
  const petId = await addPet(the.service, the.shelter);
  const id = await placeOrder(the.service, the.family, petId);
  for (const step of WAY[status])
    assert.equal((await ask(the, the.shelter, id, { status: step })).status, 200);
  if (status === 'expired') the.service.clock.advance(48 * HOUR);
  const { json } = await the.service.send(`/v1/store/orders/${id}`, { key: the.manager });
  assert.equal(at(json, 'status'), status);
  return { id, petId };
}

async function petStatus({ service, manager }: Scene, petId: number): Promise<unknown> {
  return at((await service.send(`/v1/pets/${petId}`, { key: manager })).json, 'status');
}

/** What each status may become when it is asked for, and what the pet is then. */
const ALLOWED: Record<Status, Partial<Record<Status, string>>> = {
  placed: { approved: 'pending', cancelled: 'available' },
  approved: { completed: 'sold', cancelled: 'available' },
  completed: {},
  cancelled: {},
  expired: {},
};
const PET_WHILE: Record<Status, string> = {
  placed: 'pending',
  approved: 'pending',
  completed: 'sold',
  cancelled: 'available',
  expired: 'available',
};

for (const from of STATUSES) {
  for (const to of STATUSES) {
    const pet = ALLOWED[from][to];
    if (from === to) {
      test(`an order that is ${from} stays so when it is asked to: 200 without an event`, async (t) => {
        const the = await scene(t);
        const { id, petId } = await orderThatIs(the, from);
        const before = await readAll(the.service, the.manager, '/v1/events?limit=100');
        const shown = await the.service.send(`/v1/store/orders/${id}`, { key: the.manager });
        the.service.clock.advance(HOUR);
        for (const key of [the.shelter, the.family, the.manager]) {
          const answer = await ask(the, key, id, { status: from });
          assert.deepEqual([answer.status, answer.text], [200, shown.text]);
        }
        assert.deepEqual(await readAll(the.service, the.manager, '/v1/events?limit=100'), before);
        assert.equal(await petStatus(the, petId), PET_WHILE[from]);
      });
    } else if (pet !== undefined) {
      test(`an order that is ${from} can become ${to}, and its pet is ${pet}`, async (t) => {
        const the = await scene(t);
        const { id, petId } = await orderThatIs(the, from);
        the.service.clock.advance(HOUR);
        const answer = await ask(the, the.shelter, id, { status: to });
        assert.equal(answer.status, 200, answer.text);
        assert.equal(at(answer.json, 'status'), to);
        assert.equal(at(answer.json, 'placedAt'), '2026-11-21T12:00:00.000Z');
        assert.equal(at(answer.json, 'updatedAt'), '2026-11-21T13:00:00.000Z');
        assert.equal(at(answer.json, 'expiresAt'), undefined);
        assert.equal(await petStatus(the, petId), pet);
      });
    } else {
      test(`an order that is ${from} cannot become ${to}: 409 names what is allowed`, async (t) => {
        const the = await scene(t);
        const { id, petId } = await orderThatIs(the, from);
        const answer = await ask(the, the.shelter, id, { status: to });
        assertError(answer, 409, 'invalid_transition');
        const allowed = Object.keys(ALLOWED[from]).join(', ') || 'nothing';
        assert.match(
          answer.text,
          new RegExp(`is ${from} and cannot become ${to}\\. Allowed is ${allowed}\\b`),
        );
        assert.equal(await petStatus(the, petId), PET_WHILE[from]);
      });
    }
  }
}

test('who placed an order may cancel it, and nothing else: 403 not_owner', async (t) => {
  const the = await scene(t);
  for (const from of ['placed', 'approved'] as const) {
    const { id, petId } = await orderThatIs(the, from);
    for (const status of STATUSES.filter((one) => one !== 'cancelled' && one !== from)) {
      assertError(await ask(the, the.family, id, { status }), 403, 'not_owner');
    }
    assert.equal(await petStatus(the, petId), 'pending');
    assert.equal((await ask(the, the.family, id, { status: 'cancelled' })).status, 200);
    assert.equal(await petStatus(the, petId), 'available');
  }
});

test('the owner of the pet and every manager may approve, complete and cancel', async (t) => {
  const the = await scene(t);
  for (const key of [the.shelter, the.manager]) {
    for (const way of [['approved', 'completed'], ['cancelled'], ['approved', 'cancelled']]) {
      const { id } = await orderThatIs(the, 'placed');
      for (const status of way) assert.equal((await ask(the, key, id, { status })).status, 200);
    }
  }
});

test('to a stranger an order is 404, to a reader every change is 403, and nothing happens to it', async (t) => {
  const the = await scene(t);
  const { id, petId } = await orderThatIs(the, 'placed');
  for (const status of STATUSES) {
    assertError(await ask(the, the.stranger, id, { status }), 404, 'order_not_found');
    assertError(await ask(the, the.reader, id, { status }), 403, 'insufficient_role');
  }
  const body = { petId };
  const refused = await the.service.send('/v1/store/orders', { method: 'POST', key: the.reader, body });
  assertError(refused, 403, 'insufficient_role');
  assert.equal(await petStatus(the, petId), 'pending');
});

test('only a manager may go on with an order on a pet that has no owner', async (t) => {
  const the = await scene(t);
  const petId = await addPet(the.service, the.shelter);
  await the.service.database.write((db) => db.updateTable('pets').set({ owner_id: null }).execute());
  const id = await placeOrder(the.service, the.family, petId);
  assertError(await ask(the, the.shelter, id, { status: 'approved' }), 404, 'order_not_found');
  assertError(await ask(the, the.family, id, { status: 'approved' }), 403, 'not_owner');
  assert.equal((await ask(the, the.manager, id, { status: 'approved' })).status, 200);
});

test('a change of an order without a status that exists is 400', async (t) => {
  const the = await scene(t);
  const { id } = await orderThatIs(the, 'placed');
  for (const body of [{}, { status: null }, { status: 'open' }, { status: '' }, { status: 1 }, []]) {
    assertError(await ask(the, the.shelter, id, body), 400, 'invalid_body');
  }
});

test('a cancelled and a completed adoption leave the pet to the next', async (t) => {
  const the = await scene(t);
  const { id, petId } = await orderThatIs(the, 'cancelled');
  const again = await placeOrder(the.service, the.stranger, petId);
  assert.ok(again > id);
  for (const status of ['approved', 'completed']) await ask(the, the.shelter, again, { status });
  const body = { status: 'available' };
  const returned = await the.service.send(`/v1/pets/${petId}`, { method: 'PATCH', key: the.shelter, body });
  assert.equal(returned.status, 200, returned.text);
  assert.ok((await placeOrder(the.service, the.family, petId)) > again);
});

test('a member holds 20 pets at most, a manager as many as it likes; any end of an order makes room', async (t) => {
  const the = await scene(t);
  const pets = [];
  for (let count = 0; count < 26; count += 1) pets.push(await addPet(the.service, the.shelter));
  const [spare = 0, ...others] = pets;
  const orders = [];
  for (const petId of others.slice(0, 20)) orders.push(await placeOrder(the.service, the.family, petId));
  const place = (petId: number) =>
    the.service.send('/v1/store/orders', { method: 'POST', key: the.family, body: { petId } });
  const [first = 0, second = 0] = orders;
  await ask(the, the.shelter, first, { status: 'approved' });
  assertError(await place(spare), 409, 'too_many_open_orders');
  assert.equal(await petStatus(the, spare), 'available');

  await ask(the, the.shelter, first, { status: 'completed' });
  assert.equal((await place(spare)).status, 201);
  assertError(await place(others[20] ?? 0), 409, 'too_many_open_orders');
  await ask(the, the.family, second, { status: 'cancelled' });
  assert.equal((await place(others[20] ?? 0)).status, 201);

  for (const petId of others.slice(21)) await placeOrder(the.service, the.stranger, petId);
  the.service.clock.advance(48 * HOUR);
  const free = (await readAll(the.service, the.manager, '/v1/pets?status=available&limit=100')).map(
    ({ id }) => id,
  );
  assert.equal(free.length, 25);
  for (const petId of free) await placeOrder(the.service, the.manager, Number(petId));
  assert.equal((await readAll(the.service, the.manager, '/v1/store/orders?status=placed')).length, 25);
});
