import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startSharedService, type TestService } from '@petstore/testing/service.ts';
import { type AccountKeys, createAccounts } from '../accounts.ts';

/** `PATCH` and `DELETE /v1/pets/{petId}`: transitions, permissions and events. */

/** One service for the tests that do not depend on other pets; each test has accounts of its own. */
const service = await startSharedService();

interface Fixture extends AccountKeys {
  service: TestService;
}

async function setUp(on: TestService = service): Promise<Fixture> {
  return { service: on, ...(await createAccounts(on)) };
}

function change({ service }: Fixture, key: string, id: number | string, body: unknown) {
  return service.send(`/v1/pets/${id}`, { method: 'PATCH', key, body });
}

function remove({ service }: Fixture, key: string, id: number | string) {
  return service.send(`/v1/pets/${id}`, { method: 'DELETE', key });
}

async function petOf({ service, manager }: Fixture, id: number): Promise<unknown> {
  return (await service.send(`/v1/pets/${id}`, { key: manager })).json;
}

function eventsOf({ service, manager }: Fixture, petId: number) {
  return readAll(service, manager, `/v1/events?petId=${petId}`);
}

const STATUSES = ['none', 'available', 'pending', 'sold'] as const;
type Status = (typeof STATUSES)[number];

/** The statuses that a `PATCH` may set while no order holds the pet. */
const ALLOWED: Record<Status, Status[]> = {
  none: ['available', 'pending', 'sold'],
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  sold: ['available'],
};

for (const from of STATUSES) {
  const draft = { status: from === 'none' ? undefined : from };
  for (const to of STATUSES.filter((one) => one !== 'none')) {
    if (from === to) {
      test(`PATCH of the current status ${from} is 200 and records no event`, async () => {
        const fixture = await setUp();
        const id = await addPet(fixture.service, fixture.shelter, draft);
        const before = await petOf(fixture, id);
        const same = await change(fixture, fixture.shelter, id, { status: to, name: 'Frank', categoryId: 1 });
        assert.equal(same.status, 200, same.text);
        assert.deepEqual(same.json, before);
        assert.equal((await eventsOf(fixture, id)).length, 1);
      });
    } else if (ALLOWED[from].includes(to)) {
      test(`PATCH changes ${from} to ${to} and records pet.updated`, async () => {
        const fixture = await setUp();
        const id = await addPet(fixture.service, fixture.shelter, draft);
        const changed = await change(fixture, fixture.shelter, id, { status: to });
        assert.equal(changed.status, 200, changed.text);
        const pet = { id, name: 'Frank', categoryId: 1, status: to };
        assert.deepEqual(changed.json, pet);
        assert.deepEqual(await petOf(fixture, id), pet);
        const recorded = (await eventsOf(fixture, id)).slice(1).map((event) => [event.type, event.pet]);
        assert.deepEqual(recorded, [['pet.updated', pet]]);
      });
    } else {
      test(`PATCH from ${from} to ${to} is 409 and lists the allowed statuses`, async () => {
        const fixture = await setUp();
        const id = await addPet(fixture.service, fixture.shelter, draft);
        const refused = await change(fixture, fixture.shelter, id, { name: 'Rex', status: to });
        assertError(refused, 409, 'invalid_transition');
        assert.ok(
          refused.text.includes(
            `is ${from} and cannot change to ${to}; allowed: ${ALLOWED[from].join(', ')}, null.`,
          ),
        );
        assert.equal(at(await petOf(fixture, id), 'name'), 'Frank', 'the name is unchanged');
        assert.equal((await eventsOf(fixture, id)).length, 1);
      });
    }
  }
}

test('PATCH changes the members that it names and keeps the others', async () => {
  const fixture = await setUp();
  const id = await addPet(fixture.service, fixture.shelter, { status: undefined });
  const steps: [object, object][] = [
    [{ name: ' Zoë ' }, { id, name: ' Zoë ', categoryId: 1 }],
    [{ categoryId: -9 }, { id, name: ' Zoë ', categoryId: -9 }],
    [{ status: 'pending' }, { id, name: ' Zoë ', categoryId: -9, status: 'pending' }],
    [
      { name: 'Rex', categoryId: 2, status: 'sold' },
      { id, name: 'Rex', categoryId: 2, status: 'sold' },
    ],
    [
      { name: 'Max', id: 77, owner: 1 },
      { id, name: 'Max', categoryId: 2, status: 'sold' },
    ],
  ];
  for (const [body, pet] of steps) {
    assert.deepEqual((await change(fixture, fixture.shelter, id, body)).json, pet);
    assert.deepEqual(await petOf(fixture, id), pet);
  }
  assert.equal((await eventsOf(fixture, id)).length, 1 + steps.length);
});

test('PATCH stores an int64 categoryId digit by digit and lists the category', async () => {
  const fixture = await setUp();
  const id = await addPet(fixture.service, fixture.shelter);
  const changed = await change(fixture, fixture.shelter, id, '{"categoryId":9223372036854775807}');
  assert.equal(
    changed.text,
    `{"id":${id},"name":"Frank","categoryId":9223372036854775807,"status":"available"}`,
  );
  const categories = await fixture.service.send('/v1/categories', { key: fixture.shelter });
  assert.match(categories.text, /"id":9223372036854775807,"available":1/);
});

test('rejects a PATCH without a known member or with an invalid value (400)', async () => {
  const fixture = await setUp();
  const id = await addPet(fixture.service, fixture.shelter);
  const wrong = [
    {},
    { id: 5 },
    { Name: 'Rex' },
    { name: null },
    { categoryId: null },
    { name: '' },
    { name: ' ' },
    { name: 'x'.repeat(1001) },
    { categoryId: '1' },
    { categoryId: 1.5 },
    { status: 'lost' },
    { status: '' },
    'null',
    '[]',
    '"sold"',
  ];
  for (const body of wrong) {
    assertError(await change(fixture, fixture.shelter, id, body), 400, 'invalid_body');
    // The body is validated before the pet is looked up.
    assertError(await change(fixture, fixture.shelter, 999, body), 400, 'invalid_body');
  }
  assertError(await change(fixture, fixture.shelter, id, '{'), 400, 'malformed_json');
  assert.match(
    (await change(fixture, fixture.shelter, id, {})).text,
    /at least one of name, categoryId and status/,
  );
  assert.equal((await eventsOf(fixture, id)).length, 1);
});

test('the owner and managers may change and remove a pet; other accounts get 403', async () => {
  const fixture = await setUp();
  for (const key of [fixture.shelter, fixture.manager]) {
    const id = await addPet(fixture.service, fixture.shelter);
    assertError(await change(fixture, fixture.stranger, id, { name: 'Rex' }), 403, 'not_owner');
    assertError(await change(fixture, fixture.stranger, id, { name: 'Frank' }), 403, 'not_owner');
    assertError(await remove(fixture, fixture.stranger, id), 403, 'not_owner');
    assertError(await change(fixture, fixture.reader, id, { name: 'Rex' }), 403, 'insufficient_role');
    assertError(await remove(fixture, fixture.reader, id), 403, 'insufficient_role');
    assert.equal((await change(fixture, key, id, { name: 'Max' })).status, 200);
    assert.equal((await remove(fixture, key, id)).status, 204);
  }
});

test('only managers may change or remove a pet without an owner', async () => {
  const fixture = await setUp();
  const id = await addPet(fixture.service, fixture.shelter);
  await fixture.service.database.write((db) =>
    db.updateTable('pets').set({ owner_id: null }).where('id', '=', BigInt(id)).execute(),
  );
  assertError(await change(fixture, fixture.shelter, id, { name: 'Rex' }), 403, 'not_owner');
  assertError(await remove(fixture, fixture.shelter, id), 403, 'not_owner');
  assert.equal((await change(fixture, fixture.manager, id, { name: 'Max' })).status, 200);
  assert.equal((await remove(fixture, fixture.manager, id)).status, 204);
});

test('PATCH and DELETE return 404 for an unknown or malformed id', async () => {
  const fixture = await setUp();
  for (const id of ['999999', '0', '-1', 'x', '1.0', '9223372036854775807', '9223372036854775808', '%zz']) {
    assertError(await change(fixture, fixture.manager, id, { name: 'Rex' }), 404, 'pet_not_found');
    assertError(await remove(fixture, fixture.manager, id), 404, 'pet_not_found');
  }
});

test('a removed pet is 404 and in no list, stays in the feed, and its id is not reused', async () => {
  const fixture = await setUp();
  const kept = await addPet(fixture.service, fixture.shelter, { name: 'Max', categoryId: 8 });
  const id = await addPet(fixture.service, fixture.shelter, { categoryId: 8 });
  const pet = await petOf(fixture, id);
  const removed = await remove(fixture, fixture.shelter, id);
  assert.deepEqual([removed.status, removed.text], [204, '']);
  assert.equal(removed.headers.get('content-type'), null);

  assertError(await fixture.service.send(`/v1/pets/${id}`, { key: fixture.shelter }), 404, 'pet_not_found');
  assertError(await change(fixture, fixture.shelter, id, { name: 'Rex' }), 404, 'pet_not_found');
  assertError(await remove(fixture, fixture.shelter, id), 404, 'pet_not_found');
  const order = { method: 'POST', key: fixture.shelter, body: { petId: id } };
  assertError(await fixture.service.send('/v1/store/orders', order), 404, 'pet_not_found');
  for (const query of ['', '?status=available', '?categoryId=8', '?categoryId=8&status=available&sort=id']) {
    const listed = await readAll(fixture.service, fixture.shelter, `/v1/pets${query}`);
    const ids = listed.map((one) => one.id);
    assert.deepEqual([ids.includes(kept), ids.includes(id)], [true, false], query);
  }
  const recorded = (await eventsOf(fixture, id)).map((event) => [event.type, event.pet]);
  assert.deepEqual(recorded, [
    ['pet.created', pet],
    ['pet.deleted', pet],
  ]);
  assert.ok((await addPet(fixture.service, fixture.shelter)) > id);
});

test('while an order holds a pet, status changes and removal are 409 and other changes succeed', async () => {
  const fixture = await setUp();
  const id = await addPet(fixture.service, fixture.shelter);
  const order = await placeOrder(fixture.service, fixture.stranger, id);
  const move = (status: string) =>
    fixture.service.send(`/v1/store/orders/${order}`, {
      method: 'PATCH',
      key: fixture.shelter,
      body: { status },
    });
  for (const step of ['placed', 'approved']) {
    await move(step);
    for (const key of [fixture.shelter, fixture.manager]) {
      for (const status of ['available', 'sold']) {
        const refused = await change(fixture, key, id, { name: 'Rex', status });
        assertError(refused, 409, 'invalid_transition');
        assert.match(
          refused.text,
          new RegExp(`held by order ${order} .*: complete or cancel the order first`),
        );
      }
      const refused = await remove(fixture, key, id);
      assertError(refused, 409, 'invalid_transition');
      assert.match(refused.text, new RegExp(`held by order ${order} and cannot be removed`));
    }
    const renamed = await change(fixture, fixture.shelter, id, {
      name: `Max ${step}`,
      categoryId: 3,
      status: 'pending',
    });
    assert.deepEqual(renamed.json, { id, name: `Max ${step}`, categoryId: 3, status: 'pending' });
  }
  await move('completed');
  assert.equal(at(await petOf(fixture, id), 'status'), 'sold');
  assert.equal((await change(fixture, fixture.shelter, id, { status: 'available' })).status, 200);
  await move('completed');
  assert.equal(at(await petOf(fixture, id), 'status'), 'available', 'an order that has ended holds nothing');
  assert.equal((await remove(fixture, fixture.shelter, id)).status, 204);
  const past = await fixture.service.send(`/v1/store/orders/${order}`, { key: fixture.stranger });
  assert.deepEqual([past.status, at(past.json, 'petId')], [200, id], 'the order of a removed pet stays');
});
