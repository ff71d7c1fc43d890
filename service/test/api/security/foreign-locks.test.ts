// Needs PostgreSQL or Valkey.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { assertError, at, membersOf } from '@petstore/testing/http/expect-response.ts';
import type { SendOptions } from '@petstore/testing/http/send.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { startService } from '@petstore/testing/service.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { lockRemovedPet } from '../../../src/catalogue/pets/removed-pets.ts';
import { lockPets, petLock } from '../../../src/platform/database/locks.ts';

/**
 * What names an animal of another account waits for no lock of it, and so takes none: its owner would wait until the transaction ends,
 * which is 200 ms for a batch.
 */

const INTAKE = { type: 'intake', reason: 'stray', date: '2026-11-02' };

test('a request that must not change an animal waits for no lock of it (403), alone or in a batch', async (t) => {
  const store = await freshStore(t);
  const service = await startService(t, { store });
  const [{ key: owner }, { key }] = [await service.account(), await service.account()];
  const [pet, held, removed] = [
    await addPet(service, owner),
    await addPet(service, owner),
    await addPet(service, owner),
  ];
  const own = await addPet(service, key);
  const order = await placeOrder(service, owner, held);
  const movement = await service.send(`/v1/pets/${pet}/movements`, {
    method: 'POST',
    key: owner,
    body: INTAKE,
  });
  assert.equal(movement.status, 201, movement.text);
  const movementId = String(at(movement.json, 'id'));
  assert.equal((await service.send(`/v1/pets/${removed}`, { method: 'DELETE', key: owner })).status, 204);

  const send = (method: SendOptions['method'], path: string, body?: unknown) =>
    service.send(`/v1${path}`, { method, key, body });
  const items = [
    { operation: 'changePet', petId: pet, pet: { name: 'Max' } },
    { operation: 'changePet', petId: pet, pet: { status: 'sold' } },
    { operation: 'changeProfile', petId: pet, profile: { breed: 'Beagle' } },
    { operation: 'changeProfile', petId: pet, profile: { bondedWith: [held] } },
    { operation: 'changeProfile', petId: own, profile: { bondedWith: [pet] } },
    { operation: 'removePet', petId: pet },
  ];
  const codes = ['not_owner', 'not_owner', 'not_owner', 'not_owner', 'invalid_body', 'not_owner'];
  const sendBatch = async () => {
    const { status, text, json } = await send('POST', '/batches', { items });
    assert.equal(status, 200, text);
    const results = Object.values(membersOf(at(json, 'results')));
    assert.deepEqual(
      results.map((one) => at(one, 'error', 'code')),
      codes,
    );
  };
  /** Runs `work` while a transaction of `database` has the locks of the animals of the owner. */
  const whileLocked = async (
    { write }: typeof service.database,
    locks: readonly string[],
    work: () => Promise<void>,
  ) => {
    await write(
      async (db) => {
        await lockPets(db, [BigInt(pet), BigInt(held)]);
        await lockRemovedPet(db, BigInt(removed));
        await work();
      },
      { locks },
    );
  };
  await whileLocked(await openStore(t, store), [], async () => {
    for (const refused of [
      await send('PATCH', `/pets/${pet}`, { name: 'Max' }),
      await send('PATCH', `/pets/${pet}`, { status: 'sold' }),
      await send('DELETE', `/pets/${pet}`),
      await send('PATCH', `/pets/${pet}/profile`, { breed: 'Beagle' }),
      await send('PATCH', `/pets/${pet}/profile`, { bondedWith: [held] }),
      await send('POST', `/pets/${pet}/movements`, INTAKE),
      await send('PATCH', `/pets/${pet}/movements/${movementId}`, { reason: 'stray' }),
      await send('DELETE', `/pets/${pet}/movements/${movementId}`),
      await send('PATCH', `/pets/${pet}/photos/x`, { alt: 'Rex' }),
      await send('DELETE', `/pets/${pet}/photos/x`),
      await send('POST', `/pets/${pet}/merge`, { into: own }),
      await send('POST', `/pets/${own}/merge`, { into: pet }),
      await send('POST', '/store/orders', { petId: pet, reference: 'a', holdHours: 700 }),
      await send('POST', `/pets/${removed}/restore`),
      await send('DELETE', `/bin/${removed}`),
    ])
      assertError(refused, 403, 'not_owner');
    assertError(
      await send('PATCH', `/store/orders/${order}`, { status: 'approved' }),
      404,
      'order_not_found',
    );
    await sendBatch();
  });
  // Of a batch it takes no turn in its own process either.
  await whileLocked(service.database, [petLock(BigInt(pet)), petLock(BigInt(held))], sendBatch);
});

test('of the changes of groups of an account one at a time has a connection, so that they cannot deadlock; others go on', async (t) => {
  const store = await freshStore(t);
  const service = await startService(t, { store });
  const { key } = await service.account();
  const pets = [];
  for (let count = 0; count < 5; count += 1) pets.push(await addPet(service, key));
  const [first = 0, second, third, fourth, alone] = pets;
  const change = (petId: number | undefined, profile: object) =>
    service.send(`/v1/pets/${petId}/profile`, { method: 'PATCH', key, body: profile });
  const other = await openStore(t, store);
  const done: string[] = [];
  const changes = await other.write(async (db) => {
    await lockPets(db, [BigInt(first)]);
    const waiting = [change(first, { bondedWith: [second] }), change(third, { bondedWith: [fourth] })];
    for (const one of waiting) void one.then(() => done.push('group'));
    for (const breed of ['Beagle', 'Boxer', 'Dachshund', 'Poodle', 'Pug'])
      assert.equal((await change(alone, { breed })).status, 200);
    done.push('others');
    return waiting;
  });
  for (const { status } of await Promise.all(changes)) assert.equal(status, 200);
  assert.deepEqual(done, ['others', 'group', 'group']);
});
