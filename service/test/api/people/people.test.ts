// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import { addPerson } from '@petstore/testing/people.ts';
import { startService, startSharedServiceAtNoon } from '@petstore/testing/service.ts';

const shared = await startSharedServiceAtNoon();
const ANIMAL = { name: 'Bella', categoryId: 1, status: 'available' };

test('a volunteer adds animals and changes profiles, but not their status, and removes, orders and imports nothing', async () => {
  const service = shared();
  const { key: admin } = await service.account({ role: 'admin' });
  const { browser } = await addPerson(service, admin);
  const key = await browser.token();
  const added = await service.send('/v1/pets', { method: 'POST', key, body: ANIMAL });
  assert.equal(added.status, 201);
  const path = `/v1/pets/${at(added.json, 'id')}`;
  const allowed: [string, string, unknown][] = [
    ['PATCH', path, { name: 'Bela' }],
    ['PATCH', `${path}/profile`, { breed: 'Beagle' }],
    ['GET', '/v1/summary', undefined],
  ];
  for (const [method, url, body] of allowed)
    assert.equal((await service.send(url, { method, key, body })).status, 200, `${method} ${url}`);
  const refused: [string, string, unknown][] = [
    ['PATCH', path, { status: 'sold' }],
    ['DELETE', path, undefined],
    ['POST', '/v1/store/orders', { petId: at(added.json, 'id') }],
    ['POST', '/v1/batches', [{ create: ANIMAL }]],
    ['POST', '/v1/imports?format=csv', 'name\nBella'],
    ['GET', '/v1/bin', undefined],
    ['GET', '/v1/people', undefined],
    ['PUT', '/v1/settings', {}],
  ];
  for (const [method, url, body] of refused)
    assertError(await service.send(url, { method, key, body }), 403, 'insufficient_role');
  const { json } = await service.send(`/v1/permissions?ids=${at(added.json, 'id')}`, { key });
  const [permissions] = json as unknown[];
  assert.deepEqual(
    [at(permissions, 'allowedOperations'), at(permissions, 'allowedPetStatuses')],
    [['changePet'], []],
  );
});

test('a person acts on the animals of the account that another key has added, and on no others', async () => {
  const service = shared();
  const { key, id: accountId } = await service.account();
  const { key: admin } = await service.account({ role: 'admin' });
  const other = await service.account();
  const { browser } = await addPerson(service, admin, { role: 'member', accountId: Number(accountId) });
  const token = await browser.token();
  for (const [owner, status] of [
    [key, 200],
    [other.key, 403],
  ] as const) {
    const { json } = await service.send('/v1/pets', { method: 'POST', key: owner, body: ANIMAL });
    const changed = await service.send(`/v1/pets/${at(json, 'id')}`, {
      method: 'PATCH',
      key: token,
      body: { name: 'Bo' },
    });
    assert.equal(changed.status, status);
  }
});

test('persons with the full role of their account manage its persons; others see only themselves', async () => {
  const service = shared();
  const { key: shelter, id: accountId } = await service.account({ role: 'member' });
  const { key: otherShelter } = await service.account({ role: 'manager' });
  const { id, browser } = await addPerson(service, shelter, { name: 'Ana', role: 'volunteer' });
  const volunteer = await browser.token();
  assert.equal((await service.send(`/v1/people/${id}`, { key: volunteer })).status, 200);
  assert.equal(
    (await service.send(`/v1/people/${id}`, { method: 'PATCH', key: volunteer, body: { name: 'Anna' } }))
      .status,
    200,
  );
  assertError(
    await service.send(`/v1/people/${id}`, { method: 'PATCH', key: volunteer, body: { role: 'member' } }),
    403,
    'insufficient_role',
  );
  assertError(
    await service.send('/v1/people', {
      method: 'POST',
      key: volunteer,
      body: { name: 'B', role: 'volunteer' },
    }),
    403,
    'insufficient_role',
  );
  assertError(await service.send(`/v1/people/${id}`, { key: otherShelter }), 404, 'person_not_found');
  assertError(
    await service.send(`/v1/people?accountId=${accountId}`, { key: otherShelter }),
    404,
    'account_not_found',
  );
  const above = await service.send('/v1/people', {
    method: 'POST',
    key: shelter,
    body: { name: 'B', role: 'admin' },
  });
  assertError(above, 400, 'invalid_body');
  assert.equal(above.headers.get('invalid-fields'), 'role');
});

test('an e-mail address belongs to one person of an account, in upper or lower case, until that one is removed', async () => {
  const service = shared();
  const { key } = await service.account({ role: 'admin' });
  const email = 'Ana@Shelter.example';
  const { id } = await addPerson(service, key, { email });
  const add = (address: string) =>
    service.send('/v1/people', {
      method: 'POST',
      key,
      body: { name: 'Ana', role: 'member', email: address },
    });
  assertError(await add(email.toLowerCase()), 409, 'email_in_use');
  // Another account does not learn that: a person who works for both has one address.
  const other = await service.account();
  const elsewhere = await addPerson(service, other.key, { role: 'volunteer' });
  const own = await service.send(`/v1/people/${elsewhere.id}`, {
    method: 'PATCH',
    key: await elsewhere.browser.token(),
    body: { email },
  });
  assert.equal(own.status, 200, own.text);
  const malformed = await add('ana at shelter');
  assertError(malformed, 400, 'invalid_body');
  assert.equal(malformed.headers.get('invalid-fields'), 'email');
  await service.send(`/v1/people/${id}`, { method: 'DELETE', key });
  assert.equal((await add(email)).status, 201);
});

test('the last admin cannot be removed or lowered', async (t) => {
  const service = await startService(t);
  const { key, keyId } = await service.account({ role: 'admin' });
  const { id, browser } = await addPerson(service, key, { role: 'admin' });
  const token = await browser.token();
  assert.equal((await service.send(`/v1/keys/${keyId}`, { method: 'DELETE', key: token })).status, 204);
  assertError(
    await service.send(`/v1/people/${id}`, { method: 'DELETE', key: token }),
    409,
    'last_admin_key',
  );
  const lowered = await service.send(`/v1/people/${id}`, {
    method: 'PATCH',
    key: token,
    body: { role: 'member' },
  });
  assertError(lowered, 409, 'last_admin_key');
});

test('the audit names the person who changed an animal, also after the person was removed', async () => {
  const service = shared();
  const { key } = await service.account({ role: 'admin' });
  const { id, browser } = await addPerson(service, key, { name: 'Ben', role: 'member' });
  await service.send('/v1/pets', { method: 'POST', key: await browser.token(), body: ANIMAL });
  await service.send(`/v1/people/${id}`, { method: 'DELETE', key });
  const entries = listOf(await service.send('/v1/audit?limit=5', { key }));
  const created = entries.find((entry) => at(entry, 'action') === 'pet.created');
  assert.deepEqual(at(created, 'person'), { id: Number(id), name: 'Ben' });
  assert.equal(at(created, 'key'), undefined);
});
