// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { HOUR, MINUTE } from '../../../src/platform/core/clock.ts';
import { FEED, idsOf, withoutListing } from './feed.ts';

/** docs/api-design.md#event-feed: `GET /v1/events`, read by a manager. */

const FRANK = { name: 'Frank', categoryId: 1, status: 'available' };

/** A service with a manager, who sees all of the feed. */
async function start(t: Parameters<typeof startService>[0]) {
  const service = await startService(t);
  const { key } = await service.account({ role: 'manager' });
  const post = (path: string, body: unknown) => service.send(path, { method: 'POST', key, body });
  const patch = (path: string, body: unknown) => service.send(path, { method: 'PATCH', key, body });
  return { service, key, post, patch };
}

async function addPets(service: TestService, key: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    const body = { name: `pet ${n}`, categoryId: 1 };
    assert.equal((await service.send('/v1/pets', { method: 'POST', key, body })).status, 201);
  }
}

test('a pet event has exactly id, type, at, the pet at that time and, unless it was deleted, the state of its listing', async (t) => {
  const { service, key, post, patch } = await start(t);
  const stateOfListing = async () => {
    const { pet, profile, photos, ...state } = Object((await service.send('/v1/listings/1', { key })).json);
    return state;
  };
  await post('/v1/pets', FRANK);
  const created = await stateOfListing();
  service.clock.advance(MINUTE);
  await patch('/v1/pets/1', { name: 'Franz', categoryId: 2 });
  const updated = await stateOfListing();
  service.clock.advance(MINUTE);
  await service.send('/v1/pets/1', { method: 'DELETE', key });
  const franz = { id: 1, name: 'Franz', categoryId: 2, status: 'available' };
  assert.deepEqual(listOf(await service.send(FEED, { key })), [
    { id: 1, type: 'pet.created', at: '2026-11-21T12:00:00.000Z', pet: { id: 1, ...FRANK }, ...created },
    { id: 2, type: 'pet.updated', at: '2026-11-21T12:01:00.000Z', pet: franz, ...updated },
    { id: 3, type: 'pet.deleted', at: '2026-11-21T12:02:00.000Z', pet: franz },
  ]);
});

test('returns int64 members digit by digit, no status if the pet has none, and no-store', async (t) => {
  const { service, key, post } = await start(t);
  await post('/v1/pets', '{"name":"Rex","categoryId":9223372036854775807}');
  const { text, headers } = await service.send(FEED, { key });
  assert.match(text, /"pet":\{"id":1,"name":"Rex","categoryId":9223372036854775807\},"createdAt"/);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
});

test('an event of a pet that an older version recorded has no state of its listing', async (t) => {
  const { service, key, post } = await start(t);
  await post('/v1/pets', FRANK);
  const body = JSON.stringify({ id: 1, ...FRANK, name: 'Franz' });
  const event = { type: 'pet.updated', at: BigInt(service.clock.now()), body, pet_id: 1n } as const;
  const author = { account_id: null, api_key_id: null, placed_by: null, owner_id: null };
  await service.database.write((db) =>
    db
      .insertInto('events')
      .values({ ...event, ...author })
      .execute(),
  );
  const [, updated] = listOf(await service.send(FEED, { key }));
  const pet = { id: 1, ...FRANK, name: 'Franz' };
  assert.deepEqual(updated, { id: 2, type: 'pet.updated', at: '2026-11-21T12:00:00.000Z', pet });
});

test('records placed, approved and completed orders as they were at that time, and the pet', async (t) => {
  const { service, key, post, patch } = await start(t);
  await post('/v1/pets', FRANK);
  await post('/v1/store/orders', { petId: 1, reference: 'application 118' });
  service.clock.advance(MINUTE);
  await patch('/v1/store/orders/1', { status: 'approved' });
  service.clock.advance(MINUTE);
  await patch('/v1/store/orders/1', { status: 'completed' });
  const placedAt = '2026-11-21T12:00:00.000Z';
  const order = { id: 1, petId: 1, reference: 'application 118', placedAt };
  const steps = listOf(await service.send(`${FEED}?after=1`, { key }));
  assert.deepEqual(steps.filter(({ type }) => String(type).startsWith('order.')).map(withoutId), [
    {
      type: 'order.placed',
      at: placedAt,
      order: { ...order, status: 'placed', expiresAt: '2026-11-23T12:00:00.000Z', updatedAt: placedAt },
    },
    {
      type: 'order.approved',
      at: '2026-11-21T12:01:00.000Z',
      order: { ...order, status: 'approved', updatedAt: '2026-11-21T12:01:00.000Z' },
    },
    {
      type: 'order.completed',
      at: '2026-11-21T12:02:00.000Z',
      order: { ...order, status: 'completed', updatedAt: '2026-11-21T12:02:00.000Z' },
    },
  ]);
  assert.deepEqual(
    steps
      .filter(({ pet }) => pet !== undefined)
      .map(withoutListing)
      .map(withoutId),
    [
      { type: 'pet.updated', at: placedAt, pet: { id: 1, ...FRANK, status: 'pending' } },
      {
        type: 'pet.updated',
        at: '2026-11-21T12:02:00.000Z',
        pet: { id: 1, ...FRANK, status: 'sold' },
      },
    ],
  );
});

test('records cancelled and expired orders, the latter at the end of the hold', async (t) => {
  const { service, key, post, patch } = await start(t);
  await post('/v1/pets', FRANK);
  await post('/v1/store/orders', { petId: 1 });
  await patch('/v1/store/orders/1', { status: 'cancelled' });
  await post('/v1/store/orders', { petId: 1 });
  service.clock.advance(50 * HOUR);
  const events = listOf(await service.send(FEED, { key }));
  const cancelled = events.find(({ type }) => type === 'order.cancelled');
  const at = '2026-11-21T12:00:00.000Z';
  const order = { petId: 1, placedAt: at };
  assert.deepEqual(cancelled?.order, { ...order, id: 1, status: 'cancelled', updatedAt: at });
  const ended = '2026-11-23T12:00:00.000Z';
  assert.deepEqual(events.slice(-2).map(withoutListing).map(withoutId), [
    { type: 'order.expired', at: ended, order: { ...order, id: 2, status: 'expired', updatedAt: ended } },
    { type: 'pet.updated', at: ended, pet: { id: 1, ...FRANK } },
  ]);
});

test('records no event for a request that changes nothing', async (t) => {
  const { service, key, post, patch } = await start(t);
  await post('/v1/pets', FRANK);
  await patch('/v1/pets/1', FRANK);
  await patch('/v1/pets/1', { status: 'available' });
  assertError(await post('/v1/pets', {}), 400, 'invalid_body');
  await post('/v1/store/orders', { petId: 1 });
  await patch('/v1/store/orders/1', { status: 'placed' });
  const refused = await patch('/v1/store/orders/1', { status: 'completed' });
  assertError(refused, 409, 'invalid_transition');
  assertError(await post('/v1/store/orders', { petId: 1 }), 409, 'pet_not_available');
  const events = listOf(await service.send(FEED, { key }));
  assert.deepEqual(events.map(({ type }) => type).sort(), ['order.placed', 'pet.created', 'pet.updated']);
});

test('pages are oldest first, have 20 events by default, and continue by Link', async (t) => {
  const { service, key } = await start(t);
  await addPets(service, key, 25);
  const first = await service.send(FEED, { key });
  assert.deepEqual(idsOf(first), range(1, 20));
  assert.equal(nextOf(first), '/v1/events?limit=20&after=20');
  const rest = await service.send(nextOf(first) ?? '', { key });
  assert.deepEqual([idsOf(rest), nextOf(rest)], [range(21, 25), '/v1/events?limit=20&after=25']);
  const four = await service.send(`${FEED}?limit=4&after=3`, { key });
  assert.deepEqual([idsOf(four), nextOf(four)], [range(4, 7), '/v1/events?limit=4&after=7']);
});

test('at the end of the feed a page is empty and its Link repeats the request', async (t) => {
  const { service, key } = await start(t);
  await addPets(service, key, 3);
  const here = `${FEED}?limit=100&after=3`;
  for (let times = 0; times < 2; times += 1) {
    const empty = await service.send(here, { key });
    assert.deepEqual([idsOf(empty), nextOf(empty)], [[], here]);
  }
  await addPets(service, key, 1);
  assert.deepEqual(idsOf(await service.send(here, { key })), [4]);
});

test('after=latest is empty, and its Link returns only later events', async (t) => {
  const { service, key } = await start(t);
  const none = await service.send(`${FEED}?after=latest`, { key });
  assert.deepEqual([idsOf(none), nextOf(none)], [[], '/v1/events?limit=20&after=0']);
  await addPets(service, key, 3);
  const latest = await service.send(`${FEED}?after=latest&limit=7`, { key });
  assert.deepEqual([idsOf(latest), nextOf(latest)], [[], '/v1/events?limit=7&after=3']);
  await addPets(service, key, 2);
  assert.deepEqual(idsOf(await service.send(nextOf(latest) ?? '', { key })), [4, 5]);
});

test('rejects an after that is neither an event id nor latest (400)', async (t) => {
  const { service, key } = await start(t);
  for (const after of ['-1', '', 'LATEST', '1.0', '9223372036854775808', 'x'.repeat(200)]) {
    const response = await service.send(`${FEED}?after=${after}`, { key });
    assertError(response, 400, 'invalid_parameter');
    assert.match(response.text, /after must be the id of an event or \\"latest\\"/);
  }
  assertError(await service.send(`${FEED}?after=1&after=2`, { key }), 400, 'invalid_parameter');
});

test('returns 410 for an after beyond the latest event', async (t) => {
  const { service, key } = await start(t);
  await addPets(service, key, 2);
  for (const after of ['3', '9223372036854775807']) {
    const response = await service.send(`${FEED}?after=${after}`, { key });
    assertError(response, 410, 'events_expired');
    assert.match(response.text, /after=latest/);
  }
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function withoutId({ id, ...rest }: Record<string, unknown>): Record<string, unknown> {
  assert.equal(typeof id, 'number');
  return rest;
}
