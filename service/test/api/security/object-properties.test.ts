import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { at, membersOf } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { FOREIGN } from './foreign-members.ts';

/** A body sets documented members only. Other operations refuse members that they do not have: see unknown-parameters.test.ts. */

/** One request for each operation of 1.0.0 with a body, which ignores unknown members. Pets 1 and 2 belong to the account; order 1 holds pet 2. */
const WRITES = {
  createPet: ['POST', '/v1/pets', '"name":"Bella","categoryId":1'],
  changePet: ['PATCH', '/v1/pets/1', '"name":"Bella"'],
  placeOrder: ['POST', '/v1/store/orders', '"petId":1,"reference":"a"'],
  changeOrder: ['PATCH', '/v1/store/orders/1', '"status":"approved"'],
} as const;

for (const [id, [method, path, body]] of Object.entries(WRITES)) {
  test(`${id}: ignores members that the client may not set`, async (t) => {
    const outcome = async (sent: string) => {
      const service = await startService(t);
      const [{ key }] = [await service.account(), await service.account()];
      await addPet(service, key);
      await placeOrder(service, key, await addPet(service, key));
      const { status, text } = await service.send(path, { method, key, body: sent });
      const { read } = service.database;
      return {
        status,
        text,
        accounts: await read.selectFrom('accounts').select(['id', 'plan', 'role', 'per_minute']).execute(),
        pets: await read.selectFrom('pets').selectAll().orderBy('id').execute(),
        profiles: await read.selectFrom('profiles').selectAll().orderBy('pet_id').execute(),
        orders: await read.selectFrom('orders').selectAll().orderBy('id').execute(),
        events: await read
          .selectFrom('events')
          .select(['type', 'at', 'account_id', 'placed_by', 'owner_id', 'body', 'pet_id'])
          .orderBy('type')
          .orderBy('pet_id')
          .execute(),
      };
    };
    const plain = await outcome(`{${body}}`);
    assert.ok(plain.status < 300, plain.text);
    for (const sent of [`{${FOREIGN},${body}}`, `{${body},${FOREIGN}}`])
      assert.deepEqual(await outcome(sent), plain);
  });
}

test('applyBatch: an item with members that the client may not set changes nothing', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const petId = await addPet(service, key);
  const items = [
    `{${FOREIGN},"operation":"changePet","petId":${petId},"pet":{"name":"Bella"}}`,
    `{"operation":"changePet","petId":${petId},"pet":{"name":"Bella",${FOREIGN}}}`,
    `{"operation":"createPet","pet":{"name":"Bella","categoryId":1,${FOREIGN}}}`,
    `{"operation":"createPet","pet":{"name":"Bella","categoryId":1},"profile":{"breed":"a",${FOREIGN}}}`,
    `{"operation":"changeProfile","petId":${petId},"profile":{"adoptionFee":{"amount":"1",${FOREIGN}}}}`,
    `{"operation":"removePet","petId":${petId},${FOREIGN}}`,
  ];
  const send = (body: string) => service.send('/v1/batches', { method: 'POST', key, body });
  const { json } = await send(`{"items":[${items}]}`);
  assert.equal(at(json, 'failed'), items.length);
  for (const result of Object.values(membersOf(at(json, 'results')))) {
    assert.equal(at(result, 'error', 'code'), 'invalid_body');
    assert.match(
      String(at(result, 'error', 'message')),
      /^"(adoptionFee\.)?id", .* and \d more are not fields of this operation/,
    );
  }
  assert.equal((await send(`{${FOREIGN},"items":[{}]}`)).status, 400);
  assert.equal((await send(`{"items":[{}],${FOREIGN}}`)).status, 400);
  const events = await service.database.read.selectFrom('events').select('type').execute();
  assert.deepEqual(events, [{ type: 'pet.created' }]);
});
