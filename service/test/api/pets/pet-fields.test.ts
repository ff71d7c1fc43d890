import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, assertError } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';

/** The fields of a pet. */

const PET_STATUSES = ['available', 'pending', 'sold'];

function idOf({ json }: ApiResponse): number {
  assert.ok(typeof json === 'object' && json !== null && 'id' in json && typeof json.id === 'number');
  return json.id;
}

const OTHER_STATUSES = ['adopted', 'Available', ' sold', '', 0, 1, true, null, [], ['sold'], {}];

test('status accepts exactly available, pending and sold', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const create = (body: object) => service.send('/v1/pets', { method: 'POST', key, body });

  for (const status of PET_STATUSES) {
    await t.test(`accepts ${status}`, async () => {
      const body = { name: 'Frank', categoryId: 1, status };
      const created = await create(body);
      assert.equal(created.status, 201);
      assert.deepEqual(created.json, { id: idOf(created), ...body });
      assert.deepEqual((await service.send(`/v1/pets?status=${status}`, { key })).json, [created.json]);
    });
  }
  for (const status of OTHER_STATUSES) {
    await t.test(`rejects ${JSON.stringify(status)} (400)`, async () => {
      const response = await create({ name: 'Frank', categoryId: 9, status });
      assertError(response, 400, 'invalid_body');
      assert.match(response.text, /status must be one of available, pending, sold/);
      assert.deepEqual((await service.send('/v1/pets?categoryId=9', { key })).json, []);
    });
  }
});

test('status is optional, has no default, and is absent from the response', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const created = await service.send('/v1/pets', {
    method: 'POST',
    key,
    body: { name: 'Frank', categoryId: 1 },
  });
  assert.deepEqual(created.json, { id: idOf(created), name: 'Frank', categoryId: 1 });
  assert.deepEqual((await service.send('/v1/pets', { key })).json, [created.json]);
  assert.deepEqual((await service.send(`/v1/pets/${idOf(created)}`, { key })).json, created.json);
  for (const status of PET_STATUSES) {
    assert.deepEqual((await service.send(`/v1/pets?status=${status}`, { key })).json, []);
  }
});

test('rejects a name that is not a string (400)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const name of [5, true, null, ['Frank'], { first: 'Frank' }]) {
    await t.test(`rejects ${JSON.stringify(name)}`, async () => {
      const response = await service.send('/v1/pets', { method: 'POST', key, body: { name, categoryId: 1 } });
      assertError(response, 400, 'invalid_body');
      assert.match(response.text, /name must be a string/);
    });
  }
});

test('assigns ids from 1 upwards and ignores an id in the body', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const ids = [];
  for (const id of [undefined, 77, 1, 'x', null]) {
    const body = { id, name: 'Frank', categoryId: 1 };
    ids.push(idOf(await service.send('/v1/pets', { method: 'POST', key, body })));
  }
  assert.deepEqual(ids, [1, 2, 3, 4, 5]);
});

test('returns exactly id, name, categoryId and status in every response', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const body = {
    name: 'Frank',
    categoryId: 1,
    status: 'sold',
    owner: 3,
    owner_id: 4,
    category_id: 5,
    extra: {},
  };
  const created = await service.send('/v1/pets', { method: 'POST', key, body });
  const pet = { id: idOf(created), name: 'Frank', categoryId: 1, status: 'sold' };
  assert.deepEqual(created.json, pet);
  assert.deepEqual((await service.send(`/v1/pets/${pet.id}`, { key })).json, pet);
  assert.deepEqual((await service.send('/v1/pets', { key })).json, [pet]);
});

test('an empty list is []', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const response = await service.send('/v1/pets', { key });
  assert.equal(response.text, '[]');
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
});
