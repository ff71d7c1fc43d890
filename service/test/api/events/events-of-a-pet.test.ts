// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { type ApiResponse, assertError, at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { DAY, HOUR } from '../../../src/platform/core/clock.ts';
import { parseJson } from '../../../src/platform/core/json.ts';
import { AUDIT_ACTIONS, CATEGORY_EVENT_TYPES } from '../../../src/platform/database/column-values.ts';
import { lastPurgedId, latestEventId } from '../../../src/record/events/event-ids.ts';
import { importRows } from '../import-rows.ts';
import { FEED, typesOf } from './feed.ts';

/** `GET /v1/events?petId=`: the events of one pet. */

function patch(service: TestService, key: string, path: string, body: object): Promise<ApiResponse> {
  return service.send(path, { method: 'PATCH', key, body });
}

/** Pets 1 and 2 of a shelter. Order 2 of a family on pet 1 is completed, order 1 on pet 2 is cancelled. */
async function adoptions(t: TestContext) {
  const service = await startService(t);
  const shelter = await service.account();
  const family = await service.account();
  for (const petId of [1, 2]) assert.equal(await addPet(service, shelter.key), petId);
  for (const petId of [2, 1]) assert.equal(await placeOrder(service, family.key, petId), 3 - petId);
  for (const [order, status] of [
    [1, 'approved'],
    [2, 'approved'],
    [1, 'cancelled'],
    [2, 'completed'],
  ] as const) {
    const { text, ...response } = await patch(service, shelter.key, `/v1/store/orders/${order}`, { status });
    assert.equal(response.status, 200, text);
  }
  return { service, shelter, family };
}

test('petId returns exactly the events of the pet and of its orders', async (t) => {
  const { service, family } = await adoptions(t);
  const all = await readAll(service, family.key, FEED);
  for (const petId of [1, 2]) {
    const expected = all.filter(({ pet, order }) => at(pet ?? order, pet ? 'id' : 'petId') === petId);
    assert.equal(expected.length, 6);
    assert.deepEqual(listOf(await service.send(`${FEED}?petId=${petId}`, { key: family.key })), expected);
  }
});

test('limit=1 returns every event once by Link, and later events after them', async (t) => {
  const { service, shelter, family } = await adoptions(t);
  const first = `${FEED}?petId=2&limit=1`;
  const all = listOf(await service.send(`${FEED}?petId=2`, { key: family.key }));
  const seen = [];
  let next = first;
  for (let before = ''; next !== before; ) {
    before = next;
    const response = await service.send(next, { key: family.key });
    next = nextOf(response) ?? '';
    assert.match(next, /^\/v1\/events\?petId=2&limit=1&after=\d+$/);
    seen.push(...listOf(response));
  }
  assert.deepEqual([seen, next], [all, '/v1/events?petId=2&limit=1&after=12']);

  await patch(service, shelter.key, '/v1/pets/1', { name: 'Zoë' });
  const nothing = await service.send(next, { key: family.key });
  assert.deepEqual([listOf(nothing), nextOf(nothing)], [[], '/v1/events?petId=2&limit=1&after=13']);
  await patch(service, shelter.key, '/v1/pets/2', { name: 'Max' });
  const [change, ...others] = listOf(await service.send(next, { key: family.key }));
  assert.deepEqual([change?.pet, others], [{ id: 2, name: 'Max', categoryId: 1, status: 'available' }, []]);
});

test('after=latest is the end of the whole feed, and its Link returns later events of the pet', async (t) => {
  const { service, shelter } = await adoptions(t);
  const latest = await service.send(`${FEED}?petId=1&after=latest`, { key: shelter.key });
  assert.deepEqual([listOf(latest), nextOf(latest)], [[], '/v1/events?petId=1&limit=20&after=12']);
  await patch(service, shelter.key, '/v1/pets/2', { name: 'Max' });
  await patch(service, shelter.key, '/v1/pets/1', { name: 'Zoë' });
  const events = listOf(await service.send(nextOf(latest) ?? '', { key: shelter.key }));
  assert.deepEqual(
    events.map(({ id }) => id),
    [14],
  );
});

test('reaches the latest event in one request, however many events of other pets lie between', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const event = { type: 'pet.updated', at: 0n, body: '{"id":2}', pet_id: 2n } as const;
  await addPet(service, key);
  await service.database.write((db) => db.insertInto('events').values(Array(2_500).fill(event)).execute());
  await patch(service, key, '/v1/pets/1', { name: 'Rex' });
  const first = await service.send(`${FEED}?petId=1&limit=1`, { key });
  const second = await service.send(nextOf(first) ?? '', { key });
  assert.deepEqual(
    listOf(second).map(({ id }) => id),
    [2_502],
  );
  const rest = await service.send(`${FEED}?petId=1&after=1500`, { key });
  assert.equal(listOf(rest).length, 1);
  const none = await service.send(`${FEED}?petId=3`, { key });
  assert.deepEqual([listOf(none), nextOf(none)], [[], `${FEED}?petId=3&limit=20&after=2502`]);
});

test('scans 1,000 events of the pet, merged ones included, that the reader may not see', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (let added = 0; added < 2; added += 1) await addPet(service, key);
  await service.send('/v1/pets/2/merge', { method: 'POST', key, body: { into: 1 } });
  const before = (await readAll(service, key, `${FEED}?petId=1`)).length;
  const event = { type: 'order.placed', at: 0n, body: '{}', placed_by: 9_999n, owner_id: 9_999n } as const;
  const events = Array.from({ length: 2_400 }, (_, index) => ({
    ...event,
    pet_id: BigInt(1 + (index % 2)),
  }));
  await service.database.write((db) => db.insertInto('events').values(events).execute());
  const latest = await latestEventId(service.database);
  await patch(service, key, '/v1/pets/1', { name: 'Rex' });
  const after = [];
  let page = await service.send(`${FEED}?petId=1&after=${latest - 2_400n}`, { key });
  for (; listOf(page).length === 0; page = await service.send(nextOf(page) ?? '', { key }))
    after.push(latest - BigInt(nextOf(page)?.split('after=')[1] ?? 0));
  // 500 of each of the two: 999 of both together.
  assert.deepEqual(after, [1_401n, 402n]);
  assert.equal((await readAll(service, key, `${FEED}?petId=1`)).length, before + 1);
});

test('keeps the events of a removed pet, and returns none for an unknown pet', async (t) => {
  const { service, shelter } = await adoptions(t);
  await service.send('/v1/pets/2', { method: 'DELETE', key: shelter.key });
  const types = typesOf(await service.send(`${FEED}?petId=2`, { key: shelter.key }));
  assert.deepEqual([types.length, types.at(-1)], [7, 'pet.deleted']);
  for (const petId of ['3', '0', '-1', '9223372036854775807', '-9223372036854775808']) {
    const unknown = await service.send(`${FEED}?petId=${petId}`, { key: shelter.key });
    const next = `/v1/events?petId=${petId}&limit=20&after=13`;
    assert.deepEqual([listOf(unknown), nextOf(unknown)], [[], next]);
  }
});

test('rejects a petId that is not an int64 or is sent twice (400)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const petId of ['', 'x', '1.5', '1e3', '9223372036854775808', '1&petId=2']) {
    assertError(await service.send(`${FEED}?petId=${petId}`, { key }), 400, 'invalid_parameter');
  }
});

test('returns 410 for purged events, whether or not the pet had any', async (t) => {
  const { service, shelter } = await adoptions(t);
  service.clock.advance(91 * DAY);
  await until(async () => (await lastPurgedId(service.database.read)) === 12n);
  const read = (query: string) => service.send(`${FEED}?${query}`, { key: shelter.key });
  for (const petId of [1, 3]) {
    assertError(await read(`petId=${petId}&after=11`), 410, 'events_expired');
    assertError(await read(`petId=${petId}&after=13`), 410, 'events_expired');
    const kept = await read(`petId=${petId}`);
    assert.deepEqual([listOf(kept), nextOf(kept)], [[], `/v1/events?petId=${petId}&limit=20&after=12`]);
  }
});

test('requests, expiry, import and reset all record the pet id of their events', async (t) => {
  const store = await temporaryStore(t);
  const env = { PETSTORE_ENV: 'staging' };
  const service = await startService(t, { store, env });
  const { key } = await service.account({ role: 'manager', kind: 'test' });
  const command = async (...args: string[]) => assert.equal((await runCommand(store, args, env)).status, 0);
  await command('accounts', 'create', 'default', '--plan', 'business', '--role', 'manager');
  for (let pets = 0; pets < 3; pets += 1) await addPet(service, key);
  await placeOrder(service, key, 2);
  service.clock.advance(50 * HOUR);
  await placeOrder(service, key, 3);
  await patch(service, key, '/v1/store/orders/2', { status: 'approved' });
  await service.send('/v1/pets/1', { method: 'DELETE', key });
  await importRows(t, store, 'a,Rex,Dog,available\n', env);
  await importRows(t, store, 'a,Max,Dog,available\n', env);
  await command('reset', '--yes');

  const rows = await service.database.read
    .selectFrom('events')
    .select(['type', 'body', 'pet_id'])
    .where('type', 'not in', [...AUDIT_ACTIONS, ...CATEGORY_EVENT_TYPES])
    .execute();
  const types = new Set(rows.map(({ type }) => type));
  assert.equal(types.size, 7, 'every kind of event but order.completed');
  for (const { type, body, pet_id } of rows) {
    const expected = at(parseJson(body), type.startsWith('pet.') ? 'id' : 'petId');
    assert.equal(String(pet_id), String(expected), body);
  }
});
