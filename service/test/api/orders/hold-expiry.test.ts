// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { type ApiResponse, assertError, at } from '@petstore/testing/http/expect-response.ts';
import { RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, startSharedService, type TestService } from '@petstore/testing/service.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { insertOrder } from '../../../src/catalogue/orders/order-queries.ts';
import { createPet } from '../../../src/catalogue/pets/pet-changes.ts';
import { DAY, HOUR } from '../../../src/platform/core/clock.ts';

/** A hold ends at its time for every client, whichever request comes first. */

const HOLD = 48 * HOUR;

/** Of all tests that need no settings and no start. Each pet has a category of its own. */
const shared = await startSharedService();

interface Fixture {
  service: TestService;
  shelter: string;
  family: string;
  petId: number;
  orderId: number;
  placedAt: string;
  expiresAt: string;
  /** The id of the last event before the end of the hold. */
  latest: number;
}

let categoryId = 1;

async function heldPet(service = shared): Promise<Fixture> {
  const shelter = (await service.account()).key;
  const family = (await service.account()).key;
  categoryId += 1;
  const petId = await addPet(service, shelter, { categoryId });
  const placedAt = new Date(service.clock.now()).toISOString();
  const expiresAt = new Date(service.clock.now() + HOLD).toISOString();
  const orderId = await placeOrder(service, family, petId);
  const { headers } = await service.send('/v1/events?after=latest', { key: family });
  const latest = Number(/after=(\d+)/.exec(headers.get('link') ?? '')?.[1]);
  return { service, shelter, family, petId, orderId, placedAt, expiresAt, latest };
}

function read(
  { service, family }: Fixture,
  path: string,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return service.send(path, { key: family, headers });
}

function etagOf({ headers }: ApiResponse): Record<string, string> {
  return { 'if-none-match': headers.get('etag') ?? 'none' };
}

/** The first request after a hold has ended, and what it must show. */
const FIRST_SEEN: Record<string, (fixture: Fixture, before: Record<string, string>) => Promise<void>> = {
  'a list with its ETag': async (fixture, before) => {
    const list = await read(fixture, '/v1/pets', before);
    assert.equal(list.status, 200);
    assert.equal(at(list.json, '0', 'status'), 'available');
  },
  'the available pets': async (fixture) => {
    const available = await read(fixture, '/v1/pets?status=available');
    assert.equal(at(available.json, '0', 'id'), fixture.petId);
  },
  'the pending pets': async (fixture) => {
    assert.equal((await read(fixture, '/v1/pets?status=pending')).text, '[]');
  },
  'the pet': async (fixture) => {
    assert.equal(at((await read(fixture, `/v1/pets/${fixture.petId}`)).json, 'status'), 'available');
  },
  'the order': async (fixture) => {
    assert.deepEqual((await read(fixture, `/v1/store/orders/${fixture.orderId}`)).json, {
      id: fixture.orderId,
      petId: fixture.petId,
      status: 'expired',
      placedAt: fixture.placedAt,
      updatedAt: fixture.expiresAt,
    });
  },
  'the open orders': async (fixture) => {
    assert.equal((await read(fixture, '/v1/store/orders?status=placed')).text, '[]');
  },
  'after=latest of the feed': async (fixture) => {
    const { headers } = await read(fixture, '/v1/events?after=latest');
    assert.ok(headers.get('link')?.includes(`after=${fixture.latest + 2}>`));
  },
  'the feed': async (fixture) => {
    const events = await readAll(fixture.service, fixture.family, `/v1/events?after=${fixture.latest}`);
    assert.deepEqual(events.map(({ type, at: when }) => [type, when]).sort(), [
      ['order.expired', fixture.expiresAt],
      ['pet.updated', fixture.expiresAt],
    ]);
    for (const event of events) {
      const subject = event.pet ?? event.order;
      assert.equal(at(subject, 'status'), event.type === 'order.expired' ? 'expired' : 'available');
    }
  },
  'the count of available pets of the category': async (fixture) => {
    const { json } = await read(fixture, `/v1/categories?ids=${categoryId}`);
    assert.equal(at(json, '0', 'available'), 1);
  },
  'a new order': async (fixture) => {
    assert.ok((await placeOrder(fixture.service, fixture.shelter, fixture.petId)) > fixture.orderId);
  },
  'PATCH of the order': async ({ service, shelter, orderId }) => {
    const body = { status: 'approved' };
    const response = await service.send(`/v1/store/orders/${orderId}`, {
      method: 'PATCH',
      key: shelter,
      body,
    });
    assertError(response, 409, 'invalid_transition');
    assert.match(response.text, /is expired/);
  },
  'DELETE of the pet': async ({ service, shelter, petId }) => {
    assert.equal((await service.send(`/v1/pets/${petId}`, { method: 'DELETE', key: shelter })).status, 204);
  },
  'PATCH of the pet': async ({ service, shelter, petId }) => {
    const sale = { method: 'PATCH', key: shelter, body: { status: 'sold' } };
    assert.equal((await service.send(`/v1/pets/${petId}`, sale)).status, 200);
  },
};

for (const [what, assertSeen] of Object.entries(FIRST_SEEN)) {
  test(`shows the end of a hold in the first request after it: ${what}`, async () => {
    const fixture = await heldPet();
    const before = etagOf(await read(fixture, '/v1/pets'));
    shared.clock.advance(HOLD);
    await assertSeen(fixture, before);
    const { json } = await read(fixture, `/v1/store/orders/${fixture.orderId}`);
    assert.deepEqual([at(json, 'status'), at(json, 'updatedAt')], ['expired', fixture.expiresAt]);
  });
}

test('keeps a hold until one millisecond before its end, and records this end, however late a request comes', async () => {
  shared.clock.advance(HOLD);
  const fixture = await heldPet();
  const paths = ['/v1/pets', '/v1/store/orders', '/v1/pets?status=pending'];
  const before = await Promise.all(paths.map((path) => read(fixture, path)));
  shared.clock.advance(HOLD - 1);
  for (const [index, path] of paths.entries()) {
    assert.equal((await read(fixture, path, etagOf(before[index] ?? assert.fail()))).status, 304, path);
  }
  const path = `/v1/store/orders/${fixture.orderId}`;
  const order = (await read(fixture, path)).json;
  assert.deepEqual([at(order, 'status'), at(order, 'expiresAt')], ['placed', fixture.expiresAt]);
  const events = () => readAll(shared, fixture.family, `/v1/events?after=${fixture.latest}`);
  assert.deepEqual(await events(), []);
  shared.clock.advance(30 * DAY + 17);
  const expired = (await read(fixture, path)).json;
  assert.deepEqual([at(expired, 'status'), at(expired, 'updatedAt')], ['expired', fixture.expiresAt]);
  assert.deepEqual(
    (await events()).map(({ at: when }) => when),
    [fixture.expiresAt, fixture.expiresAt],
  );
});

test('a hold that ends while a body arrives has ended for that request (409)', async () => {
  const fixture = await heldPet();
  const connection = await RawConnection.open(fixture.service.url);
  const body = '{"status":"approved"}';
  const headers = ['Content-Type: application/json', 'Expect: 100-continue'];
  const path = `/v1/store/orders/${fixture.orderId}`;
  const request = rawRequest({ method: 'PATCH', path, key: fixture.shelter, headers, body });
  connection.write(request.slice(0, -body.length));
  // The service has read the headers and requests the body.
  assert.equal((await connection.readResponse()).status, 100);
  fixture.service.clock.advance(HOLD);
  connection.write(body);
  assertError(await connection.readResponse(), 409, 'invalid_transition');
  connection.close();
  assert.equal(at((await read(fixture, path)).json, 'status'), 'expired');
});

test('approved and cancelled orders do not expire', async () => {
  const fixture = await heldPet();
  const { service, shelter, family } = fixture;
  const otherPet = await addPet(service, shelter);
  const other = await placeOrder(service, family, otherPet);
  for (const [id, status] of [
    [fixture.orderId, 'approved'],
    [other, 'cancelled'],
  ]) {
    await service.send(`/v1/store/orders/${id}`, { method: 'PATCH', key: shelter, body: { status } });
  }
  const feed = `/v1/events?after=${fixture.latest}`;
  const { length } = await readAll(service, family, feed);
  service.clock.advance(60 * DAY);
  assert.equal(at((await read(fixture, `/v1/store/orders/${fixture.orderId}`)).json, 'status'), 'approved');
  assert.equal(at((await read(fixture, `/v1/store/orders/${other}`)).json, 'status'), 'cancelled');
  assert.equal(at((await read(fixture, `/v1/pets/${fixture.petId}`)).json, 'status'), 'pending');
  assert.equal((await readAll(service, family, feed)).length, length);
});

test('a pet can be held again after its hold has ended, and the new hold ends in time', async () => {
  const fixture = await heldPet();
  const { service, shelter, petId } = fixture;
  for (let round = 1; round <= 3; round += 1) {
    service.clock.advance(HOLD);
    const id = await placeOrder(service, shelter, petId);
    const placed = await service.send(`/v1/store/orders/${id}`, { key: shelter });
    assert.equal(Date.parse(String(at(placed.json, 'expiresAt'))), service.clock.now() + HOLD);
    service.clock.advance(HOLD - 1);
    assert.equal(at((await read(fixture, `/v1/pets/${petId}`)).json, 'status'), 'pending');
    service.clock.advance(1);
    assert.equal(at((await read(fixture, `/v1/pets/${petId}`)).json, 'status'), 'available');
  }
});

test('ORDER_HOLD_HOURS sets the length of a hold', async (t) => {
  const fixture = await heldPet(await startService(t, { env: { ORDER_HOLD_HOURS: '1' } }));
  const path = `/v1/store/orders/${fixture.orderId}`;
  assert.equal(at((await read(fixture, path)).json, 'expiresAt'), '2026-11-21T13:00:00.000Z');
  fixture.service.clock.advance(HOUR - 1);
  assert.equal(at((await read(fixture, path)).json, 'status'), 'placed');
  fixture.service.clock.advance(1);
  assert.equal(at((await read(fixture, path)).json, 'status'), 'expired');
});

test('a hold that ends while the service is stopped is expired after the start; open holds keep their length', async (t) => {
  const store = await temporaryStore(t);
  const clock = new FakeClock();
  const fixture = await heldPet(await startService(t, { store, clock }));
  const later = await addPet(fixture.service, fixture.shelter);
  clock.advance(HOUR);
  const open = await placeOrder(fixture.service, fixture.family, later);
  await fixture.service.close();
  clock.advance(HOLD - HOUR);
  // The setting applies to new orders only.
  const service = await startService(t, { store, clock, env: { ORDER_HOLD_HOURS: '2' } });
  const again = { ...fixture, service };
  const expired = (await read(again, `/v1/store/orders/${fixture.orderId}`)).json;
  assert.deepEqual([at(expired, 'status'), at(expired, 'updatedAt')], ['expired', fixture.expiresAt]);
  assert.equal(at((await read(again, `/v1/store/orders/${open}`)).json, 'status'), 'placed');
  clock.advance(HOUR);
  assert.equal(at((await read(again, `/v1/store/orders/${open}`)).json, 'status'), 'expired');
});

test('concurrent requests expire more holds than one transaction takes, each once, before the first response', async (t) => {
  const { database, clock, store, ...first } = await startService(t);
  const { key, id } = await first.account({ role: 'manager', perMinute: 1_000_000 });
  const orders: bigint[] = [];
  await database.write(async (db) => {
    for (let made = 0; made < 250; made += 1) {
      const at = clock.now() + made;
      const draft = { name: 'Frank', categoryId: 1n, status: 'pending' } as const;
      const pet = await createPet(db, draft, id, { actor: null, at });
      const times = { placedAt: at, updatedAt: at, expiresAt: at + HOLD };
      const parties = { petId: pet.id, accountId: id, ownerId: id, reference: null };
      orders.push((await insertOrder(db, { ...parties, ...times, status: 'placed' })).id);
    }
  });
  const service = await startService(t, { store, clock });
  clock.advance(HOLD + 250);
  const paths = ['/v1/pets?status=pending', '/v1/store/orders?status=placed'];
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, index) => service.send(paths[index % 2] ?? '', { key })),
  );
  for (const { text } of responses) assert.equal(text, '[]');
  const events = await readAll(service, key, '/v1/events?limit=100&after=250');
  const expired = events.filter(({ type }) => type === 'order.expired').map(({ order }) => at(order, 'id'));
  assert.deepEqual(expired, orders.map(Number), 'each once, in the order of their end');
  assert.equal(events.filter(({ type }) => type === 'pet.updated').length, orders.length);
  assert.equal((await readAll(service, key, '/v1/pets?status=available&limit=100')).length, orders.length);
});
