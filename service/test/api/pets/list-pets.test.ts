// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, assertError } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { insertPet } from '../../../src/pets/pet-store.ts';

/** The parameters of `GET /v1/pets`. */

const STATUSES = ['available', 'pending', 'sold', undefined] as const;

/** Adds pets with the statuses of `STATUSES` in turn and the categories 1 and 2 in turn. */
async function addPets(service: TestService, count: number): Promise<void> {
  await service.database.write(async (queries) => {
    for (let n = 1; n <= count; n += 1) {
      const pet = {
        name: `pet ${n}`,
        categoryId: BigInt((n % 2) + 1),
        status: STATUSES[n % STATUSES.length],
      };
      await insertPet(queries, pet, null);
    }
  });
}

function idsOf({ status, json, text }: ApiResponse): unknown[] {
  assert.equal(status, 200, text);
  assert.ok(Array.isArray(json));
  return json.map((pet: { id: unknown }) => pet.id);
}

function countDown(from: number, to: number): number[] {
  return Array.from({ length: from - to + 1 }, (_, index) => from - index);
}

test('returns an array of pets, newest first', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 3);
  const response = await service.send('/v1/pets', { key });
  assert.deepEqual(response.json, [
    { id: 3, name: 'pet 3', categoryId: 2 },
    { id: 2, name: 'pet 2', categoryId: 1, status: 'sold' },
    { id: 1, name: 'pet 1', categoryId: 2, status: 'pending' },
  ]);
});

test('rejects a missing or wrong key (401)', async (t) => {
  const service = await startService(t);
  assertError(await service.send('/v1/pets'), 401, 'missing_api_key');
  assertError(await service.send('/v1/pets', { key: 'wrong' }), 401, 'invalid_api_key');
});

test('limit defaults to 20', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 30);
  assert.deepEqual(idsOf(await service.send('/v1/pets', { key })), countDown(30, 11));
});

test('limit from 1 to 100 bounds the page', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 101);
  for (const limit of [1, 2, 19, 20, 21, 99, 100]) {
    assert.deepEqual(
      idsOf(await service.send(`/v1/pets?limit=${limit}`, { key })),
      countDown(101, 102 - limit),
    );
  }
});

const BAD_LIMITS = [
  '0',
  '101',
  '-1',
  '1e1',
  '%2B5',
  '+5',
  '%205',
  '5%20',
  '5.0',
  '5.5',
  '0x5',
  '',
  'five',
  '٥',
  '1000000000000',
  '9'.repeat(400),
  'null',
  '5,6',
];

test('rejects any other limit (400), states the range and quotes the value', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const limit of BAD_LIMITS) {
    await t.test(`limit=${limit.slice(0, 20)}`, async () => {
      const response = await service.send(`/v1/pets?limit=${limit}`, { key });
      assertError(response, 400, 'invalid_parameter');
      assert.match(response.text, /limit must be an integer between 1 and 100; got \\"/);
    });
  }
});

test('limit may have leading zeros', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 6);
  assert.equal(idsOf(await service.send('/v1/pets?limit=005', { key })).length, 5);
});

test('status returns only pets with that status', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 12);
  assert.deepEqual(idsOf(await service.send('/v1/pets?status=available', { key })), [12, 8, 4]);
  assert.deepEqual(idsOf(await service.send('/v1/pets?status=pending', { key })), [9, 5, 1]);
  assert.deepEqual(idsOf(await service.send('/v1/pets?status=sold', { key })), [10, 6, 2]);
});

test('status never matches a pet without a status', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 3);
  assert.deepEqual(idsOf(await service.send('/v1/pets', { key })), [3, 2, 1]);
  for (const status of ['available', 'pending', 'sold']) {
    assert.ok(!idsOf(await service.send(`/v1/pets?status=${status}`, { key })).includes(3));
  }
});

test('rejects any other status (400), lists the allowed ones and quotes the value', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const status of ['adopted', 'Sold', 'sold%20', '', 'available,sold', 'null', '%00', '%ud800']) {
    await t.test(`status=${status}`, async () => {
      const response = await service.send(`/v1/pets?status=${status}`, { key });
      assertError(response, 400, 'invalid_parameter');
      assert.match(response.text, /status must be one of available, pending, sold; got \\"/);
    });
  }
});

test('categoryId returns only pets of that category, and combines with status', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 12);
  assert.deepEqual(idsOf(await service.send('/v1/pets?categoryId=1', { key })), [12, 10, 8, 6, 4, 2]);
  assert.deepEqual(idsOf(await service.send('/v1/pets?categoryId=1&status=sold', { key })), [10, 6, 2]);
  assert.deepEqual(idsOf(await service.send('/v1/pets?status=sold&categoryId=2', { key })), []);
  assert.deepEqual(idsOf(await service.send('/v1/pets?categoryId=-9223372036854775808', { key })), []);
});

test('rejects a categoryId that is not an int64 (400)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const categoryId of [
    '9223372036854775808',
    '-9223372036854775809',
    '1.0',
    '1e0',
    '',
    'cat',
    '%2B1',
    '9'.repeat(400),
  ]) {
    const response = await service.send(`/v1/pets?categoryId=${categoryId}`, { key });
    assertError(response, 400, 'invalid_parameter');
    assert.match(
      response.text,
      /categoryId must be an integer between -9223372036854775808 and 9223372036854775807/,
    );
  }
});

test('sort=id returns the oldest first and sort=-id the newest; anything else is 400', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 4);
  assert.deepEqual(idsOf(await service.send('/v1/pets?sort=id', { key })), [1, 2, 3, 4]);
  assert.deepEqual(idsOf(await service.send('/v1/pets?sort=-id', { key })), [4, 3, 2, 1]);
  assert.deepEqual(idsOf(await service.send('/v1/pets?sort=id&limit=2&categoryId=1', { key })), [2, 4]);
  for (const sort of ['name', 'ID', '', '%2Bid', 'id,-id']) {
    const response = await service.send(`/v1/pets?sort=${sort}`, { key });
    assertError(response, 400, 'invalid_parameter');
    assert.match(response.text, /sort must be one of -id, id/);
  }
});

test('rejects a documented parameter that is sent twice (400), even with the same value', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const [name, value] of Object.entries({
    limit: '5',
    status: 'sold',
    categoryId: '1',
    sort: 'id',
    cursor: 'x',
  })) {
    const response = await service.send(`/v1/pets?${name}=${value}&${name}=${value}`, { key });
    assertError(response, 400, 'invalid_parameter');
    assert.match(response.text, new RegExp(`${name} must be given once; got 2 values`));
  }
});

test('names every invalid parameter in one 400', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const response = await service.send('/v1/pets?limit=0&status=x&categoryId=y&sort=z', { key });
  assertError(response, 400, 'invalid_parameter');
  for (const name of ['limit', 'status', 'categoryId', 'sort'])
    assert.match(response.text, new RegExp(`${name} must be`));
});

test('ignores unknown parameters, also repeated or malformed', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 2);
  for (const query of [
    'other=1',
    'other=2&other=3',
    'limit[]=1',
    '__proto__=1',
    'toString',
    '%zz',
    '&&==&',
    'a'.repeat(4000),
  ]) {
    assert.deepEqual(idsOf(await service.send(`/v1/pets?${query}`, { key })), [2, 1]);
  }
});

test('decodes percent escapes in names and values of parameters', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 2);
  assert.deepEqual(idsOf(await service.send('/v1/pets?%6cimit=%31', { key })), [2]);
});
