import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService, type TestService } from '@petstore/testing/service.ts';
import { HOUR } from '../../../src/platform/core/clock.ts';
import { type AccountKeys, createAccounts } from '../accounts.ts';

/** docs/api-design.md#orders-and-holds: the transitions, who may request them, and how many open orders a member may have. */

/** One service for all tests, each of which has accounts and pets of its own. */
const service = await startSharedService();

interface Fixture extends AccountKeys {
  service: TestService;
}

async function setUp(on: TestService = service): Promise<Fixture> {
  return { service: on, ...(await createAccounts(on)) };
}

function patch({ service }: Fixture, key: string, id: number, body: unknown): Promise<ApiResponse> {
  return service.send(`/v1/store/orders/${id}`, { method: 'PATCH', key, body });
}

const STATUSES = ['placed', 'approved', 'completed', 'cancelled', 'expired'] as const;
type Status = (typeof STATUSES)[number];

/** The changes that lead to each status; an order expires by time. */
const CHANGES_TO: Record<Status, Status[]> = {
  placed: [],
  approved: ['approved'],
  completed: ['approved', 'completed'],
  cancelled: ['cancelled'],
  expired: [],
};

async function createOrder(fixture: Fixture, status: Status): Promise<{ id: number; petId: number }> {
  const petId = await addPet(fixture.service, fixture.shelter);
  const id = await placeOrder(fixture.service, fixture.family, petId);
  for (const step of CHANGES_TO[status])
    assert.equal((await patch(fixture, fixture.shelter, id, { status: step })).status, 200);
  if (status === 'expired') fixture.service.clock.advance(48 * HOUR);
  const { json } = await fixture.service.send(`/v1/store/orders/${id}`, { key: fixture.manager });
  assert.equal(at(json, 'status'), status);
  return { id, petId };
}

async function petStatus({ service, manager }: Fixture, petId: number): Promise<unknown> {
  return at((await service.send(`/v1/pets/${petId}`, { key: manager })).json, 'status');
}

function eventsOf({ service, manager }: Fixture, petId: number) {
  return readAll(service, manager, `/v1/events?petId=${petId}`);
}

/** The statuses that each status may change to, and the status of the pet after that. */
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
      test(`PATCH of the current status ${from} is 200 and records no event`, async () => {
        const fixture = await setUp();
        const { id, petId } = await createOrder(fixture, from);
        const before = await eventsOf(fixture, petId);
        const shown = await fixture.service.send(`/v1/store/orders/${id}`, { key: fixture.manager });
        fixture.service.clock.advance(HOUR);
        for (const key of [fixture.shelter, fixture.family, fixture.manager]) {
          const response = await patch(fixture, key, id, { status: from });
          assert.deepEqual([response.status, response.text], [200, shown.text]);
        }
        assert.deepEqual(await eventsOf(fixture, petId), before);
        assert.equal(await petStatus(fixture, petId), PET_WHILE[from]);
      });
    } else if (pet !== undefined) {
      test(`PATCH changes ${from} to ${to} and makes the pet ${pet}`, async () => {
        const fixture = await setUp();
        const placedAt = service.clock.now();
        const { id, petId } = await createOrder(fixture, from);
        service.clock.advance(HOUR);
        const response = await patch(fixture, fixture.shelter, id, { status: to });
        assert.equal(response.status, 200, response.text);
        assert.equal(at(response.json, 'status'), to);
        assert.equal(at(response.json, 'placedAt'), new Date(placedAt).toISOString());
        assert.equal(at(response.json, 'updatedAt'), new Date(placedAt + HOUR).toISOString());
        assert.equal(at(response.json, 'expiresAt'), undefined);
        assert.equal(await petStatus(fixture, petId), pet);
      });
    } else {
      test(`PATCH from ${from} to ${to} is 409 and lists the allowed statuses`, async () => {
        const fixture = await setUp();
        const { id, petId } = await createOrder(fixture, from);
        const response = await patch(fixture, fixture.shelter, id, { status: to });
        assertError(response, 409, 'invalid_transition');
        const allowed = Object.keys(ALLOWED[from]).join(', ');
        const reason = allowed === '' ? `: an? ${from} order is final` : `; allowed: ${allowed}`;
        assert.match(response.text, new RegExp(`is ${from} and cannot change to ${to}${reason}\\.`));
        assert.equal(await petStatus(fixture, petId), PET_WHILE[from]);
      });
    }
  }
}

test('the account that placed an order may only cancel it (403 not_owner)', async () => {
  const fixture = await setUp();
  for (const from of ['placed', 'approved'] as const) {
    const { id, petId } = await createOrder(fixture, from);
    for (const status of STATUSES.filter((one) => one !== 'cancelled' && one !== from)) {
      assertError(await patch(fixture, fixture.family, id, { status }), 403, 'not_owner');
    }
    assert.equal(await petStatus(fixture, petId), 'pending');
    assert.equal((await patch(fixture, fixture.family, id, { status: 'cancelled' })).status, 200);
    assert.equal(await petStatus(fixture, petId), 'available');
  }
});

test('the owner of the pet and every manager may approve, complete and cancel', async () => {
  const fixture = await setUp();
  for (const key of [fixture.shelter, fixture.manager]) {
    for (const way of [['approved', 'completed'], ['cancelled'], ['approved', 'cancelled']]) {
      const { id } = await createOrder(fixture, 'placed');
      for (const status of way) assert.equal((await patch(fixture, key, id, { status })).status, 200);
    }
  }
});

test('PATCH is 404 for an uninvolved account and 403 for a reader, and changes nothing', async () => {
  const fixture = await setUp();
  const { id, petId } = await createOrder(fixture, 'placed');
  for (const status of STATUSES) {
    assertError(await patch(fixture, fixture.stranger, id, { status }), 404, 'order_not_found');
    assertError(await patch(fixture, fixture.reader, id, { status }), 403, 'insufficient_role');
  }
  const body = { petId };
  const refused = await fixture.service.send('/v1/store/orders', {
    method: 'POST',
    key: fixture.reader,
    body,
  });
  assertError(refused, 403, 'insufficient_role');
  assert.equal(await petStatus(fixture, petId), 'pending');
});

test('only a manager may approve an order on a pet without an owner', async () => {
  const fixture = await setUp();
  const petId = await addPet(fixture.service, fixture.shelter);
  await fixture.service.database.write((db) =>
    db.updateTable('pets').set({ owner_id: null }).where('id', '=', BigInt(petId)).execute(),
  );
  const id = await placeOrder(fixture.service, fixture.family, petId);
  assertError(await patch(fixture, fixture.shelter, id, { status: 'approved' }), 404, 'order_not_found');
  assertError(await patch(fixture, fixture.family, id, { status: 'approved' }), 403, 'not_owner');
  assert.equal((await patch(fixture, fixture.manager, id, { status: 'approved' })).status, 200);
});

test('rejects a PATCH without a known status (400)', async () => {
  const fixture = await setUp();
  const { id } = await createOrder(fixture, 'placed');
  for (const body of [{}, { status: null }, { status: 'open' }, { status: '' }, { status: 1 }, []]) {
    assertError(await patch(fixture, fixture.shelter, id, body), 400, 'invalid_body');
  }
});

test('a pet can be ordered again after a cancelled and after a completed order', async () => {
  const fixture = await setUp();
  const { id, petId } = await createOrder(fixture, 'cancelled');
  const again = await placeOrder(fixture.service, fixture.stranger, petId);
  assert.ok(again > id);
  for (const status of ['approved', 'completed']) await patch(fixture, fixture.shelter, again, { status });
  const body = { status: 'available' };
  const returned = await fixture.service.send(`/v1/pets/${petId}`, {
    method: 'PATCH',
    key: fixture.shelter,
    body,
  });
  assert.equal(returned.status, 200, returned.text);
  assert.ok((await placeOrder(fixture.service, fixture.family, petId)) > again);
});

test('a member may hold 20 pets and a manager any number; every end of an order frees a place', async (t) => {
  const fixture = await setUp(await startService(t));
  const pets = [];
  for (let count = 0; count < 26; count += 1) pets.push(await addPet(fixture.service, fixture.shelter));
  const [spare = 0, ...others] = pets;
  const orders = [];
  for (const petId of others.slice(0, 20))
    orders.push(await placeOrder(fixture.service, fixture.family, petId));
  const place = (petId: number) =>
    fixture.service.send('/v1/store/orders', { method: 'POST', key: fixture.family, body: { petId } });
  const [first = 0, second = 0] = orders;
  await patch(fixture, fixture.shelter, first, { status: 'approved' });
  assertError(await place(spare), 409, 'too_many_open_orders');
  assert.equal(await petStatus(fixture, spare), 'available');

  await patch(fixture, fixture.shelter, first, { status: 'completed' });
  assert.equal((await place(spare)).status, 201);
  assertError(await place(others[20] ?? 0), 409, 'too_many_open_orders');
  await patch(fixture, fixture.family, second, { status: 'cancelled' });
  assert.equal((await place(others[20] ?? 0)).status, 201);

  for (const petId of others.slice(21)) await placeOrder(fixture.service, fixture.stranger, petId);
  fixture.service.clock.advance(48 * HOUR);
  const free = (await readAll(fixture.service, fixture.manager, '/v1/pets?status=available&limit=100')).map(
    ({ id }) => id,
  );
  assert.equal(free.length, 25);
  for (const petId of free) await placeOrder(fixture.service, fixture.manager, Number(petId));
  assert.equal(
    (await readAll(fixture.service, fixture.manager, '/v1/store/orders?status=placed')).length,
    25,
  );
});
