// Runs on SQLite and on PostgreSQL.
// Runs with two threads.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { UNLIMITED } from '@petstore/testing/accounts.ts';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';

/** "No pet is ever held by two open orders": many concurrent clients of one pet, over real sockets. */

const CLIENTS = 32;
const ROUNDS = Number(process.env.FUZZ_RUNS ?? 10);
const OPEN = ['placed', 'approved'];

async function keysOf(service: TestService, count: number): Promise<string[]> {
  const keys = [];
  for (let made = 0; made < count; made += 1) keys.push((await service.account(UNLIMITED)).key);
  return keys;
}

function place(service: TestService, key: string, petId: number) {
  return service.send('/v1/store/orders', { method: 'POST', key, body: { petId } });
}

function setStatus(service: TestService, key: string, orderId: unknown, status: string) {
  return service.send(`/v1/store/orders/${orderId}`, { method: 'PATCH', key, body: { status } });
}

async function openOrders(service: TestService, manager: string, petId: number): Promise<unknown[]> {
  const orders = await readAll(service, manager, `/v1/store/orders?limit=100&petId=${petId}`);
  return orders.filter(({ status }) => OPEN.includes(String(status))).map(({ id }) => id);
}

/** A request that lost is 409; on PostgreSQL it is 503 if it waited too long for the lock of the pet. */
function assertRejected(response: ApiResponse, code: string): void {
  if (response.status === 503) assertError(response, 503, 'service_unavailable');
  else assertError(response, 409, code);
}

/** Reads the new events of the feed. */
class Feed {
  readonly #service: TestService;
  readonly #key: string;
  #path = '/v1/events?limit=100';

  constructor(service: TestService, key: string) {
    this.#service = service;
    this.#key = key;
  }

  /** Returns the types of the events since the last call. */
  async newTypes(): Promise<unknown[]> {
    const events = await readAll(this.#service, this.#key, this.#path);
    const last = events.at(-1);
    if (last !== undefined) this.#path = `/v1/events?limit=100&after=${last.id}`;
    return events.map(({ type }) => type);
  }
}

test(`exactly one of ${CLIENTS} concurrent orders of one pet succeeds, ${ROUNDS} times`, async (t) => {
  const service = await startService(t);
  const { key: manager } = await service.account({ ...UNLIMITED, role: 'manager' });
  const keys = await keysOf(service, CLIENTS);
  const petId = await addPet(service, manager);
  const feed = new Feed(service, manager);
  await feed.newTypes();

  for (let round = 1; round <= ROUNDS; round += 1) {
    const responses = await Promise.all(keys.map((key) => place(service, key, petId)));
    const [won, ...others] = responses.filter(({ status }) => status === 201);
    assert.ok(won !== undefined && others.length === 0, `${others.length + 1} succeeded in round ${round}`);
    for (const response of responses.filter((one) => one !== won)) {
      assertRejected(response, 'pet_not_available');
    }
    const orderId = at(won.json, 'id');
    assert.deepEqual(await openOrders(service, manager, petId), [orderId]);
    assert.equal(at((await service.send(`/v1/pets/${petId}`, { key: manager })).json, 'status'), 'pending');
    assert.deepEqual((await feed.newTypes()).sort(), ['order.placed', 'pet.updated']);
    assert.equal((await setStatus(service, manager, orderId, 'cancelled')).status, 200);
    assert.deepEqual((await feed.newTypes()).sort(), ['order.cancelled', 'pet.updated']);
  }
});

test('concurrent approvals, completions and cancellations of one order make each transition once, with one event', async (t) => {
  const service = await startService(t);
  const { key: manager } = await service.account({ ...UNLIMITED, role: 'manager' });
  const feed = new Feed(service, manager);
  for (let round = 1; round <= 10; round += 1) {
    const petId = await addPet(service, manager);
    const orderId = await placeOrder(service, manager, petId);
    await feed.newTypes();
    const statuses = Array.from(
      { length: 30 },
      (_, n) => ['approved', 'completed', 'cancelled'][n % 3] ?? '',
    );
    const responses = await Promise.all(
      statuses.map((status) => setStatus(service, manager, orderId, status)),
    );
    for (const response of responses.filter(({ status }) => status !== 200)) {
      assertRejected(response, 'invalid_transition');
    }
    const ended = at((await service.send(`/v1/store/orders/${orderId}`, { key: manager })).json, 'status');
    const steps = (await feed.newTypes()).filter((type) => String(type).startsWith('order.'));
    assert.equal(steps.at(-1), `order.${ended}`);
    assert.equal(new Set(steps).size, steps.length);
    assert.ok(!(steps.includes('order.completed') && steps.includes('order.cancelled')), steps.join());
    const pet = (await service.send(`/v1/pets/${petId}`, { key: manager })).json;
    assert.equal(at(pet, 'status'), ended === 'completed' ? 'sold' : 'available');
  }
});

/** Sends both almost concurrently: in even rounds the one, in odd rounds the other is first by a few turns. */
async function sendInterleaved(
  round: number,
  one: () => Promise<ApiResponse>,
  other: () => Promise<ApiResponse>,
) {
  const [earlier, later] = round % 2 === 0 ? [one, other] : [other, one];
  const first = earlier();
  for (let turn = 0; turn < round % 6; turn += 1) await nextTurn();
  return Promise.all([first, later()]);
}

const RIVALS = {
  removed: { request: { method: 'DELETE' }, outcomes: ['201,409 pending 1', '204,404 404 0'] },
  sold: {
    request: { method: 'PATCH', body: { status: 'sold' } },
    outcomes: ['201,409 pending 1', '200,409 sold 0'],
  },
};

for (const [what, { request, outcomes }] of Object.entries(RIVALS)) {
  test(`a pet that is concurrently ${what} and ordered is ${what} or held, never both`, async (t) => {
    const service = await startService(t);
    const { key } = await service.account({ ...UNLIMITED, role: 'manager' });
    for (let round = 1; round <= 20; round += 1) {
      const petId = await addPet(service, key);
      const order = () => place(service, key, petId);
      const rival = () => service.send(`/v1/pets/${petId}`, { ...request, key });
      const statuses = (await sendInterleaved(round, order, rival)).map(({ status }) => status).sort();
      const read = await service.send(`/v1/pets/${petId}`, { key });
      const held = await openOrders(service, key, petId);
      // Of an error it is the status of the response.
      const outcome = `${statuses} ${at(read.json, 'status')} ${held.length}`;
      assert.ok(outcomes.includes(outcome), outcome);
    }
  });
}
