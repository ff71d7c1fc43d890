// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { type ApiResponse, assertError } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { sql } from 'kysely';
import { insertPet } from '../../../src/catalogue/pets/pet-queries.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';

/** Concurrent writes with one `Idempotency-Key`, and how long one waits for another. */

const PET = { name: 'Frank', categoryId: 1, status: 'available' };
const UNLIMITED = { perMinute: 1_000_000, perDay: 1_000_000_000 };

function post(service: TestService, key: string, body: object = PET, path = '/v1/pets') {
  return service.send(path, { method: 'POST', key, body, headers: { 'idempotency-key': 'k' } });
}

function isReplay({ headers }: ApiResponse): boolean {
  return headers.get('idempotent-replayed') === 'true';
}

/** A clock that counts the requests that wait for another request with their key: only they use an interval of 2 s. */
class WatchedClock extends FakeClock {
  waiting = 0;

  override every(intervalMs: number, task: () => void): () => void {
    const stop = super.every(intervalMs, task);
    if (intervalMs !== 2 * SECOND) return stop;
    this.waiting += 1;
    return () => {
      this.waiting -= 1;
      stop();
    };
  }
}

/** Ends a test whose requests never start to wait. */
const TIME_LIMIT = { timeout: 60_000 };

function waits(t: TestContext, clock: WatchedClock, count: number): Promise<void> {
  return until(async () => {
    t.signal.throwIfAborted();
    return clock.waiting === count;
  });
}

/** Blocks every write with an `Idempotency-Key` until the returned function is called. */
async function blockWriters(t: TestContext, service: TestService): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>();
  t.signal.addEventListener('abort', () => gate.resolve());
  const held = Promise.withResolvers<void>();
  const { engine, write } = service.database;
  const holding = write(async (queries) => {
    if (engine.supportsConcurrentWrites)
      await sql`lock table idempotency_keys in exclusive mode`.execute(queries);
    held.resolve();
    await gate.promise;
  });
  await held.promise;
  return async () => {
    gate.resolve();
    await holding;
  };
}

test('300 concurrent POSTs with one key add one pet and record one event', async (t) => {
  const service = await startService(t);
  const { key } = await service.account(UNLIMITED);
  const all = await Promise.all(Array.from({ length: 300 }, () => post(service, key)));
  // On PostgreSQL a request that waits too long for the first one is rejected.
  const responses = all.filter(({ status }) => status !== 503);
  for (const { status, text, headers } of responses) {
    assert.deepEqual([status, headers.get('location')], [201, '/v1/pets/1'], text);
    assert.equal(text, responses[0]?.text);
  }
  assert.equal(responses.filter((response) => !isReplay(response)).length, 1);
  assert.equal((await readAll(service, key, '/v1/pets')).length, 1);
  assert.equal((await readAll(service, key, '/v1/events')).length, 1);
});

test('concurrent orders with one key place one order, also while others order the pet', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ ...UNLIMITED, role: 'manager' });
  for (let round = 1; round <= 5; round += 1) {
    const body = { petId: await addPet(service, key), reference: String(round) };
    const others = (await service.account(UNLIMITED)).key;
    const sent = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? post(service, others, body, '/v1/store/orders')
        : service.send('/v1/store/orders', { method: 'POST', key, body }),
    );
    const responses = await Promise.all(sent);
    const placed = responses.filter((response) => response.status === 201);
    assert.equal(placed.filter((response) => !isReplay(response)).length, 1);
    assert.equal(new Set(placed.map(({ text }) => text)).size, 1);
    for (const response of responses.filter(({ status }) => status !== 201)) {
      assertError(response, 409, 'pet_not_available');
    }
    assert.equal((await readAll(service, key, `/v1/store/orders?petId=${body.petId}`)).length, 1);
  }
});

test('of concurrent POSTs with one key and different bodies one succeeds, the others are 422', async (t) => {
  const service = await startService(t);
  const { key } = await service.account(UNLIMITED);
  const bodies = Array.from({ length: 50 }, (_, index) => ({ ...PET, name: `pet ${index}` }));
  const responses = await Promise.all(bodies.map((body) => post(service, key, body)));
  const refused = responses.filter(({ status }) => status !== 201);
  assert.equal(refused.length, bodies.length - 1);
  for (const response of refused) assertError(response, 422, 'idempotency_key_reused');
  assert.equal((await readAll(service, key, '/v1/events')).length, 1);
});

test('a second request waits for the first and replays its response', TIME_LIMIT, async (t) => {
  const clock = new WatchedClock();
  const service = await startService(t, { clock });
  const { key } = await service.account(UNLIMITED);
  const release = await blockWriters(t, service);
  const both = [post(service, key), post(service, key)];
  await waits(t, clock, 1);
  clock.advance(2 * SECOND - 1);
  assert.equal(clock.waiting, 1, 'the second request still waits');
  await release();
  const responses = await Promise.all(both);
  assert.deepEqual(
    responses.map(({ status }) => status),
    [201, 201],
  );
  assert.deepEqual(responses.map(isReplay).sort(), [false, true]);
  assert.equal(clock.waiting, 0);
  assert.equal((await readAll(service, key, '/v1/events')).length, 1);
});

test(
  'a second request that waited 2 s is 409; the first succeeds, and a third replays it',
  TIME_LIMIT,
  async (t) => {
    const clock = new WatchedClock();
    const service = await startService(t, { clock });
    const { key } = await service.account(UNLIMITED);
    const release = await blockWriters(t, service);
    const sent = [post(service, key), post(service, key), post(service, key)];
    await waits(t, clock, 2);
    clock.advance(2 * SECOND);
    await waits(t, clock, 0);
    await release();
    const responses = await Promise.all(sent);
    const [first, ...none] = responses.filter(({ status }) => status === 201);
    assert.ok(first !== undefined && none.length === 0 && !isReplay(first));
    for (const response of responses.filter((one) => one !== first)) {
      assertError(response, 409, 'idempotency_key_in_use');
    }
    const third = await post(service, key);
    assert.ok(isReplay(third));
    assert.equal(third.text, first.text);
    assert.equal((await readAll(service, key, '/v1/events')).length, 1);
  },
);

test('a waiting request writes itself if the first one fails', TIME_LIMIT, async (t) => {
  const clock = new WatchedClock();
  const service = await startService(t, { clock });
  const { key } = await service.account(UNLIMITED);
  const gate = Promise.withResolvers<void>();
  t.signal.addEventListener('abort', () => gate.resolve());
  const { write } = service.database;
  service.database.write = async (work) => {
    await gate.promise;
    return write(work).catch(async (error) => {
      // Adds the pet after the first request has failed and before the second continues.
      const pet = { name: 'Frank', categoryId: 1n, status: 'available' } as const;
      await write((queries) => insertPet(queries, pet, null, 0));
      throw error;
    });
  };
  const body = { petId: 1 };
  const orders = [1, 2].map(() => post(service, key, body, '/v1/store/orders'));
  await waits(t, clock, 1);
  gate.resolve();
  const [refused, placed] = (await Promise.all(orders)).sort((one, other) => other.status - one.status);
  assert.ok(refused !== undefined && placed !== undefined);
  assertError(refused, 404, 'pet_not_found');
  assert.equal(placed.status, 201, placed.text);
  assert.ok(!isReplay(placed));
});

test('requests with other keys or accounts do not wait for each other', TIME_LIMIT, async (t) => {
  const clock = new WatchedClock();
  const service = await startService(t, { clock });
  const [one, other] = [await service.account(UNLIMITED), await service.account(UNLIMITED)];
  const release = await blockWriters(t, service);
  const headers = { 'idempotency-key': 'another' };
  const sent = [
    post(service, one.key),
    post(service, other.key),
    service.send('/v1/pets', { method: 'POST', key: one.key, body: PET, headers }),
    post(service, one.key),
  ];
  await waits(t, clock, 1);
  await release();
  const ids = new Set((await Promise.all(sent)).map(({ headers }) => headers.get('location')));
  assert.equal(ids.size, 3);
  assert.equal((await readAll(service, one.key, '/v1/events')).length, 3);
});
