// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';

/** The life of a pet after it was added: `PATCH` and `DELETE /v1/pets/{petId}`, by whom, and what they leave. */

interface Scene {
  service: TestService;
  shelter: string;
  stranger: string;
  manager: string;
  reader: string;
}

async function scene(t: TestContext): Promise<Scene> {
  const service = await startService(t);
  return {
    service,
    shelter: (await service.account()).key,
    stranger: (await service.account()).key,
    manager: (await service.account({ role: 'manager' })).key,
    reader: (await service.account({ role: 'reader' })).key,
  };
}

function change({ service }: Scene, key: string, id: number | string, body: unknown) {
  return service.send(`/v1/pets/${id}`, { method: 'PATCH', key, body });
}

function remove({ service }: Scene, key: string, id: number | string) {
  return service.send(`/v1/pets/${id}`, { method: 'DELETE', key });
}

async function petOf({ service, manager }: Scene, id: number): Promise<unknown> {
  return (await service.send(`/v1/pets/${id}`, { key: manager })).json;
}

function events({ service, manager }: Scene, after = 0) {
  return readAll(service, manager, `/v1/events?limit=100&after=${after}`);
}

const STATUSES = ['none', 'available', 'pending', 'sold'] as const;
type Status = (typeof STATUSES)[number];

/** What a `PATCH` may make of each status while no order holds the pet. */
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
      test(`a pet that is ${from} stays so when it is asked to: 200 without an event`, async (t) => {
        const the = await scene(t);
        const id = await addPet(the.service, the.shelter, draft);
        const before = await petOf(the, id);
        const same = await change(the, the.shelter, id, { status: to, name: 'Frank', categoryId: 1 });
        assert.equal(same.status, 200, same.text);
        assert.deepEqual(same.json, before);
        assert.equal((await events(the)).length, 1);
      });
    } else if (ALLOWED[from].includes(to)) {
      test(`a pet that is ${from} can become ${to}, and the feed tells it`, async (t) => {
        const the = await scene(t);
        const id = await addPet(the.service, the.shelter, draft);
        const changed = await change(the, the.shelter, id, { status: to });
        assert.equal(changed.status, 200, changed.text);
        const pet = { id, name: 'Frank', categoryId: 1, status: to };
        assert.deepEqual(changed.json, pet);
        assert.deepEqual(await petOf(the, id), pet);
        const told = (await events(the, 1)).map((event) => [event.type, event.pet]);
        assert.deepEqual(told, [['pet.updated', pet]]);
      });
    } else {
      test(`a pet that is ${from} cannot become ${to}: 409 lists what is allowed`, async (t) => {
        const the = await scene(t);
        const id = await addPet(the.service, the.shelter, draft);
        const refused = await change(the, the.shelter, id, { name: 'Rex', status: to });
        assertError(refused, 409, 'invalid_transition');
        assert.ok(
          refused.text.includes(
            `is ${from} and cannot become ${to}. Allowed is ${ALLOWED[from].join(', ')}.`,
          ),
        );
        assert.equal(at(await petOf(the, id), 'name'), 'Frank', 'nothing of the change was done');
        assert.equal((await events(the)).length, 1);
      });
    }
  }
}

test('a change names what it changes, and leaves the rest as it was', async (t) => {
  const the = await scene(t);
  const id = await addPet(the.service, the.shelter, { status: undefined });
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
    assert.deepEqual((await change(the, the.shelter, id, body)).json, pet);
    assert.deepEqual(await petOf(the, id), pet);
  }
  assert.equal((await events(the)).length, 1 + steps.length);
});

test('a categoryId is changed without losing a digit, and the category is known from then on', async (t) => {
  const the = await scene(t);
  const id = await addPet(the.service, the.shelter);
  const changed = await change(the, the.shelter, id, '{"categoryId":9223372036854775807}');
  assert.equal(
    changed.text,
    `{"id":${id},"name":"Frank","categoryId":9223372036854775807,"status":"available"}`,
  );
  const categories = await the.service.send('/v1/categories', { key: the.shelter });
  assert.match(categories.text, /"id":9223372036854775807,"available":1/);
});

test('a change is 400 when it names nothing, or what no pet can have', async (t) => {
  const the = await scene(t);
  const id = await addPet(the.service, the.shelter);
  const wrong = [
    {},
    { id: 5 },
    { Name: 'Rex' },
    { name: null },
    { categoryId: null },
    { status: null },
    { name: 'Rex', status: null },
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
    assertError(await change(the, the.shelter, id, body), 400, 'invalid_body');
    // What is wrong with a body is found before the pet is looked for.
    assertError(await change(the, the.shelter, 999, body), 400, 'invalid_body');
  }
  assertError(await change(the, the.shelter, id, '{'), 400, 'malformed_json');
  assert.match((await change(the, the.shelter, id, {})).text, /at least one of name, categoryId and status/);
  assert.equal((await events(the)).length, 1);
});

test('the account that added a pet and managers may change and remove it, other members may not', async (t) => {
  const the = await scene(t);
  for (const key of [the.shelter, the.manager]) {
    const id = await addPet(the.service, the.shelter);
    assertError(await change(the, the.stranger, id, { name: 'Rex' }), 403, 'not_owner');
    assertError(await change(the, the.stranger, id, { name: 'Frank' }), 403, 'not_owner');
    assertError(await remove(the, the.stranger, id), 403, 'not_owner');
    assertError(await change(the, the.reader, id, { name: 'Rex' }), 403, 'insufficient_role');
    assertError(await remove(the, the.reader, id), 403, 'insufficient_role');
    assert.equal((await change(the, key, id, { name: 'Max' })).status, 200);
    assert.equal((await remove(the, key, id)).status, 204);
  }
});

test('a pet without an owner is the managers’ alone', async (t) => {
  const the = await scene(t);
  const id = await addPet(the.service, the.shelter);
  await the.service.database.write((db) => db.updateTable('pets').set({ owner_id: null }).execute());
  assertError(await change(the, the.shelter, id, { name: 'Rex' }), 403, 'not_owner');
  assertError(await remove(the, the.shelter, id), 403, 'not_owner');
  assert.equal((await change(the, the.manager, id, { name: 'Max' })).status, 200);
  assert.equal((await remove(the, the.manager, id)).status, 204);
});

test('what names no pet is 404 for a change and a removal, text that is no number included', async (t) => {
  const the = await scene(t);
  for (const id of ['1', '0', '-1', 'x', '1.0', '9223372036854775807', '9223372036854775808', '%zz']) {
    assertError(await change(the, the.manager, id, { name: 'Rex' }), 404, 'pet_not_found');
    assertError(await remove(the, the.manager, id), 404, 'pet_not_found');
  }
});

test('a removed pet is 404 everywhere and in no list, stays in the feed, and its id is never used again', async (t) => {
  const the = await scene(t);
  const kept = await addPet(the.service, the.shelter, { name: 'Max' });
  const id = await addPet(the.service, the.shelter);
  const pet = await petOf(the, id);
  const removed = await remove(the, the.shelter, id);
  assert.deepEqual([removed.status, removed.text], [204, '']);
  assert.equal(removed.headers.get('content-type'), null);

  assertError(await the.service.send(`/v1/pets/${id}`, { key: the.shelter }), 404, 'pet_not_found');
  assertError(await change(the, the.shelter, id, { name: 'Rex' }), 404, 'pet_not_found');
  assertError(await remove(the, the.shelter, id), 404, 'pet_not_found');
  const order = { method: 'POST', key: the.shelter, body: { petId: id } };
  assertError(await the.service.send('/v1/store/orders', order), 404, 'pet_not_found');
  for (const query of ['', '?status=available', '?categoryId=1', '?categoryId=1&status=available&sort=id']) {
    assert.deepEqual(
      (await readAll(the.service, the.shelter, `/v1/pets${query}`)).map((one) => one.id),
      [kept],
    );
  }
  const told = (await events(the)).map((event) => [event.type, event.pet]).slice(1);
  assert.deepEqual(told, [
    ['pet.created', pet],
    ['pet.deleted', pet],
  ]);
  assert.ok((await addPet(the.service, the.shelter)) > id);
});

test('while an order holds a pet its status belongs to the order, and its name does not', async (t) => {
  const the = await scene(t);
  const id = await addPet(the.service, the.shelter);
  const order = await placeOrder(the.service, the.stranger, id);
  const move = (status: string) =>
    the.service.send(`/v1/store/orders/${order}`, { method: 'PATCH', key: the.shelter, body: { status } });
  for (const step of ['placed', 'approved']) {
    await move(step);
    for (const key of [the.shelter, the.manager]) {
      for (const status of ['available', 'sold']) {
        const refused = await change(the, key, id, { name: 'Rex', status });
        assertError(refused, 409, 'invalid_transition');
        assert.match(refused.text, new RegExp(`held by order ${order} .*Allowed is to cancel or complete`));
      }
      const refused = await remove(the, key, id);
      assertError(refused, 409, 'invalid_transition');
      assert.match(refused.text, new RegExp(`held by order ${order} and cannot be removed`));
    }
    const renamed = await change(the, the.shelter, id, {
      name: `Max ${step}`,
      categoryId: 3,
      status: 'pending',
    });
    assert.deepEqual(renamed.json, { id, name: `Max ${step}`, categoryId: 3, status: 'pending' });
  }
  await move('completed');
  assert.equal(at(await petOf(the, id), 'status'), 'sold');
  assert.equal((await change(the, the.shelter, id, { status: 'available' })).status, 200);
  await move('completed');
  assert.equal(at(await petOf(the, id), 'status'), 'available', 'an order that has ended holds nothing');
  assert.equal((await remove(the, the.shelter, id)).status, 204);
  const past = await the.service.send(`/v1/store/orders/${order}`, { key: the.stranger });
  assert.deepEqual([past.status, at(past.json, 'petId')], [200, id], 'the order of a removed pet stays');
});
