// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedServiceAtNoon, type TestService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { photoBytes } from '../../../src/catalogue/photos/photo-queries.ts';
import { DAY, HOUR } from '../../../src/platform/core/clock.ts';
import { createAccounts } from '../accounts.ts';
import { storePhoto } from '../photos/photo-fixture.ts';

/** Removed pets: `GET /v1/bin`, `POST /v1/pets/{petId}/restore` and `DELETE /v1/bin/{petId}`. */

/** Of all tests but those that change the whole bin. */
const shared = await startSharedServiceAtNoon();

async function setUp(service = shared()) {
  const keys = await createAccounts(service);
  const id = await addPet(service, keys.shelter, { name: 'Bella', status: 'sold' });
  const send = (method: string, path: string, body?: object, key = keys.shelter) =>
    service.send(path, { method, key, body });
  const remove = (petId = id) => send('DELETE', `/v1/pets/${petId}`);
  const restore = (key = keys.shelter, petId = id) =>
    send('POST', `/v1/pets/${petId}/restore`, undefined, key);
  const bin = (key = keys.shelter) => readAll(service, key, '/v1/bin?limit=1');
  return { service, keys, id, send, remove, restore, bin };
}

/** Gives a pet a profile and a photo. Returns the path of the photo. */
async function describe(service: TestService, key: string, id: number): Promise<string> {
  const photoId = randomBytes(16).toString('hex');
  await storePhoto(service, id, photoId);
  const sent = { method: 'PATCH', key, body: { breed: 'Whippet', intakeDate: '2026-01-02' } };
  assert.equal((await service.send(`/v1/pets/${id}/profile`, sent)).status, 200);
  return `/photos/${photoId}/800.jpg`;
}

test('a removed pet is in the bin, and its photo is unreachable with the response of the removal', async (t) => {
  const { service, keys, id, remove, restore, bin, send } = await setUp(await startService(t));
  assertError(await restore(), 404, 'pet_not_found');
  assertError(await send('DELETE', `/v1/bin/${id}`), 404, 'pet_not_found');
  const photo = await describe(service, keys.shelter, id);
  const bytes = await photoBytes(service.database.read);
  assert.ok(bytes > 0);
  // Twice, so that the file is cached.
  for (const _ of [1, 2]) assert.equal((await service.send(photo)).status, 200);
  const removedAt = service.clock.now();
  assert.equal((await remove()).status, 204);
  assertError(await service.send(photo), 404, 'route_not_found');
  assert.equal(await photoBytes(service.database.read), bytes, 'it counts, so that it can be restored');
  assertError(await send('GET', `/v1/listings/${id}`), 404, 'pet_not_found');
  assert.deepEqual(await readAll(service, keys.manager, '/v1/listings?q=whippet'), []);
  assert.deepEqual(await readAll(service, keys.manager, '/v1/categories'), []);
  assert.deepEqual(await bin(), [
    {
      pet: { id, name: 'Bella', categoryId: 1, status: 'sold' },
      removedAt: new Date(removedAt).toISOString(),
      expiresAt: new Date(removedAt + 30 * DAY).toISOString(),
    },
  ]);
});

test('a restored pet has its id, times, profile, photo and place in the search again', async (t) => {
  const { service, keys, id, send, remove, restore, bin } = await setUp(await startService(t));
  const photo = await describe(service, keys.shelter, id);
  const before = await send('GET', `/v1/listings/${id}`);
  service.clock.advance(HOUR);
  await remove();
  service.clock.advance(HOUR);
  const restored = await restore();
  assert.equal(restored.status, 200, restored.text);
  assert.deepEqual(restored.json, at(before.json, 'pet'));
  assert.equal(restored.headers.get('etag'), at(before.json, 'etags', 'pet'));

  const after = await send('GET', `/v1/listings/${id}`);
  const updatedAt = new Date(service.clock.now()).toISOString();
  assert.deepEqual(after.json, { ...Object(before.json), updatedAt });
  assert.equal((await service.send(photo)).status, 200);
  for (const query of ['q=bella', 'q=whippet', `ids=${id}`]) {
    assert.deepEqual(await readAll(service, keys.reader, `/v1/listings?${query}`), [after.json]);
  }
  const categories = await readAll(service, keys.reader, '/v1/categories');
  assert.deepEqual(categories, [{ id: 1, available: 0 }]);
  const { in_care_since } = await service.database.read
    .selectFrom('pets')
    .select('in_care_since')
    .executeTakeFirstOrThrow();
  assert.equal(Number(in_care_since), Date.UTC(2026, 0, 2));
  assert.deepEqual(await bin(), []);
  assertError(await restore(), 404, 'pet_not_found');
});

test('the bin begins with the last removed pet, whichever has the higher id', async () => {
  const { service, keys, id, remove, bin } = await setUp();
  const other = await addPet(service, keys.shelter);
  await remove(other);
  await remove(id);
  const idsOf = (removed: readonly object[]) => removed.map((one) => at(one, 'pet', 'id'));
  assert.deepEqual(idsOf(await bin()), [id, other]);
  assert.deepEqual(idsOf(await readAll(service, keys.shelter, '/v1/bin?sort=id')), [other, id]);
});

test('a member sees and restores its own removed pets, a manager all, a reader none', async () => {
  const { keys, remove, restore, bin, send, id } = await setUp();
  await remove();
  assert.deepEqual(await bin(keys.stranger), []);
  assert.ok((await bin(keys.manager)).some((removed) => at(removed, 'pet', 'id') === id));
  assertError(await send('GET', '/v1/bin', undefined, keys.reader), 403, 'insufficient_role');
  for (const [key, code] of [
    [keys.stranger, 'not_owner'],
    [keys.reader, 'insufficient_role'],
  ] as const) {
    assertError(await restore(key), 403, code);
    assertError(await send('DELETE', `/v1/bin/${id}`, undefined, key), 403, code);
  }
  assert.equal((await restore(keys.manager)).status, 200);
});

test('a pet that is deleted for good leaves no photo, and its id is not given again', async () => {
  const { service, keys, id, remove, restore, send } = await setUp();
  await describe(service, keys.shelter, id);
  await remove();
  assert.equal((await send('DELETE', `/v1/bin/${id}`)).status, 204);
  assertError(await send('DELETE', `/v1/bin/${id}`), 404, 'pet_not_found');
  assertError(await restore(), 404, 'pet_not_found');
  const { read } = service.database;
  assert.deepEqual(
    await read.selectFrom('photos').select('id').where('pet_id', '=', BigInt(id)).execute(),
    [],
  );
  const files = read.selectFrom('photo_files').select('photo_id');
  const photos = read.selectFrom('photos').select('id');
  assert.deepEqual(await files.where('photo_id', 'not in', photos).execute(), []);
  assert.ok((await addPet(service, keys.shelter)) > id);
});

test('30 days after its removal a pet is deleted for good, and one that was removed later stays', async (t) => {
  const { service, keys, id, remove, bin } = await setUp(await startService(t));
  const other = await addPet(service, keys.shelter);
  await describe(service, keys.shelter, id);
  await remove();
  service.clock.advance(DAY);
  await remove(other);
  service.clock.advance(29 * DAY - 1);
  assert.equal((await bin()).length, 2);
  service.clock.advance(HOUR);
  await until(async () => (await bin()).length === 1);
  assert.equal(at((await bin())[0], 'pet', 'id'), other);
  assert.deepEqual(await service.database.read.selectFrom('photos').select('id').execute(), []);
});

test('the audit names who restored a pet, and who deleted it for good', async () => {
  const { service, keys, id, remove, restore, send } = await setUp();
  const admin = await service.account({ role: 'admin' });
  await remove();
  await restore(keys.manager);
  await remove();
  await send('DELETE', `/v1/bin/${id}`);
  const ofPet = await readAll(service, admin.key, `/v1/audit?sort=id&petId=${id}`);
  assert.deepEqual(
    ofPet.map(({ action }) => action),
    ['pet.created', 'pet.deleted', 'pet.created', 'pet.restored', 'pet.deleted', 'pet.erased'],
  );
  const authors = new Set(ofPet.slice(2, 4).map(({ account }) => at(account, 'id')));
  assert.equal(authors.size, 1);
  assert.notEqual([...authors][0], at(ofPet[0], 'account', 'id'));
  assert.equal(at(ofPet[3], 'subject', 'name'), 'Bella');
});

test('a repeated restore with the same Idempotency-Key gets the first response, also if a batch removed the pet again', async () => {
  const { service, keys, id, remove, send, bin } = await setUp();
  await remove();
  const headers = { 'idempotency-key': 'restore-1' };
  const restore = () =>
    service.send(`/v1/pets/${id}/restore`, { method: 'POST', key: keys.shelter, headers });
  const first = await restore();
  await send('POST', '/v1/batches', { items: [{ operation: 'removePet', petId: id }] });
  assert.equal((await bin()).length, 1);
  const second = await restore();
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.deepEqual([second.status, second.json], [200, first.json]);
  assert.equal(second.headers.get('location'), null);
});
