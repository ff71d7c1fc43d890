// Runs with two threads.
// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';
import { encodeCursor } from '../../../src/platform/core/cursor.ts';
import { entityTag } from '../../../src/platform/http/responses/etag.ts';

/** `GET /v1/listings/{petId}` and `GET /v1/listings` without a search. */

const service = await startSharedService();
const { key } = await service.account({ role: 'manager' });

function get(path: string, headers: Record<string, string> = {}) {
  return service.send(path, { key, headers });
}

function time(): string {
  return new Date(service.clock.now()).toISOString();
}

test('a new pet has an empty profile, no photos, its times and the tags of its parts', async () => {
  const createdAt = time();
  const petId = await addPet(service, key);
  const { status, json, headers } = await get(`/v1/listings/${petId}`);
  assert.equal(status, 200);
  const pet = await get(`/v1/pets/${petId}`);
  assert.deepEqual(json, {
    pet: pet.json,
    profile: {},
    photos: [],
    createdAt,
    statusChangedAt: createdAt,
    updatedAt: createdAt,
    etags: { pet: pet.headers.get('etag'), profile: entityTag('{}') },
  });
  const unchanged = await get(`/v1/listings/${petId}`, { 'if-none-match': headers.get('etag') ?? '' });
  assert.equal(unchanged.status, 304);
});

test('a pet without a status has no statusChangedAt until one is set', async () => {
  const petId = await addPet(service, key, { status: undefined });
  assert.equal(at((await get(`/v1/listings/${petId}`)).json, 'statusChangedAt'), undefined);
  service.clock.advance(1_000);
  await service.send(`/v1/pets/${petId}`, { method: 'PATCH', key, body: { status: 'sold' } });
  assert.equal(at((await get(`/v1/listings/${petId}`)).json, 'statusChangedAt'), time());
});

test('a new name sets updatedAt only, and an order sets both times', async () => {
  const petId = await addPet(service, key);
  const createdAt = time();
  service.clock.advance(1_000);
  await service.send(`/v1/pets/${petId}`, { method: 'PATCH', key, body: { name: 'Rex' } });
  const renamed = (await get(`/v1/listings/${petId}`)).json;
  assert.deepEqual(
    [at(renamed, 'createdAt'), at(renamed, 'statusChangedAt'), at(renamed, 'updatedAt')],
    [createdAt, createdAt, time()],
  );
  service.clock.advance(1_000);
  await placeOrder(service, key, petId);
  const held = (await get(`/v1/listings/${petId}`)).json;
  assert.deepEqual([at(held, 'statusChangedAt'), at(held, 'updatedAt')], [time(), time()]);
});

test('an unknown id is 404, and an id that is no int64, too', async () => {
  for (const id of ['999999', 'x', '0', '9223372036854775808'])
    assertError(await get(`/v1/listings/${id}`), 404, 'pet_not_found');
});

test('the list has the same listings as single reads, in the order and with the filters of GET /v1/pets', async (t) => {
  const own = await startService(t);
  const { key } = await own.account({ role: 'manager' });
  for (let n = 1; n <= 7; n += 1) {
    const status = n % 2 === 0 ? 'available' : 'sold';
    const id = await addPet(own, key, { categoryId: 1 + (n % 3), status });
    const body = { breed: `Beagle ${n}` };
    await own.send(`/v1/pets/${id}/profile`, { method: 'PATCH', key, body });
  }
  for (const query of [
    'limit=3',
    'limit=2&sort=id',
    'status=sold&limit=2',
    'categoryId=2',
    'petId=6,2,99,5',
  ]) {
    const listings = await readAll(own, key, `/v1/listings?${query}`);
    const pets = query.startsWith('petId')
      ? [6, 5, 2].map((id) => ({ id }))
      : await readAll(own, key, `/v1/pets?${query}`);
    assert.deepEqual(
      listings.map(({ pet }) => at(pet, 'id')),
      pets.map(({ id }) => id),
      query,
    );
    for (const listing of listings) {
      const single = await own.send(`/v1/listings/${at(listing, 'pet', 'id')}`, { key });
      assert.deepEqual(listing, single.json);
    }
  }
});

test('rejects an invalid parameter (400)', async () => {
  const many = Array.from({ length: 101 }, (_, n) => n + 1).join();
  for (const query of [
    'petId=',
    'petId=x',
    `petId=${many}`,
    'limit=0',
    'sort=price',
    'status=x',
    'unknown=1',
  ])
    assertError(await get(`/v1/listings?${query}`), 400, 'invalid_parameter');
});

test('a page changes its ETag when a profile changes', async () => {
  const petId = await addPet(service, key);
  const path = `/v1/listings?petId=${petId}`;
  const before = await get(path);
  await service.send(`/v1/pets/${petId}/profile`, { method: 'PATCH', key, body: { breed: 'Beagle' } });
  const after = await get(path, { 'if-none-match': before.headers.get('etag') ?? '' });
  assert.equal(after.status, 200);
  assert.equal(at(listOf(after)[0], 'profile', 'breed'), 'Beagle');
});

test('refuses an order by name with q or ids, and a cursor of another order (400)', async () => {
  for (const selection of ['q=zoe', 'ids=1'])
    assertError(await get(`/v1/listings?sort=name&${selection}`), 400, 'invalid_parameter');
  const forged = encodeCursor('/v1/listings?sort=updatedAt', { id: 1n, key: 'x' });
  assertError(await get(`/v1/listings?sort=updatedAt&cursor=${forged}`), 400, 'invalid_parameter');
  assertError(await get(`/v1/listings?sort=name&cursor=${forged}`), 400, 'invalid_parameter');
});
