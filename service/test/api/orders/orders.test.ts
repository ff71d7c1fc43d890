// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService, type TestService } from '@petstore/testing/service.ts';
import { HOUR } from '../../../src/platform/core/clock.ts';
import { createAccounts } from '../accounts.ts';

/** Placing, reading and listing orders, and who may see them. */

/** Of all tests that need no ids or date of their own. */
const service = await startSharedService();

function place(service: TestService, key: string, body: unknown) {
  return service.send('/v1/store/orders', { method: 'POST', key, body });
}

test('returns 201 with the order, its Location and a hold of 48 hours, and makes the pet pending', async (t) => {
  const service = await startService(t);
  const { shelter, family } = await createAccounts(service);
  const petId = await addPet(service, shelter);
  service.clock.advance(HOUR + 7);
  const placed = await place(service, family, { petId, reference: 'application 2026-118' });
  assert.equal(placed.status, 201, placed.text);
  assert.deepEqual(placed.json, {
    id: 1,
    petId,
    status: 'placed',
    reference: 'application 2026-118',
    placedAt: '2026-11-21T13:00:00.007Z',
    expiresAt: '2026-11-23T13:00:00.007Z',
    updatedAt: '2026-11-21T13:00:00.007Z',
  });
  assert.equal(placed.headers.get('location'), '/v1/store/orders/1');
  assert.equal(placed.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal((await service.send('/v1/store/orders/1', { key: family })).text, placed.text);
  assert.equal(at((await service.send(`/v1/pets/${petId}`, { key: family })).json, 'status'), 'pending');
});

test('an order without a reference has no such member, and other members are ignored', async (t) => {
  const service = await startService(t);
  const { shelter } = await createAccounts(service);
  const petId = await addPet(service, shelter);
  const body = { petId, id: 99, status: 'completed', expiresAt: '2030-01-01T00:00:00Z' };
  const { json } = await place(service, shelter, body);
  assert.equal(at(json, 'id'), 1);
  assert.equal(at(json, 'status'), 'placed');
  assert.equal(at(json, 'expiresAt'), '2026-11-23T12:00:00.000Z');
  assert.equal(at(json, 'reference'), undefined);
});

test('rejects an invalid body (400), names the member, and holds nothing', async () => {
  const { shelter } = await createAccounts(service);
  const petId = await addPet(service, shelter);
  const wrong = [
    {},
    { petId: null },
    { petId: '1' },
    { petId: 1.5 },
    { petId, reference: null },
    { petId, reference: 5 },
    { petId, reference: 'x'.repeat(101) },
    { petId, reference: 'a\0b' },
    `{"petId":${petId},"reference":"\\ud800"}`,
    '{"petId":9223372036854775808}',
    [],
  ];
  for (const body of wrong) {
    const response = await place(service, shelter, body);
    assertError(response, 400, 'invalid_body');
    if (!Array.isArray(body)) assert.match(response.text, /petId|reference/);
  }
  assert.equal(at((await service.send(`/v1/pets/${petId}`, { key: shelter })).json, 'status'), 'available');
});

test('stores a reference of up to 100 characters exactly as it was sent', async () => {
  const { manager } = await createAccounts(service);
  for (const reference of ['', ' ', '🐕'.repeat(100), 'x'.repeat(100), '"\\\n\u2028<b>', "'; drop table"]) {
    const petId = await addPet(service, manager);
    const placed = await place(service, manager, { petId, reference });
    assert.equal(placed.status, 201, placed.text);
    assert.equal(at(placed.json, 'reference'), reference);
    const location = placed.headers.get('location') ?? '';
    assert.equal(at((await service.send(location, { key: manager })).json, 'reference'), reference);
  }
});

test('rejects an order on an unknown pet (404), at both ends of int64 too', async (t) => {
  const service = await startService(t);
  const { family } = await createAccounts(service);
  for (const petId of ['1', '0', '-1', '9223372036854775807', '-9223372036854775808']) {
    assertError(await place(service, family, `{"petId":${petId}}`), 404, 'pet_not_found');
  }
});

test('rejects an order on a pet that is not available (409) and states the reason', async () => {
  const { shelter, family } = await createAccounts(service);
  const held = await addPet(service, shelter);
  await placeOrder(service, family, held);
  const reasons: [number, RegExp][] = [
    [held, /another order holds it/],
    [await addPet(service, shelter, { status: 'pending' }), /its shelter has set it to pending/],
    [await addPet(service, shelter, { status: 'sold' }), /it is sold/],
    [await addPet(service, shelter, { status: undefined }), /it has no status/],
  ];
  for (const [petId, why] of reasons) {
    const response = await place(service, shelter, { petId });
    assertError(response, 409, 'pet_not_available');
    assert.match(response.text, why);
  }
});

test('an order is visible to its account, the pet owner and managers; others get 404', async (t) => {
  const service = await startService(t);
  const { shelter, family, stranger, manager, reader } = await createAccounts(service);
  const petId = await addPet(service, shelter);
  const id = await placeOrder(service, family, petId);
  for (const key of [shelter, family, manager]) {
    assert.equal((await service.send(`/v1/store/orders/${id}`, { key })).status, 200);
    assert.deepEqual(
      (await readAll(service, key, '/v1/store/orders')).map((order) => order.id),
      [id],
    );
  }
  for (const key of [stranger, reader]) {
    assertError(await service.send(`/v1/store/orders/${id}`, { key }), 404, 'order_not_found');
    assert.deepEqual(await readAll(service, key, `/v1/store/orders?petId=${petId}`), []);
  }
  const hidden = await service.send(`/v1/store/orders/${id}`, { key: stranger });
  const unknown = await service.send('/v1/store/orders/2', { key: stranger });
  assert.equal(hidden.text.replaceAll(`id ${id}`, 'id 2'), unknown.text, 'both responses are equal');
});

test('GET and PATCH return 404 for an unknown or malformed order id', async (t) => {
  const service = await startService(t);
  const { manager } = await createAccounts(service);
  for (const id of ['1', '0', '-1', 'x', '1.0', '9223372036854775808', '9'.repeat(200), '%zz']) {
    const path = `/v1/store/orders/${id}`;
    assertError(await service.send(path, { key: manager }), 404, 'order_not_found');
    assertError(
      await service.send(path, { key: manager, method: 'PATCH', body: { status: 'approved' } }),
      404,
      'order_not_found',
    );
  }
});

test('lists orders by status and pet, in both directions, each order once across pages', async (t) => {
  const service = await startService(t);
  const { shelter, family, manager } = await createAccounts(service);
  const pets = [];
  for (let count = 0; count < 9; count += 1) pets.push(await addPet(service, shelter));
  const orders = [];
  // The shelter sees its own orders as owner of the pet, too: none may be listed twice.
  for (const [index, petId] of pets.entries()) {
    const id = await placeOrder(service, index % 2 === 0 ? family : shelter, petId);
    orders.push({ id, petId, byFamily: index % 2 === 0 });
  }
  for (const { id } of orders.slice(0, 4)) {
    const body = { status: 'cancelled' };
    await service.send(`/v1/store/orders/${id}`, { method: 'PATCH', key: manager, body });
  }
  const ids = async (key: string, query: string) =>
    (await readAll(service, key, `/v1/store/orders?${query}`)).map(({ id }) => id);
  const all = orders.map(({ id }) => id);
  for (const key of [shelter, manager]) {
    assert.deepEqual(await ids(key, 'limit=2'), all.toReversed());
    assert.deepEqual(await ids(key, 'limit=1&sort=id'), all);
    assert.deepEqual(await ids(key, 'limit=3&sort=id&status=cancelled'), all.slice(0, 4));
    assert.deepEqual(await ids(key, 'limit=2&status=placed'), all.slice(4).toReversed());
    assert.deepEqual(await ids(key, `petId=${pets[5]}`), [all[5]]);
    assert.deepEqual(await ids(key, `petId=${pets[5]}&status=cancelled`), []);
  }
  const familys = orders.filter(({ byFamily }) => byFamily).map(({ id }) => id);
  assert.deepEqual(await ids(family, 'limit=2&sort=id'), familys);
  assert.deepEqual(await ids(family, 'limit=2&sort=id&status=cancelled'), familys.slice(0, 2));
});

test('the list is 304 while nothing changed, and 400 for invalid parameters', async () => {
  const { shelter } = await createAccounts(service);
  await placeOrder(service, shelter, await addPet(service, shelter));
  const first = await service.send('/v1/store/orders', { key: shelter });
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  assert.equal((await service.send('/v1/store/orders', { key: shelter, headers })).status, 304);
  for (const query of ['limit=0', 'limit=101', 'status=open', 'petId=x', 'sort=petId', 'cursor=x']) {
    const response = await service.send(`/v1/store/orders?${query}`, { key: shelter });
    assertError(response, 400, 'invalid_parameter');
    assert.match(response.text, new RegExp(query.split('=')[0] ?? ''));
  }
});

test('rejects a cursor of another list (400)', async () => {
  const { shelter } = await createAccounts(service);
  for (let count = 0; count < 2; count += 1) await addPet(service, shelter);
  const { headers } = await service.send('/v1/pets?limit=1', { key: shelter });
  const cursor = /cursor=([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
  for (const query of [`cursor=${cursor}`, `status=placed&cursor=${cursor}`]) {
    const response = await service.send(`/v1/store/orders?${query}`, { key: shelter });
    assertError(response, 400, 'invalid_parameter');
  }
});
