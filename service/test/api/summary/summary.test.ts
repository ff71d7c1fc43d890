// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { addPerson } from '@petstore/testing/people.ts';
import { startService } from '@petstore/testing/service.ts';
import { sql } from 'kysely';
import { DAY, HOUR } from '../../../src/platform/core/clock.ts';
import { PERSON_ROLES } from '../../../src/platform/core/role.ts';

/** docs/api-design.md#summary: `GET /v1/summary`. */

const NO_MORE = { moreAdded: false, moreAdopted: false };

async function start(t: TestContext) {
  // On PostgreSQL webhooks need it.
  const env = { SECRETS_KEY: Buffer.alloc(32, 1).toString('base64') };
  const service = await startService(t, { env });
  const { key } = await service.account({ role: 'manager' });
  const patch = (path: string, body: object) => service.send(path, { method: 'PATCH', key, body });
  const summary = async (reader = key) => {
    const response = await service.send('/v1/summary', { key: reader });
    assert.equal(response.status, 200, response.text);
    return response.json;
  };
  const adopt = async (petId: number) => {
    const orderId = await placeOrder(service, key, petId);
    for (const status of ['approved', 'completed']) await patch(`/v1/store/orders/${orderId}`, { status });
  };
  return { service, key, patch, summary, adopt };
}

function petIds(summary: unknown, list: string): unknown[] {
  const listings: unknown = at(summary, list);
  assert.ok(Array.isArray(listings));
  return listings.map((entry) => at(entry, 'pet', 'id') ?? at(entry, 'listing', 'pet', 'id'));
}

function lastDays(summary: unknown, count: number): unknown[] {
  const days: unknown = at(summary, 'days');
  assert.ok(Array.isArray(days) && days.length === 14);
  return days.slice(-count);
}

test('an empty store has nothing that needs attention, and fourteen days without a change', async (t) => {
  const { summary } = await start(t);
  const empty = await summary();
  for (const list of ['holdsEndingSoon', 'longestInCare', 'longestOnHold'])
    assert.deepEqual(at(empty, list), []);
  assert.deepEqual(at(empty, 'ordersToDecide'), { count: 0, more: false });
  assert.deepEqual(lastDays(empty, 14)[0], { date: '2026-11-08', added: 0, adopted: 0, ...NO_MORE });
  assert.deepEqual(lastDays(empty, 1), [{ date: '2026-11-21', added: 0, adopted: 0, ...NO_MORE }]);
  assert.deepEqual(
    ['available', 'pending', 'sold'].map((status) => ({ status, count: 0, more: false })),
    at(empty, 'counts'),
  );
});

test('shows the holds that end first and the animals that wait longest, as soon as they change', async (t) => {
  const { service, key, patch, summary } = await start(t);
  const pets: number[] = [];
  for (let count = 0; count < 8; count += 1) pets.push(await addPet(service, key));
  const [first = 0, second = 0, third = 0] = pets;
  await patch(`/v1/pets/${third}`, { status: 'pending' });
  service.clock.advance(HOUR);
  const orderId = await placeOrder(service, key, first);
  service.clock.advance(HOUR);
  await placeOrder(service, key, second);
  const before = await summary();
  assert.deepEqual(petIds(before, 'holdsEndingSoon'), [first, second]);
  assert.equal(at(before, 'holdsEndingSoon', '0', 'order', 'id'), orderId);
  assert.deepEqual(petIds(before, 'longestInCare'), pets.slice(3, 8));
  assert.deepEqual(petIds(before, 'longestOnHold'), [third, first, second]);
  assert.deepEqual(at(before, 'ordersToDecide'), { count: 2, more: false });
  await patch(`/v1/store/orders/${orderId}`, { status: 'approved' });
  const after = await summary();
  assert.deepEqual(petIds(after, 'holdsEndingSoon'), [second]);
  assert.deepEqual(at(after, 'ordersToDecide'), { count: 1, more: false });
  assert.deepEqual(petIds(after, 'longestOnHold'), [third, first, second]);
});

test('the animals that are longest in care are those with the earliest intake date, or that were added first', async (t) => {
  const { service, key, patch, summary } = await start(t);
  const pets: number[] = [];
  for (const intakeDate of ['2024-02-29', undefined, '2026-11-30', '0000-01-01', '2019-05-04']) {
    const id = await addPet(service, key);
    pets.push(id);
    if (intakeDate !== undefined) await patch(`/v1/pets/${id}/profile`, { intakeDate });
    service.clock.advance(5 * DAY);
  }
  const [older, added, later, first, other] = pets;
  assert.deepEqual(petIds(await summary(), 'longestInCare'), [first, other, older, added, later]);
  await patch(`/v1/pets/${other}/profile`, { intakeDate: null });
  await patch(`/v1/pets/${later}/profile`, { intakeDate: '2020-01-01' });
  await patch(`/v1/pets/${first}`, { status: 'sold' });
  assert.deepEqual(petIds(await summary(), 'longestInCare'), [later, older, added, other]);
});

test('days are those of the time zone of the shelter', async (t) => {
  const { service, key, summary } = await start(t);
  const admin = await service.account({ role: 'admin' });
  assert.equal(at(await summary(), 'timeZone'), 'UTC');
  const body = { timeZone: 'America/Chicago', publicPages: false };
  await service.send('/v1/settings', { method: 'PUT', key: admin.key, body });
  // 18:24 of the day in Chicago, and the next day in UTC.
  service.clock.advance(Date.parse('2026-11-25T00:24:00Z') - service.clock.now());
  await addPet(service, key);
  const found = await summary();
  assert.equal(at(found, 'timeZone'), 'America/Chicago');
  assert.deepEqual(lastDays(found, 1), [{ date: '2026-11-24', added: 1, adopted: 0, ...NO_MORE }]);
});

test('counts what was added and adopted on each day and in two months, by an order or by a status, each animal once', async (t) => {
  const { service, key, patch, summary, adopt } = await start(t);
  const early = await addPet(service, key);
  service.clock.advance(DAY);
  const [ordered, direct] = [await addPet(service, key), await addPet(service, key)];
  await addPet(service, key, { status: 'sold' }); // an old adoption that is entered later
  service.clock.advance(DAY);
  await adopt(ordered);
  await patch(`/v1/pets/${direct}`, { status: 'sold' });
  await adopt(early);
  await service.send(`/v1/pets/${early}`, { method: 'DELETE', key });
  const found = await summary();
  assert.deepEqual(lastDays(found, 3), [
    { date: '2026-11-21', added: 0, adopted: 0, ...NO_MORE }, // the animal was removed since
    { date: '2026-11-22', added: 3, adopted: 0, ...NO_MORE },
    { date: '2026-11-23', added: 0, adopted: 3, ...NO_MORE },
  ]);
  assert.deepEqual([at(found, 'addedThisWeek'), at(found, 'adoptedThisWeek')], [3, 3]);
  service.clock.advance(7 * DAY);
  const later = await summary();
  assert.deepEqual([at(later, 'addedThisWeek'), at(later, 'adoptedThisWeek')], [0, 0]);
  assert.deepEqual(lastDays(later, 9)[1], { date: '2026-11-23', added: 0, adopted: 3, ...NO_MORE });
  service.clock.advance(DAY);
  await addPet(service, key);
  assert.deepEqual(at(await summary(), 'months'), [
    { month: '2026-11', added: 3, adopted: 3, ...NO_MORE },
    { month: '2026-12', added: 1, adopted: 0, ...NO_MORE },
  ]);
});

test('counts stop at 10,000, and say that there are more', async (t) => {
  const { service, summary } = await start(t);
  const now = service.clock.now();
  await service.database.write((db) =>
    sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 20001)
      insert into pets (name, category_id, status, created_at, status_changed_at, updated_at)
      select 'Frank', 1, case when n <= 10000 then 'pending' else 'available' end, ${now}, ${now}, ${now}
      from numbers`.execute(db),
  );
  const found = await summary();
  assert.deepEqual(at(found, 'counts'), [
    { status: 'available', count: 10_000, more: true },
    { status: 'pending', count: 10_000, more: false },
    { status: 'sold', count: 0, more: false },
  ]);
  assert.deepEqual(lastDays(found, 1), [
    { date: '2026-11-21', added: 10_000, adopted: 0, moreAdded: true, moreAdopted: false },
  ]);
});

test('a member sees its own orders and those for its animals, and decides only the latter', async (t) => {
  const { service, key, summary } = await start(t);
  const [owner, adopter] = [await service.account(), await service.account()];
  const petId = await addPet(service, owner.key);
  await placeOrder(service, key, await addPet(service, key));
  await placeOrder(service, adopter.key, petId);
  const ofOwner = await summary(owner.key);
  assert.deepEqual(petIds(ofOwner, 'holdsEndingSoon'), [petId]);
  assert.deepEqual(at(ofOwner, 'ordersToDecide'), { count: 1, more: false });
  const ofAdopter = await summary(adopter.key);
  assert.deepEqual(petIds(ofAdopter, 'holdsEndingSoon'), [petId]);
  assert.deepEqual(at(ofAdopter, 'ordersToDecide'), { count: 0, more: false });
  assert.equal(petIds(await summary(), 'holdsEndingSoon').length, 2);
});

test('each role sees what its other operations show it', async (t) => {
  const { service, adopt, summary } = await start(t);
  const [{ key }, other] = [await service.account({ role: 'admin' }), await service.account()];
  const adopted = await addPet(service, other.key);
  await adopt(adopted);
  await service.send(`/v1/pets/${adopted}`, { method: 'DELETE', key: other.key });
  await placeOrder(service, other.key, await addPet(service, key));
  await placeOrder(service, other.key, await addPet(service, other.key));
  const body = { url: 'https://localhost/hook' };
  assert.equal((await service.send('/v1/webhooks', { method: 'POST', key, body })).status, 201);
  await service.database.write(async (db) => {
    await db.updateTable('webhooks').set({ state: 'failed' }).execute();
    const times = { created_at: 0n, next_at: 0n, give_up_at: 0n, failed_at: 0n, attempts: 1n };
    await db
      .insertInto('outbox')
      .values({ kind: 'code', recipient: null, message: null, ...times })
      .execute();
  });
  const seen: Record<string, unknown> = {};
  for (const role of PERSON_ROLES) {
    const { browser } = await addPerson(service, key, { role });
    const found = await summary(await browser.token());
    seen[role] = [
      petIds(found, 'holdsEndingSoon').length,
      at(found, 'ordersToDecide', 'count'),
      at(found, 'webhooksSwitchedOff'),
      at(found, 'adoptedThisWeek'),
      at(found, 'failedEmails', 'count'),
    ];
  }
  assert.deepEqual(seen, {
    volunteer: [1, 0, 0, 0, 0],
    member: [1, 1, 1, 0, 0],
    manager: [2, 2, 1, 1, 0],
    admin: [2, 2, 1, 1, 1],
  });
});

test('the holds that end first have ends of their own, also behind more than 100 older orders', async (t) => {
  const { service, key, summary } = await start(t);
  const owner = await service.account();
  const pets = [await addPet(service, owner.key), await addPet(service, owner.key)];
  const end = service.clock.now() + 30 * DAY;
  await service.database.write((db) =>
    sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 101)
      insert into orders (pet_id, account_id, owner_id, status, placed_at, expires_at, updated_at)
      select 1000 + n, account_id, owner_id, 'placed', 0, cast(${end} as bigint) + n, 0 from numbers,
        (select owner_id, owner_id as account_id from pets where id = ${pets[0]}) as owner`.execute(db),
  );
  for (const [index, holdHours] of [48, 24].entries()) {
    const body = { petId: pets[index], holdHours };
    assert.equal((await service.send('/v1/store/orders', { method: 'POST', key, body })).status, 201);
  }
  for (const reader of [key, owner.key])
    assert.deepEqual(petIds(await summary(reader), 'holdsEndingSoon').slice(0, 2), pets.toReversed());
});

test('sends 304 while the summary is the same, and the new one after a change', async (t) => {
  const { service, key } = await start(t);
  const { headers } = await service.send('/v1/summary', { key });
  const again = () =>
    service.send('/v1/summary', { key, headers: { 'If-None-Match': headers.get('etag') ?? '' } });
  assert.equal((await again()).status, 304);
  await addPet(service, key);
  assert.equal((await again()).status, 200);
});
