// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { DAY, HOUR } from '../../../src/platform/core/clock.ts';
import { createAccounts } from '../accounts.ts';
import { storePhoto } from '../photos/photo-fixture.ts';

/** `POST /v1/pets/{petId}/merge`: a duplicate goes, and all that belongs to it is that of the other animal. */

const photoId = (number: number) => String(number).padStart(32, '0');

/** Of the tests that read nothing of other animals. */
const shared = await startSharedService();

async function setUp(service = shared) {
  const keys = await createAccounts(service);
  const twin = await addPet(service, keys.shelter, { name: 'Bela' });
  const bella = await addPet(service, keys.shelter, { name: 'Bella' });
  const send = (method: string, path: string, body?: object, key = keys.shelter) =>
    service.send(path, { method, key, body });
  const merge = (petId = twin, into = bella, key = keys.shelter) =>
    send('POST', `/v1/pets/${petId}/merge`, { into }, key);
  const listing = async (id = bella) => (await send('GET', `/v1/listings/${id}`)).json;
  const profile = (id: number, fields: object) => send('PATCH', `/v1/pets/${id}/profile`, fields);
  /** All rows that a merge may change. */
  const stored = async () => {
    const { read } = service.database;
    const photos = read.selectFrom('photos').select(['id', 'pet_id', 'position']).orderBy('id');
    return {
      pets: await read.selectFrom('pets').selectAll().orderBy('id').execute(),
      profiles: await read.selectFrom('profiles').selectAll().orderBy('pet_id').execute(),
      photos: await photos.execute(),
      orders: await read.selectFrom('orders').selectAll().orderBy('id').execute(),
      merged: await read.selectFrom('merged_pets').selectAll().execute(),
      events: await read.selectFrom('events').select(['type', 'body']).execute(),
    };
  };
  return { service, keys, twin, bella, send, merge, listing, profile, stored };
}

test('the remaining animal has the photos of both, its own first, and the fields that it lacked', async (t) => {
  const { service, twin, bella, merge, listing, profile } = await setUp(await startService(t));
  for (const [number, id] of [
    [1, twin],
    [3, bella],
    [2, bella],
  ] as const)
    await storePhoto(service, id, photoId(number));
  await profile(twin, { breed: 'Whippet', color: 'grey', birthDate: '2024-01-02', birthDateEstimated: true });
  await profile(bella, { color: 'blue', birthDate: '2024-03-04' });
  service.clock.advance(HOUR);
  const merged = await merge();
  assert.deepEqual(
    [merged.status, merged.json],
    [200, { id: bella, name: 'Bella', categoryId: 1, status: 'available' }],
  );
  const after = await listing();
  assert.deepEqual(at(after, 'profile'), { breed: 'Whippet', color: 'blue', birthDate: '2024-03-04' });
  const photos = at(after, 'photos');
  assert.ok(Array.isArray(photos));
  assert.deepEqual(photos.map(({ id }) => id).toSorted(), [1, 2, 3].map(photoId));
  assert.equal(at(photos[2], 'id'), photoId(1));
  assert.equal((await service.send(`/photos/${photoId(1)}/800.jpg`)).status, 200);
  const positions = await service.database.read.selectFrom('photos').select('position').execute();
  assert.deepEqual(
    positions
      .map(({ position }) => Number(position))
      .toSorted()
      .at(-1),
    2,
  );
});

test('the duplicate is gone everywhere: 404, no list, no search, no count', async (t) => {
  const { service, keys, twin, bella, send, merge, profile } = await setUp(await startService(t));
  await profile(twin, { description: 'Loves tunnels.' });
  const merged = await merge();
  assert.equal(merged.headers.get('etag'), at(await listingOf(send, bella), 'etags', 'pet'));
  for (const path of [`/v1/pets/${twin}`, `/v1/listings/${twin}`]) {
    assertError(await send('GET', path), 404, 'pet_not_found');
  }
  assert.deepEqual(await idsOf(service, keys.reader, '/v1/pets'), [bella]);
  assert.deepEqual(await readAll(service, keys.reader, '/v1/listings?q=bela'), []);
  const found = await readAll(service, keys.reader, '/v1/listings?q=tunnels');
  assert.deepEqual(
    found.map(({ pet }) => at(pet, 'id')),
    [bella],
  );
  assert.deepEqual(await readAll(service, keys.reader, '/v1/categories'), [{ id: 1, available: 1 }]);
  assert.deepEqual(await readAll(service, keys.manager, '/v1/bin'), []);
  assertError(await send('POST', `/v1/pets/${twin}/restore`), 404, 'pet_not_found');
  assertError(await merge(), 404, 'pet_not_found');
});

test('orders go along: the open one holds the remaining animal, and ends as before', async () => {
  const { service, keys, twin, bella, send, merge } = await setUp();
  const closed = await placeOrder(service, keys.family, twin);
  await send('PATCH', `/v1/store/orders/${closed}`, { status: 'cancelled' });
  const open = await placeOrder(service, keys.family, twin);
  const other = await placeOrder(service, keys.family, bella);
  await send('PATCH', `/v1/store/orders/${other}`, { status: 'cancelled' });
  const merged = await merge();
  assert.equal(at(merged.json, 'status'), 'pending');
  const orders = await readAll(service, keys.family, `/v1/store/orders?petId=${bella}&sort=id`);
  assert.deepEqual(
    orders.map(({ id, status }) => [id, status]),
    [
      [closed, 'cancelled'],
      [open, 'placed'],
      [other, 'cancelled'],
    ],
  );
  assertError(await send('DELETE', `/v1/pets/${bella}`), 409, 'invalid_transition');
  service.clock.advance(2 * DAY);
  assert.equal(at(await listingOf(send, bella), 'pet', 'status'), 'available');
  assert.equal(at((await send('GET', `/v1/store/orders/${open}`)).json, 'status'), 'expired');
});

test('the orders belong to the account of the remaining animal', async () => {
  const { service, keys, twin, merge } = await setUp();
  const other = await addPet(service, keys.stranger);
  const order = await placeOrder(service, keys.family, twin);
  assert.equal((await merge(twin, other, keys.manager)).status, 200);
  const sees = async (key: string) => (await service.send(`/v1/store/orders/${order}`, { key })).status;
  assert.deepEqual(
    [await sees(keys.shelter), await sees(keys.stranger), await sees(keys.family)],
    [404, 200, 200],
  );
});

test('the last intake or outcome of both animals decides the status of the remaining one', async () => {
  const { service, keys, twin, send, merge } = await setUp();
  await send('PATCH', `/v1/pets/${twin}`, { status: 'sold' });
  assert.equal(at((await merge()).json, 'status'), 'sold');
  const returned = await addPet(service, keys.shelter, { status: 'sold' });
  await send('PATCH', `/v1/pets/${returned}`, { status: 'available' });
  assert.equal(at((await merge(returned)).json, 'status'), undefined);
});

test('the feed names the remaining animal with the removal, and the history of the remaining one is that of both', async (t) => {
  const { service, keys, twin, bella, send, merge, profile } = await setUp(await startService(t));
  await send('PATCH', `/v1/pets/${bella}`, { status: 'pending' });
  await profile(twin, { breed: 'Whippet' });
  await merge();
  const events = await readAll(service, keys.reader, '/v1/events');
  const [removal, listing] = events.slice(-2);
  const gone = { id: twin, name: 'Bela', categoryId: 1, status: 'available' };
  assert.deepEqual(
    [removal?.type, removal?.pet, removal?.mergedInto, removal?.etags],
    ['pet.deleted', gone, bella, undefined],
  );
  assert.deepEqual([listing?.type, at(listing, 'listing', 'pet', 'id')], ['listing.updated', bella]);
  const ofBoth = await readAll(service, keys.reader, `/v1/events?petId=${bella}&limit=2`);
  assert.deepEqual(ofBoth, events);
  const ofTwin = await readAll(service, keys.reader, `/v1/events?petId=${twin}`);
  assert.deepEqual(
    ofTwin.map(({ type }) => type),
    ['pet.created', 'listing.updated', 'pet.deleted'],
  );
});

test('the audit names who merged what, and what went along', async () => {
  const { service, keys, twin, bella, merge, profile } = await setUp();
  const admin = await service.account({ role: 'admin' });
  await storePhoto(service, twin, photoId(twin));
  await placeOrder(service, keys.family, twin);
  await profile(twin, { breed: 'Whippet' });
  await merge(twin, bella, keys.manager);
  const [entry] = listOf(await service.send('/v1/audit?limit=1', { key: admin.key }));
  // It is among the entries of both animals, and in no feed.
  for (const query of [`petId=${bella}`, `petId=${bella}&sort=id`, `petId=${twin}`]) {
    const audit = listOf(await service.send(`/v1/audit?${query}`, { key: admin.key }));
    assert.deepEqual(
      audit.filter(({ action }) => action === 'pet.merged'),
      [entry],
      query,
    );
    const ids = audit.map(({ id }) => Number(id));
    assert.deepEqual(
      ids,
      query.includes('sort') ? ids.toSorted((a, b) => a - b) : ids.toSorted((a, b) => b - a),
    );
  }
  const events = await readAll(service, admin.key, '/v1/events?limit=100');
  assert.ok(events.every(({ type }) => type !== 'pet.merged'));
  assert.deepEqual(
    [entry?.action, entry?.subject, entry?.details],
    [
      'pet.merged',
      { type: 'pet', id: twin, name: 'Bela' },
      { into: bella, photos: 1, orders: 1, references: 0, profile: ['breed'] },
    ],
  );
});

test('what cannot be merged is refused, and nothing changes', async (t) => {
  const { service, keys, twin, bella, send, merge, stored, profile } = await setUp(await startService(t));
  await profile(twin, { breed: 'Whippet' });
  for (let number = 0; number < 13; number += 1)
    await storePhoto(service, number % 2 === 0 ? twin : bella, photoId(number));
  const foreign = await addPet(service, keys.stranger);
  const binned = await addPet(service, keys.shelter);
  await send('DELETE', `/v1/pets/${binned}`);
  const [held, holding] = [await addPet(service, keys.shelter), await addPet(service, keys.shelter)];
  for (const id of [held, holding]) await placeOrder(service, keys.family, id);
  const sold = await addPet(service, keys.shelter, { status: 'sold' });
  const died = await addPet(service, keys.shelter);
  const outcome = { type: 'outcome', reason: 'died', date: '2026-11-20' };
  await send('POST', `/v1/pets/${died}/movements`, outcome);
  const busy = await addPet(service, keys.shelter);
  const stay = { pet_id: BigInt(busy), type: 'foster' as const, date: '2026-11-20' };
  const stays = Array.from({ length: 501 }, () => stay);
  await service.database.write((db) => db.insertInto('movements').values(stays).execute());
  const wanted = await addPet(service, keys.shelter);
  const times = { created_at: 0n, updated_at: 0n, due_at: 0n, erased_at: 0n };
  const erased = { ...times, pet_id: BigInt(wanted), state: 'declined' as const, queue: 1n, language: 'en' };
  const applications = Array.from({ length: 1_001 }, () => erased);
  await service.database.write((db) => db.insertInto('applications').values(applications).execute());
  const before = await stored();
  const itself = await merge(twin, twin);
  assertError(itself, 400, 'invalid_body');
  assert.equal(itself.headers.get('invalid-fields'), 'into');
  for (const [from, into] of [
    [binned, bella],
    [twin, binned],
  ] as const) {
    const inBin = await merge(from, into);
    assertError(inBin, 404, 'pet_not_found');
    assert.match(inBin.text, /is in the bin: restore it/);
  }
  assertError(await merge(twin, 999), 404, 'pet_not_found');
  assertError(await merge(999, twin), 404, 'pet_not_found');
  assertError(await merge(twin, foreign), 403, 'not_owner');
  assertError(await merge(foreign, twin), 403, 'not_owner');
  assertError(await merge(twin, bella, keys.reader), 403, 'insufficient_role');
  const photos = await merge();
  assertError(photos, 409, 'too_many_photos');
  assert.match(photos.text, /have 13 photos together, and a pet has at most 12\. Remove 1 first/);
  assertError(await merge(held, holding), 409, 'merge_conflict');
  assertError(await merge(held, sold), 409, 'merge_conflict');
  const gone = await merge(held, died);
  assertError(gone, 409, 'merge_conflict');
  assert.match(gone.text, /has left: complete or cancel the order first/);
  for (const [from, limit] of [
    [busy, /movements together, and a pet has at most 500/],
    [wanted, /has more than 1,000 applications/],
  ] as const) {
    const tooMany = await merge(from, bella);
    assertError(tooMany, 409, 'merge_conflict');
    assert.match(tooMany.text, limit);
  }
  assertError(await send('POST', `/v1/pets/${twin}/merge`, { into: bella, name: 'x' }), 400, 'invalid_body');
  assert.deepEqual(await stored(), before);
});

test('a pet takes up at most 100 others', async () => {
  const { service, twin, bella, merge, stored } = await setUp();
  const merged = Array.from({ length: 100 }, (_, index) => ({
    pet_id: BigInt(1_000_000 + index),
    into_id: BigInt(index % 2 === 0 ? bella : twin),
    merged_at: 0n,
  }));
  await service.database.write((db) => db.insertInto('merged_pets').values(merged).execute());
  const before = await stored();
  assertError(await merge(), 409, 'merge_conflict');
  assert.deepEqual(await stored(), before);
});

test('a repetition with the same Idempotency-Key gets the first response', async () => {
  const { service, keys, twin, bella } = await setUp();
  const sent = { method: 'POST', key: keys.shelter, body: { into: bella } };
  const again = () =>
    service.send(`/v1/pets/${twin}/merge`, { ...sent, headers: { 'idempotency-key': 'merge-1' } });
  const first = await again();
  const second = await again();
  assert.deepEqual([second.status, second.json], [200, first.json]);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
});

test('of two merges of one animal at the same time one succeeds, and the two directions do not block each other', async () => {
  const { service, keys, twin, bella, merge } = await setUp();
  const results = await Promise.all([merge(twin, bella), merge(bella, twin), merge(twin, bella)]);
  assert.deepEqual(results.map(({ status }) => status).toSorted(), [200, 404, 404]);
  const left = await readAll(service, keys.reader, `/v1/listings?ids=${twin},${bella}`);
  assert.equal(left.length, 1);
});

test('what is recorded of a merge is deleted with the animal for good, not while it is in the bin', async () => {
  const { service, twin, bella, send, merge } = await setUp();
  const merged = () =>
    service.database.read
      .selectFrom('merged_pets')
      .select('pet_id')
      .where('into_id', '=', BigInt(bella))
      .execute();
  await merge();
  await send('DELETE', `/v1/pets/${bella}`);
  assert.equal((await merged()).length, 1);
  await send('POST', `/v1/pets/${bella}/restore`);
  assert.deepEqual(await merged(), [{ pet_id: BigInt(twin) }]);
  await send('DELETE', `/v1/pets/${bella}`);
  service.clock.advance(30 * DAY + HOUR);
  await until(async () => (await merged()).length === 0);
});

type Send = Awaited<ReturnType<typeof setUp>>['send'];

async function listingOf(send: Send, id: number): Promise<unknown> {
  return (await send('GET', `/v1/listings/${id}`)).json;
}

async function idsOf(service: Parameters<typeof readAll>[0], key: string, path: string): Promise<unknown[]> {
  return (await readAll(service, key, path)).map(({ id }) => id);
}
