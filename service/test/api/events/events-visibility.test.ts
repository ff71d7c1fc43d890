// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { TestAccount } from '@petstore/testing/accounts.ts';
import { type ApiResponse, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { appendEvents } from '../../../src/record/events/event-queries.ts';
import { FEED, withoutListing } from './feed.ts';

/** docs/api-design.md#event-feed: who sees which events, and which account and key an event stores. */

/** A pet of `owner` whose order by `placer` was approved and cancelled. */
async function adoption(t: TestContext) {
  const service = await startService(t);
  const owner = await service.account();
  const placer = await service.account();
  await assertStatus(201, service.send('/v1/pets', { method: 'POST', key: owner.key, body: pet() }));
  await assertStatus(
    201,
    service.send('/v1/store/orders', { method: 'POST', key: placer.key, body: { petId: 1 } }),
  );
  await assertStatus(200, changeOrder(service, owner, 'approved'));
  await assertStatus(200, changeOrder(service, placer, 'cancelled'));
  return { service, owner, placer };
}

function pet() {
  return { name: 'Frank', categoryId: 1, status: 'available' };
}

function changeOrder(service: TestService, { key }: TestAccount, status: string): Promise<ApiResponse> {
  return service.send('/v1/store/orders/1', { method: 'PATCH', key, body: { status } });
}

async function assertStatus(status: number, sent: Promise<ApiResponse>): Promise<void> {
  const response = await sent;
  assert.equal(response.status, status, response.text);
}

async function typesSeenBy(service: TestService, key: string, path = FEED): Promise<unknown[]> {
  return listOf(await service.send(path, { key })).map(({ type }) => type);
}

const OF_THE_PET = ['pet.created', 'pet.updated', 'pet.updated'];
const OF_THE_ORDER = ['order.approved', 'order.cancelled', 'order.placed'];

test('order events are visible to the account that placed the order, the pet owner and managers, and to no other account', async (t) => {
  const { service, owner, placer } = await adoption(t);
  const manager = await service.account({ role: 'manager' });
  const [member, reader] = [await service.account(), await service.account({ role: 'reader' })];
  for (const path of [FEED, `${FEED}?petId=1`]) {
    for (const { key } of [owner, placer, manager])
      assert.deepEqual((await typesSeenBy(service, key, path)).sort(), [...OF_THE_ORDER, ...OF_THE_PET]);
    for (const { key } of [member, reader])
      assert.deepEqual(await typesSeenBy(service, key, path), OF_THE_PET);
  }
  for (const { key } of [owner, placer, manager, member]) {
    const orders = listOf(await service.send('/v1/store/orders', { key }));
    assert.equal(orders.length, key === member.key ? 0 : 1, 'as in the list of orders');
  }
});

test('order events stay visible to both accounts after the pet was removed', async (t) => {
  const { service, owner, placer } = await adoption(t);
  await assertStatus(204, service.send('/v1/pets/1', { method: 'DELETE', key: owner.key }));
  for (const { key } of [owner, placer]) {
    assert.deepEqual((await typesSeenBy(service, key)).slice(-1), ['pet.deleted']);
    assert.equal((await typesSeenBy(service, key)).length, 7);
  }
});

test('stores the account and the key of each event', async (t) => {
  const { service, owner, placer } = await adoption(t);
  const rows = await service.database.read
    .selectFrom('events')
    .select(['type', 'account_id', 'api_key_id', 'placed_by', 'owner_id'])
    .orderBy('id')
    .execute();
  const kept = rows.map(({ type, account_id, api_key_id }) => [type, account_id, api_key_id]);
  assert.deepEqual(kept, [
    ['pet.created', owner.id, owner.keyId],
    ['pet.updated', placer.id, placer.keyId],
    ['order.placed', placer.id, placer.keyId],
    ['order.approved', owner.id, owner.keyId],
    ['order.cancelled', placer.id, placer.keyId],
    ['pet.updated', placer.id, placer.keyId],
  ]);
  for (const { type, placed_by, owner_id } of rows) {
    const concerned = type.startsWith('order.') ? [placer.id, owner.id] : [null, null];
    assert.deepEqual([placed_by, owner_id], concerned);
  }
});

test('stores no account for the events of an expired hold', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await assertStatus(201, service.send('/v1/pets', { method: 'POST', key, body: pet() }));
  await assertStatus(201, service.send('/v1/store/orders', { method: 'POST', key, body: { petId: 1 } }));
  service.clock.advance(49 * 3_600_000);
  await service.send(FEED, { key });
  const rows = await service.database.read.selectFrom('events').selectAll().where('id', '>', 3n).execute();
  assert.deepEqual(
    rows.map(({ account_id, api_key_id }) => [account_id, api_key_id]),
    [
      [null, null],
      [null, null],
    ],
  );
});

test('returns no account and no key, even to a manager', async (t) => {
  const { service } = await adoption(t);
  const { key } = await service.account({ role: 'manager' });
  const events = listOf(await service.send(FEED, { key }));
  for (const event of events) {
    const subject = String(event.type).startsWith('pet.') ? 'pet' : 'order';
    assert.deepEqual(Object.keys(withoutListing(event)), ['id', 'type', 'at', subject]);
    const members = Object.keys(Object(event[subject])).filter((name) => /account|key|owner|by/i.test(name));
    assert.deepEqual(members, []);
  }
});

/** Appends events of orders that only managers may see. */
async function appendInvisible(service: TestService, count: number): Promise<void> {
  const { id } = await service.account({ role: 'manager' });
  const audience = { placedBy: id, ownerId: null };
  const order = { petId: 1n, body: '{"id":1}' };
  const event = { type: 'order.placed', at: service.clock.now(), actor: null, audience, ...order } as const;
  await service.database.write((queries) =>
    appendEvents(
      queries,
      Array.from({ length: count }, () => event),
    ),
  );
}

test('Link advances past 1,000 events that the account may not see', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ role: 'reader' });
  const shelter = await service.account();
  await appendInvisible(service, 1_000);
  await assertStatus(201, service.send('/v1/pets', { method: 'POST', key: shelter.key, body: pet() }));
  const first = await service.send(`${FEED}?limit=5`, { key });
  assert.deepEqual([listOf(first), nextOf(first)], [[], '/v1/events?limit=5&after=1000']);
  const second = await service.send(nextOf(first) ?? '', { key });
  assert.deepEqual(
    listOf(second).map(({ id }) => id),
    [1001],
  );
  assert.equal(nextOf(second), '/v1/events?limit=5&after=1001');
});

test('returns every visible event, however many invisible ones lie between', async (t) => {
  const service = await startService(t);
  const shelter = await service.account();
  const { key } = await service.account({ role: 'reader' });
  for (const foreign of [0, 3, 1_500, 2_000]) {
    await appendInvisible(service, foreign);
    await assertStatus(201, service.send('/v1/pets', { method: 'POST', key: shelter.key, body: pet() }));
  }
  for (const limit of [1, 2, 100]) {
    assert.deepEqual(await follow(service, key, limit), [1, 5, 1506, 3507]);
  }
});

/** Returns the ids of all visible events from the beginning. */
async function follow(service: TestService, key: string, limit: number): Promise<unknown[]> {
  const seen = [];
  for (let path = `${FEED}?limit=${limit}`; ; ) {
    const response = await service.send(path, { key });
    const next = nextOf(response);
    assert.ok(next !== undefined);
    seen.push(...listOf(response).map(({ id }) => id));
    if (next === path) return seen;
    path = next;
  }
}
