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

test('PetStatus', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const create = (body: object) => service.send('/v1/pets', { method: 'POST', key, body });

  for (const status of PET_STATUSES) {
    await t.test(`${status} is allowed and comes back`, async () => {
      const body = { name: 'Frank', categoryId: 1, status };
      const created = await create(body);
      assert.equal(created.status, 201);
      assert.deepEqual(created.json, { id: idOf(created), ...body });
      assert.deepEqual((await service.send(`/v1/pets?status=${status}`, { key })).json, [created.json]);
    });
  }
  for (const status of OTHER_STATUSES) {
    await t.test(`${JSON.stringify(status)} is not allowed`, async () => {
      const response = await create({ name: 'Frank', categoryId: 9, status });
      assertError(response, 400, 'invalid_body');
      assert.match(response.text, /status must be one of available, pending, sold/);
      assert.deepEqual((await service.send('/v1/pets?categoryId=9', { key })).json, []);
    });
  }
});

test('NewPet: name is required', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const response = await service.send('/v1/pets', { method: 'POST', key, body: { categoryId: 1 } });
  assertError(response, 400, 'invalid_body');
  assert.match(response.text, /name is required/);
});

test('NewPet: categoryId is required', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const response = await service.send('/v1/pets', { method: 'POST', key, body: { name: 'Frank' } });
  assertError(response, 400, 'invalid_body');
  assert.match(response.text, /categoryId is required/);
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
    await t.test(`not ${JSON.stringify(name)}`, async () => {
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

test('an error has exactly code, message and status', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  assertError(await service.send('/v1/pets'), 401, 'missing_api_key');
  assertError(await service.send('/v1/pets/1', { key }), 404, 'pet_not_found');
  assertError(await service.send('/v1/pets', { key, method: 'POST', body: {} }), 400, 'invalid_body');
  assertError(await service.send('/v1/pets?limit=0', { key }), 400, 'invalid_parameter');
});

test('names all invalid members in one error, each with its rule', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const body = { name: 5, categoryId: 'x', status: 'gone' };
  const response = await service.send('/v1/pets', { method: 'POST', key, body });
  assertError(response, 400, 'invalid_body');
  for (const part of [/name must be a string/, /categoryId must be an integer/, /status must be one of/]) {
    assert.match(response.text, part);
  }
});

test("Error: at most 100 characters of the caller's own value are echoed", async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const long = 'z'.repeat(5000);
  const responses = [
    await service.send('/v1/pets', {
      method: 'POST',
      key,
      body: { name: 'Frank', categoryId: long, status: long },
    }),
    await service.send('/v1/pets', {
      method: 'POST',
      key,
      body: { name: 'Frank', categoryId: 1 },
      headers: { 'content-type': long },
    }),
    await service.send('/v1/pets', {
      method: 'POST',
      key,
      body: `{"name":"Frank","categoryId":${'9'.repeat(5000)}}`,
    }),
    await service.send(`/v1/pets?limit=${long}`, { key }),
    await service.send(`/v1/pets?cursor=${long}`, { key }),
    await service.send(`/v1/pets/${long}`, { key }),
    await service.send(`/v1/${long}`, { key }),
  ];
  for (const { status, text } of responses) {
    assert.ok(status >= 400 && status < 500, text);
    assert.doesNotMatch(text, /z{101}|9{101}/);
  }
});
