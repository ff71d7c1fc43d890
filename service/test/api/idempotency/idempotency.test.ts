// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { type ApiResponse, assertError, at, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService, type TestService } from '@petstore/testing/service.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { DAY } from '../../../src/platform/core/clock.ts';

/** `Idempotency-Key`: a repeated write is done once, and its response is replayed. */

const PET = { name: 'Frank', categoryId: 1, status: 'available' };

interface Write {
  path?: string;
  body?: unknown;
  name?: string;
}

function post(service: TestService, key: string, { path = '/v1/pets', body = PET, name = 'k' }: Write = {}) {
  return service.send(path, { method: 'POST', key, body, headers: { 'idempotency-key': name } });
}

function assertReplay(first: ApiResponse, again: ApiResponse): void {
  assert.equal(first.headers.get('idempotent-replayed'), null);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.deepEqual([again.status, again.text], [first.status, first.text]);
  for (const name of ['location', 'content-type', 'x-api-stability']) {
    assert.equal(again.headers.get(name), first.headers.get(name), name);
  }
}

/** Of all tests that need no store, ids or date of their own. */
const service = await startSharedService();

/** Returns a function that reads the types of the events from now on. */
async function newEvents(key: string): Promise<() => Promise<unknown[]>> {
  const next = nextOf(await service.send('/v1/events?after=latest&limit=100', { key }));
  assert.ok(next !== undefined);
  return async () => (await readAll(service, key, next)).map(({ type }) => type);
}

test('replays status, body and Location of a repeated POST, and adds one pet', async () => {
  const { key } = await service.account();
  const events = await newEvents(key);
  const first = await post(service, key);
  const location = `/v1/pets/${at(first.json, 'id')}`;
  assert.deepEqual([first.status, first.headers.get('location')], [201, location]);
  assertReplay(first, await post(service, key));
  service.clock.advance(DAY - 1);
  assertReplay(first, await post(service, key));
  assert.deepEqual(await events(), ['pet.created']);
});

test('replays a placed order, also after the order has changed', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const write = { path: '/v1/store/orders', body: { petId: await addPet(service, key), reference: 'r' } };
  const first = await post(service, key, write);
  assert.equal(first.status, 201, first.text);
  assertReplay(first, await post(service, key, write));
  // A later change does not change the stored response.
  const body = { status: 'cancelled' };
  assert.equal((await service.send('/v1/store/orders/1', { method: 'PATCH', key, body })).status, 200);
  assertReplay(first, await post(service, key, write));
  const order = await service.send('/v1/store/orders/1', { key });
  assert.equal(at(order.json, 'status'), 'cancelled', 'the replay places no order');
});

test('replays an int64 digit by digit', async () => {
  const { key } = await service.account();
  const write = { body: '{"name":"\\u2028🐕","categoryId":-9223372036854775807}' };
  const first = await post(service, key, write);
  assert.match(first.text, /-9223372036854775807/);
  assertReplay(first, await post(service, key, write));
});

test('rejects another body with the same key (422) and writes nothing', async () => {
  const { key } = await service.account();
  const events = await newEvents(key);
  const first = await post(service, key);
  for (const body of [
    { ...PET, name: 'Rex' },
    { ...PET, categoryId: 2 },
    { ...PET, extra: null },
  ]) {
    assertError(await post(service, key, { body }), 422, 'idempotency_key_reused');
  }
  assertReplay(first, await post(service, key));
  assert.deepEqual(await events(), ['pet.created']);
});

test('replays for an equal JSON value with other white space, member order or spelling', async () => {
  const { key } = await service.account();
  const events = await newEvents(key);
  const first = await post(service, key, { body: '{"name":"Frank","categoryId":1,"extra":[0.5,null]}' });
  assert.equal(first.status, 201, first.text);
  for (const body of [
    '{"name":"Frank","categoryId":1,"extra":[0.5,null]} ',
    '\ufeff{ "name" : "Frank",\n"categoryId" : 1, "extra": [ 0.5, null ] }',
    '{"extra":[0.5,null],"categoryId":1,"name":"Frank"}',
    '{"name":"\\u0046rank","categoryId":1.0,"extra":[0.50,null]}',
    '{"name":"Frank","categoryId":1e0,"extra":[5e-1,null]}',
  ]) {
    assertReplay(first, await post(service, key, { body }));
  }
  assert.deepEqual(await events(), ['pet.created']);
});

test('treats a quoted key as the string between the quotes', async () => {
  const { key } = await service.account();
  const events = await newEvents(key);
  const first = await post(service, key, { name: 'k' });
  assertReplay(first, await post(service, key, { name: '"k"' }));
  const escaped = await post(service, key, { name: '"a\\"b\\\\c"' });
  assertReplay(escaped, await post(service, key, { name: 'a"b\\c' }));
  assert.deepEqual(await events(), ['pet.created', 'pet.created']);
});

test('rejects a malformed quoted key (400) and writes nothing', async () => {
  const { key } = await service.account();
  const events = await newEvents(key);
  for (const name of ['"', '""', '"k', '"k" k', '"k";a=1', '"a\\b"', '"k\\"', `"${'x'.repeat(256)}"`]) {
    const response = await post(service, key, { name });
    assertError(response, 400, 'invalid_parameter');
    assert.match(response.text, /Idempotency-Key must/);
  }
  assert.deepEqual(await events(), []);
});

test('replays a response that version 1.0.0 stored, byte by byte, also for a quoted key', async (t) => {
  const service = await startService(t);
  const { key, id } = await service.account();
  const body = '{ "name": "Frank", "categoryId": 1 }';
  const stored = '{"id":77,"name":"Frank","categoryId":1}';
  for (const name of ['plain', '"quoted"']) {
    await service.database.write((db) =>
      db
        .insertInto('idempotency_keys')
        .values({
          account_id: id,
          key: name,
          fingerprint: hash('sha256', `POST /v1/pets\n${body}`),
          status: 201n,
          location: '/v1/pets/77',
          body: stored,
          created_at: BigInt(service.clock.now()),
        })
        .execute(),
    );
    const replay = await post(service, key, { name, body });
    assert.deepEqual([replay.status, replay.text], [201, stored], name);
    assert.equal(replay.headers.get('idempotent-replayed'), 'true');
    assertError(await post(service, key, { name, body: PET }), 422, 'idempotency_key_reused');
  }
  const other = await post(service, key, { name: 'quoted', body });
  assert.deepEqual(
    [other.status, at(other.json, 'id')],
    [201, 1],
    'a quoted key was a key of its own in 1.0.0',
  );
});

test('rejects the same key on another path (422)', async () => {
  const { key } = await service.account();
  // A body that both operations accept.
  const body = { ...PET, petId: await addPet(service, key) };
  assert.equal((await post(service, key, { body })).status, 201);
  const refused = await post(service, key, { body, path: '/v1/store/orders' });
  assertError(refused, 422, 'idempotency_key_reused');
  assert.equal((await service.send('/v1/store/orders', { key })).text, '[]');
});

test('separates keys by account, and writes once for each key', async (t) => {
  const service = await startService(t);
  const [one, other] = [(await service.account()).key, (await service.account()).key];
  for (const [key, name, id] of [
    [one, 'k', 1],
    [other, 'k', 2],
    [one, 'K', 3],
    [one, ' k k ', 4],
  ] as const) {
    const response = await post(service, key, { name });
    assert.deepEqual([response.status, at(response.json, 'id')], [201, id]);
    assert.equal(response.headers.get('idempotent-replayed'), null);
  }
});

test('replays to another API key of the same account', async () => {
  const { key, id } = await service.account();
  const other = await service.account();
  await service.database.write((db) =>
    db.updateTable('api_keys').set({ account_id: id }).where('id', '=', other.keyId).execute(),
  );
  assertReplay(await post(service, key), await post(service, other.key));
});

test('writes again 24 hours after the first write, and replays that for 24 hours', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const first = await post(service, key);
  // Two steps: the hourly deletion of old responses runs at the first one, so that the store alone decides.
  service.clock.advance(DAY - 1);
  assertReplay(first, await post(service, key));
  service.clock.advance(1);
  const second = await post(service, key, { body: { ...PET, name: 'Rex' } });
  assert.deepEqual([second.status, at(second.json, 'id')], [201, 2]);
  service.clock.advance(DAY - 1);
  assertReplay(second, await post(service, key, { body: { ...PET, name: 'Rex' } }));
});

test('stores only successful responses: after 400, 404 and 409 the same key writes', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  assertError(await post(service, key, { body: { name: '' } }), 400, 'invalid_body');
  assertError(await post(service, key, { body: '{' }), 400, 'malformed_json');
  const write = { path: '/v1/store/orders', body: { petId: 1 } };
  assertError(await post(service, key, write), 404, 'pet_not_found');
  await addPet(service, key);
  const order = await placeOrder(service, key, 1);
  for (let count = 0; count < 2; count += 1) {
    const refused = await post(service, key, write);
    assertError(refused, 409, 'pet_not_available');
    assert.equal(refused.headers.get('idempotent-replayed'), null);
  }
  await service.send(`/v1/store/orders/${order}`, { method: 'PATCH', key, body: { status: 'cancelled' } });
  const placed = await post(service, key, write);
  assert.equal(placed.status, 201, placed.text);
  assertReplay(placed, await post(service, key, write));
});

test('rejects a key that is not 1 to 255 printable ASCII characters (400) and writes nothing', async () => {
  const { key } = await service.account();
  const events = await newEvents(key);
  for (const name of ['', 'x'.repeat(256), 'a\tb', 'é', '\u00ff', 'a\u0080b']) {
    const response = await post(service, key, { name });
    assertError(response, 400, 'invalid_parameter');
    assert.match(response.text, /idempotency-key/i);
  }
  assert.deepEqual(await events(), []);
  const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
  for (const name of ['x', 'x'.repeat(255), printable, '"quoted"', '00000000-0000-4000-8000-000000000000']) {
    const first = await post(service, key, { name });
    assert.equal(first.status, 201, first.text);
    assertReplay(first, await post(service, key, { name }));
  }
});

test('replays after a restart', async (t) => {
  const store = await temporaryStore(t);
  const clock = new FakeClock();
  const before = await startService(t, { store, clock });
  const { key } = await before.account();
  const first = await post(before, key);
  await before.close();
  const service = await startService(t, { store, clock });
  assertReplay(first, await post(service, key));
  const events = await readAll(service, key, '/v1/events?limit=100');
  assert.deepEqual(
    events.map(({ type }) => type),
    ['pet.created'],
  );
});

test('counts replays against the quota, and checks key, quota and role first', async () => {
  const { key, id } = await service.account({ perMinute: 3 });
  const first = await post(service, key);
  const again = await post(service, key);
  assertReplay(first, again);
  assert.equal(again.headers.get('x-ratelimit-remaining'), '1');
  assertReplay(first, await post(service, key));
  assertError(await post(service, key), 429, 'rate_limit_exceeded');
  assertError(await post(service, 'wrong'), 401, 'invalid_api_key');
  service.clock.advance(DAY / 2);
  await service.database.write((db) =>
    db.updateTable('accounts').set({ role: 'reader' }).where('id', '=', id).execute(),
  );
  assertError(await post(service, key), 403, 'insufficient_role');
});
