import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { assertError, listOf } from '@petstore/testing/http/expect-response.ts';
import { startSharedService, type TestService } from '@petstore/testing/service.ts';
import { updateAccount } from '../../../src/access/accounts/account-queries.ts';
import { HOUR, SECOND } from '../../../src/platform/core/clock.ts';

/** `GET /v1/permissions` lists exactly what the operations accept. */

const service = await startSharedService();

const permissions = (service: TestService, key: string, petIds: readonly unknown[]) =>
  service.send(`/v1/permissions?ids=${petIds.join()}`, { key });

async function allowedFor(service: TestService, key: string, petId: number) {
  const [found] = listOf(await permissions(service, key, [petId]));
  assert.ok(found !== undefined);
  const { pet: _, ...allowed } = found;
  return allowed;
}

interface Situation {
  pet: number;
  order?: number;
}
type Keys = Record<(typeof ACCOUNTS)[number], string>;

const ACCOUNTS = ['owner', 'adopter', 'stranger', 'manager', 'admin', 'reader'] as const;

/** Creates a pet of the owner in each state, and the order that holds it. */
const SITUATIONS: Record<string, (service: TestService, keys: Keys) => Promise<Situation>> = {
  none: async (service, { owner }) => ({ pet: await addPet(service, owner, { status: undefined }) }),
  available: async (service, { owner }) => ({ pet: await addPet(service, owner) }),
  pending: async (service, { owner }) => ({ pet: await addPet(service, owner, { status: 'pending' }) }),
  sold: async (service, { owner }) => ({ pet: await addPet(service, owner, { status: 'sold' }) }),
  placed: async (service, { owner, adopter }) => {
    const pet = await addPet(service, owner);
    return { pet, order: await placeOrder(service, adopter, pet) };
  },
  approved: async (service, { owner, adopter }) => {
    const pet = await addPet(service, owner);
    const order = await placeOrder(service, adopter, pet);
    const body = { status: 'approved' };
    await service.send(`/v1/store/orders/${order}`, { method: 'PATCH', key: owner, body });
    return { pet, order };
  },
};

/** Returns the changes that the service accepts from a key; each is tried on a new pet. */
async function acceptedFrom(
  service: TestService,
  key: string,
  status: string,
  fresh: () => Promise<Situation>,
) {
  const isAccepted = async (method: string, path: string, body?: object) =>
    (await service.send(`/v1/${path}`, { method, key, body })).status < 300;
  // Setting the current status is accepted and changes nothing.
  const current = status === 'placed' || status === 'approved' ? ['pending', status] : [status];
  const petStatuses: string[] = [];
  for (const next of ['available', 'pending', 'sold'].filter((one) => !current.includes(one))) {
    if (await isAccepted('PATCH', `pets/${(await fresh()).pet}`, { status: next })) petStatuses.push(next);
  }
  const orderStatuses: string[] = [];
  for (const next of ['approved', 'completed', 'cancelled'].filter((one) => !current.includes(one))) {
    const { order } = await fresh();
    if (order !== undefined && (await isAccepted('PATCH', `store/orders/${order}`, { status: next })))
      orderStatuses.push(next);
  }
  const operations = {
    changePet: await isAccepted('PATCH', `pets/${(await fresh()).pet}`, { name: 'Bella' }),
    removePet: await isAccepted('DELETE', `pets/${(await fresh()).pet}`),
    placeOrder: await isAccepted('POST', 'store/orders', { petId: (await fresh()).pet }),
    changeOrder: orderStatuses.length > 0,
  };
  return {
    allowedOperations: Object.entries(operations).flatMap(([name, works]) => (works ? [name] : [])),
    allowedPetStatuses: petStatuses,
    allowedOrderStatuses: orderStatuses,
  };
}

for (const [status, begin] of Object.entries(SITUATIONS)) {
  test(`lists for each account exactly what the service accepts from it: pet ${status}`, async () => {
    const found: [string, unknown][] = [];
    const expected: [string, unknown][] = [];
    for (const account of ACCOUNTS) {
      // New accounts each time, so that none has too many open orders.
      const [owner, adopter, stranger] = await Promise.all([1, 2, 3].map(() => service.account()));
      const manager = await service.account({ role: 'manager' });
      const admin = await service.account({ role: 'admin' });
      const reader = await service.account({ role: 'reader' });
      const entries = Object.entries({ owner, adopter, stranger, manager, admin, reader });
      const keys = Object.fromEntries(entries.map(([name, one]) => [name, one?.key ?? ''])) as Keys; // ACCOUNTS are its names
      const { pet } = await begin(service, keys);
      found.push([account, await allowedFor(service, keys[account], pet)]);
      const fresh = () => begin(service, keys);
      expected.push([account, await acceptedFrom(service, keys[account], status, fresh)]);
    }
    assert.deepEqual(found, expected);
  });
}

test('returns each pet once, newest first, and skips ids of unknown pets', async () => {
  const { key } = await service.account();
  const first = await addPet(service, key);
  const second = await addPet(service, key, { name: 'Bella', status: undefined });
  const response = await permissions(service, key, [first, second, first, '9223372036854775807', -1]);
  assert.deepEqual(
    listOf(response).map(({ pet }) => pet),
    [
      { id: second, name: 'Bella', categoryId: 1 },
      { id: first, name: 'Frank', categoryId: 1, status: 'available' },
    ],
  );
  assert.equal(response.headers.get('x-api-stability'), 'experimental');
  assert.equal(response.headers.get('cache-control'), 'no-store');
});

test('reflects an expired hold, a changed role and the limit of open orders in the next response', async () => {
  const { key, id } = await service.account();
  const pet = await addPet(service, key);
  await placeOrder(service, key, pet);
  assert.deepEqual((await allowedFor(service, key, pet)).allowedPetStatuses, []);
  service.clock.advance(48 * HOUR);
  assert.deepEqual((await allowedFor(service, key, pet)).allowedPetStatuses, ['pending', 'sold']);
  for (let placed = 0; placed < 20; placed += 1) await placeOrder(service, key, await addPet(service, key));
  assert.deepEqual((await allowedFor(service, key, pet)).allowedOperations, ['changePet', 'removePet']);
  const terms = { id, name: 'x', plan: 'business', role: 'reader', customQuota: undefined } as const;
  await service.database.write((queries) => updateAccount(queries, terms));
  service.clock.advance(SECOND);
  assert.deepEqual((await allowedFor(service, key, pet)).allowedOperations, []);
});

test('without ids the list is empty', async () => {
  const { key } = await service.account();
  const { status, json } = await service.send('/v1/permissions', { key });
  assert.deepEqual([status, json], [200, []]);
});

test('rejects anything but one ids parameter with 1 to 100 ids (400)', async () => {
  const { key } = await service.account();
  const hundred = Array.from({ length: 100 }, (_, index) => -index);
  assert.deepEqual(listOf(await permissions(service, key, hundred)), []);
  for (const [query, message] of [
    ['?ids=', /ids must be 1 to 100 integers/],
    ['?ids=1,', /separated by commas/],
    ['?ids=1, 2', /separated by commas/],
    ['?ids=9223372036854775808', /between -9223372036854775808 and 9223372036854775807/],
    [`?ids=${hundred},-100`, /1 to 100 integers/],
    ['?ids=1&ids=2', /must be given once/],
    ['?ids=1&limit=5', /"limit" is not a parameter of this operation. Its parameters are ids, petIds/],
    ['?ids=1&__proto__=1', /is not a parameter/],
  ] as const) {
    const response = await service.send(`/v1/permissions${query}`, { key });
    assertError(response, 400, 'invalid_parameter');
    assert.match(response.text.replaceAll('\\"', '"'), message);
  }
});
