// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { HOUR } from '../../../src/platform/core/clock.ts';

/** Animals that go together (docs/adr/0097): `bondedWith` of their profiles, their status, their orders, and how a group ends. */

const service = await startSharedService();
const owner = await service.account();
const other = await service.account();
const manager = await service.account({ role: 'manager' });

function send(method: string, path: string, body?: object, key = owner.key): Promise<ApiResponse> {
  return service.send(`/v1/${path}`, { method, key, ...(body && { body }) });
}

function bond(petId: number, bondedWith: readonly number[] | null): Promise<ApiResponse> {
  return send('PATCH', `pets/${petId}/profile`, { bondedWith });
}

async function addPets(number: number, pet: object = {}): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < number; n += 1) ids.push(await addPet(service, owner.key, pet));
  return ids;
}

async function addGroup(number = 2): Promise<[number, number, ...number[]]> {
  const [first = 0, ...rest] = await addPets(number);
  assert.equal((await bond(first, rest)).status, 200);
  return [first, ...rest] as [number, number, ...number[]];
}

async function bondsOf(...ids: number[]): Promise<unknown[]> {
  const listings = ids.map((id) => send('GET', `listings/${id}`));
  return (await Promise.all(listings)).map(({ json }) => at(json, 'profile', 'bondedWith'));
}

async function statusesOf(...ids: number[]): Promise<unknown[]> {
  const pets = ids.map((id) => send('GET', `pets/${id}`));
  return (await Promise.all(pets)).map(({ json }) => at(json, 'status'));
}

async function eventTypes(petId: number): Promise<unknown[]> {
  const events = await readAll(service, owner.key, `/v1/events?petId=${petId}`);
  return events.map(({ type }) => type);
}

test('setting a group on one animal sets it on all, with an event of each, and null takes one out', async () => {
  const [a = 0, b = 0, c = 0] = await addPets(3);
  const set = await send('PATCH', `pets/${b}/profile`, { breed: 'Beagle', bondedWith: [c, a] });
  assert.deepEqual(set.json, { breed: 'Beagle', bondedWith: [a, c] });
  assert.deepEqual(await bondsOf(a, b, c), [
    [b, c],
    [a, c],
    [a, b],
  ]);
  assert.deepEqual(await eventTypes(a), ['pet.created', 'listing.updated']);
  await bond(a, [c, b]);
  assert.deepEqual(await eventTypes(a), ['pet.created', 'listing.updated']);

  await bond(a, null);
  assert.deepEqual(await bondsOf(a, b, c), [undefined, [c], [b]]);
  assert.deepEqual(await eventTypes(c), ['pet.created', 'listing.updated', 'listing.updated']);
  await bond(b, [a]);
  assert.deepEqual(await bondsOf(a, b, c), [[b], [a], undefined]);
});

test('rejects a group that cannot be, with the reason', async () => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = await addPets(6);
  const foreign = await addPet(service, other.key);
  const [binned = 0] = await addPets(1);
  await send('DELETE', `pets/${binned}`);
  const [sold = 0] = await addPets(1, { status: 'sold' });
  await bond(b, [c]);
  const rejected: Array<[number[], number, string, RegExp]> = [
    [[a], 400, 'invalid_body', /the animal itself/],
    [[999_999], 400, 'invalid_body', /does not exist/],
    [[binned], 400, 'invalid_body', /in the bin/],
    [[foreign], 400, 'invalid_body', /another account/],
    [[b, c, d, e, f], 400, 'invalid_body', /4 items/],
    [[b, b], 400, 'invalid_body', /duplicate/],
    [[], 400, 'invalid_body', /1 item/],
    [[sold], 409, 'bond_conflict', /was adopted/],
    [[b], 409, 'bond_conflict', new RegExp(`goes together with pet ${c}`)],
  ];
  for (const [ids, status, code, message] of rejected) {
    const response = await bond(a, ids);
    assertError(response, status, code);
    assert.match(String(at(response.json, 'message')), message);
  }
  await send('POST', 'store/orders', { petId: d });
  for (const ids of [[d], [d, e]]) assertError(await bond(a, ids), 409, 'bond_conflict');
  assert.deepEqual(await bondsOf(a, b, c, d), [undefined, [c], [b], undefined]);
});

test('keeps every digit of the ids', async () => {
  const large = 9_007_199_254_740_993n;
  const [a = 0] = await addPets(1);
  const { database } = service;
  const profile = `{"bondedWith":[${large}],"microchip":"985112003456789"}`;
  await database.write((db) =>
    db
      .insertInto('profiles')
      .values({ pet_id: BigInt(a), profile })
      .execute(),
  );
  const listing = await send('GET', `listings/${a}`);
  assert.ok(listing.text.includes(`"profile":{"bondedWith":[${large}]}`), listing.text);
  const changed = await send('PATCH', `pets/${a}/profile`, { breed: 'Beagle' });
  assert.ok(changed.text.includes(`"bondedWith":[${large}]`), changed.text);
  const body = `{"bondedWith":[ ${large} , 1e0]}`;
  const rejected = await service.send(`/v1/pets/${a}/profile`, { method: 'PATCH', key: owner.key, body });
  assert.match(rejected.text, new RegExp(`pet ${large}`));
});

test('an order holds all animals of a group, and its changes are those of all', async () => {
  const [a, b, c = 0] = await addGroup(3);
  const placed = await send('POST', 'store/orders', { petId: b, reference: 'x' }, other.key);
  assert.equal(placed.status, 201);
  const id = Number(at(placed.json, 'id'));
  assert.deepEqual(at(placed.json, 'bondedOrderIds'), [id + 1, id + 2]);
  assert.deepEqual(await statusesOf(a, b, c), ['pending', 'pending', 'pending']);
  const orders = await readAll(service, other.key, '/v1/store/orders?sort=id');
  const ofGroup = orders.map(({ id: orderId, petId, reference, bondedOrderIds }) => ({
    ...{ orderId, petId, reference, bondedOrderIds },
  }));
  assert.deepEqual(ofGroup, [
    { orderId: id, petId: b, reference: 'x', bondedOrderIds: [id + 1, id + 2] },
    { orderId: id + 1, petId: a, reference: 'x', bondedOrderIds: [id, id + 2] },
    { orderId: id + 2, petId: c, reference: 'x', bondedOrderIds: [id, id + 1] },
  ]);
  assertError(await bond(a, null), 409, 'bond_conflict');
  assertError(await send('PATCH', `pets/${c}`, { status: 'sold' }), 409, 'invalid_transition');

  // The account that placed one may cancel all by any of them.
  const cancelled = await send('PATCH', `store/orders/${id + 2}`, { status: 'cancelled' }, other.key);
  assert.equal(at(cancelled.json, 'status'), 'cancelled');
  assert.deepEqual(await statusesOf(a, b, c), ['available', 'available', 'available']);

  const again = await send('POST', 'store/orders', { petId: a });
  const next = Number(at(again.json, 'id'));
  service.clock.advance(48 * HOUR);
  assert.deepEqual(await statusesOf(a, b, c), ['available', 'available', 'available']);
  const expired = await send('GET', `store/orders/${next + 1}`);
  assert.equal(at(expired.json, 'status'), 'expired');

  const last = Number(at((await send('POST', 'store/orders', { petId: a })).json, 'id'));
  await send('PATCH', `store/orders/${last + 1}`, { status: 'approved' });
  await send('PATCH', `store/orders/${last}`, { status: 'completed' });
  assert.deepEqual(await statusesOf(a, b, c), ['sold', 'sold', 'sold']);
  for (const [index, petId] of [a, b, c].entries()) {
    const { json } = await send('GET', `pets/${petId}/movements`);
    const { reason, orderId } = (json as Array<Record<string, unknown>>)[0] ?? {};
    assert.deepEqual({ reason, orderId }, { reason: 'adoption', orderId: last + index });
    assert.equal((await eventTypes(petId)).at(-1), 'pet.updated');
  }
});

test('an order is refused if one of the group is not available, and names it; a member needs a place for each', async () => {
  const [a, b] = await addGroup();
  await send('POST', `pets/${b}/movements`, {
    type: 'intake',
    reason: 'stray',
    date: '2026-11-20',
    status: 'pending',
  });
  assert.deepEqual(await statusesOf(a, b), ['available', 'pending']);
  const { json } = await send('GET', `permissions?ids=${a}`, undefined, other.key);
  assert.deepEqual(at(json, '0', 'allowedOperations'), []);
  const refused = await send('POST', 'store/orders', { petId: a }, other.key);
  assertError(refused, 409, 'pet_not_available');
  assert.match(refused.text, new RegExp(`Pet ${b} .*pet ${a} goes together with it`));
  assert.deepEqual(await statusesOf(a, b), ['available', 'pending']);

  const full = await service.account();
  for (const petId of await addPets(19))
    assert.equal((await send('POST', 'store/orders', { petId }, full.key)).status, 201);
  const [c, d] = await addGroup();
  assertError(await send('POST', 'store/orders', { petId: c }, full.key), 409, 'too_many_open_orders');
  const permissions = await send('GET', `permissions?ids=${c}`, undefined, full.key);
  assert.deepEqual(at(permissions.json, '0', 'allowedOperations'), []);
  assert.deepEqual(await statusesOf(c, d), ['available', 'available']);
});

test('a status that is set by hand is that of all; a movement is of one animal, which leaves the group if it leaves or comes back alone', async () => {
  const [a, b, c = 0] = await addGroup(3);
  await send('PATCH', `pets/${a}`, { status: 'sold' });
  assert.deepEqual(await statusesOf(a, b, c), ['sold', 'sold', 'sold']);
  await send('PATCH', `pets/${b}`, { status: 'available' });
  assert.deepEqual(await statusesOf(a, b, c), ['available', 'available', 'available']);
  const { json } = await send('GET', `pets/${c}/movements`);
  assert.equal((json as unknown[]).length, 2);
  await send('PATCH', `pets/${b}`, { name: 'Rex', status: 'sold' });
  const back = { type: 'intake', reason: 'return', date: '2026-11-23', status: 'available' };
  assert.equal((await send('POST', `pets/${a}/movements`, back)).status, 201);
  assert.deepEqual(await statusesOf(a, b, c), ['available', 'sold', 'sold']);
  assert.deepEqual(await bondsOf(a, b, c), [undefined, [c], [b]]);

  const [d, e] = await addGroup();
  await send('POST', `pets/${d}/movements`, { type: 'outcome', reason: 'died', date: '2026-11-23' });
  assert.deepEqual(await statusesOf(d, e), [undefined, 'available']);
  assert.deepEqual(await bondsOf(d, e), [undefined, undefined]);
});

test('an animal in the bin has left its group, and joins it again when it is restored, if that is possible', async () => {
  const [a, b, c = 0] = await addGroup(3);
  await send('DELETE', `pets/${a}`);
  assert.deepEqual(await bondsOf(b, c), [[c], [b]]);
  await send('DELETE', `pets/${b}`);
  assert.deepEqual(await bondsOf(c), [undefined]);
  await send('POST', `pets/${b}/restore`);
  await send('POST', `pets/${a}/restore`);
  assert.deepEqual(await bondsOf(a, b, c), [
    [b, c],
    [a, c],
    [a, b],
  ]);
  await send('DELETE', `pets/${a}`);
  await send('POST', 'store/orders', { petId: b });
  await send('POST', `pets/${a}/restore`);
  assert.deepEqual(await bondsOf(a, b, c), [undefined, [c], [b]]);
  assert.deepEqual(await statusesOf(a, b, c), ['available', 'pending', 'pending']);
});

test('after a merge the animal that remains takes the place of the duplicate, unless it has a group', async () => {
  const merge = (from: number, into: number) => send('POST', `pets/${from}/merge`, { into }, manager.key);
  const [a, b] = await addGroup();
  const [c, d] = await addGroup();
  const [e = 0, f = 0] = await addPets(2);
  assert.equal((await merge(a, e)).status, 200);
  assert.deepEqual(await bondsOf(b, e), [[e], [b]]);
  await merge(e, c);
  assert.deepEqual(await bondsOf(b, c, d), [undefined, [d], [c]]);
  await merge(d, c);
  assert.deepEqual(await bondsOf(c), [undefined]);

  await bond(b, [c]);
  const held = Number(at((await send('POST', 'store/orders', { petId: b })).json, 'id'));
  assert.equal((await merge(b, f)).status, 200);
  assert.deepEqual(await bondsOf(c, f), [[f], [c]]);
  assert.deepEqual(await statusesOf(c, f), ['pending', 'pending']);
  const [g, h] = await addGroup();
  assertError(await merge(f, g), 409, 'merge_conflict');
  const foreign = await addPet(service, other.key);
  assertError(await merge(f, foreign), 409, 'merge_conflict');
  await send('PATCH', `store/orders/${held}`, { status: 'cancelled' });
  assert.deepEqual(await statusesOf(c, f, g, h), ['available', 'available', 'available', 'available']);
  const [alone = 0] = await addPets(1);
  await send('POST', 'store/orders', { petId: alone });
  assertError(await merge(f, alone), 409, 'merge_conflict');
  assert.equal((await merge(f, foreign)).status, 200);
  assert.deepEqual(await bondsOf(c, foreign), [undefined, undefined]);
});

test('a batch changes groups as single requests do, and adds animals to them', async () => {
  const [a, b] = await addGroup();
  const pet = { name: 'Bo', categoryId: 1, status: 'available' };
  const items = [
    { operation: 'createPet', pet, profile: { bondedWith: [a] } },
    { operation: 'createPet', pet, profile: { bondedWith: [a, b] } },
    { operation: 'changePet', petId: a, pet: { status: 'pending' } },
    { operation: 'removePet', petId: a },
  ];
  const { json } = await send('POST', 'batches', { items });
  const results = at(json, 'results') as Array<Record<string, unknown>>;
  assert.deepEqual(
    results.map(({ status }) => status),
    [409, 201, 200, 204],
  );
  const added = Number(at(results[1], 'pet', 'id'));
  assert.deepEqual(await bondsOf(b, added), [[added], [b]]);
  assert.deepEqual(await statusesOf(b, added), ['pending', 'pending']);
});
