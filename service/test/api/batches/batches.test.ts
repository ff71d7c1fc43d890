// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';
import { LONG_PROFILE, newPets, resultsOf, sendBatch } from './batch-fixture.ts';

/** docs/adr/0068-batches.md */

const NO_PET = 9_007_199_254_740_993n;

test('applies items in their order, each with its own result, and goes on after one that fails', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const first = await addPet(service, key);
  const batch = `{"items":[
    {"operation":"createPet","pet":{"name":"Eve","categoryId":${NO_PET}},"profile":{"breed":"Beagle","sex":null}},
    {"operation":"changePet","petId":${first},"pet":{"status":"sold"}},
    {"operation":"changePet","petId":${first},"pet":{"status":"pending"}},
    {"operation":"changeProfile","petId":${first}.0,"profile":{"color":"brown"}},
    {"operation":"removePet","petId":${NO_PET}},
    {"operation":"removePet","petId":${first}},
    {"operation":"changePet","petId":${first},"pet":{"name":"Rex"}}
  ]}`;
  const response = await service.send('/v1/batches', { method: 'POST', key, body: batch });
  const results = resultsOf(response);
  const created = Number(at(results[0], 'pet', 'id'));
  const read = await service.send(`/v1/pets/${created}`, { key });
  assert.equal(read.text, `{"id":${created},"name":"Eve","categoryId":${NO_PET}}`);
  assert.ok(response.text.includes(`"pet":${read.text}`), 'with all digits');
  assert.deepEqual(
    results.map(({ status, error }) => error ?? status),
    [
      201,
      200,
      {
        code: 'invalid_transition',
        message: `Pet ${first} is sold and cannot change to pending; allowed: available, null.`,
        status: 409,
      },
      200,
      { code: 'pet_not_found', message: `There is no pet with the id ${NO_PET}.`, status: 404 },
      204,
      { code: 'pet_not_found', message: `There is no pet with the id ${first}.`, status: 404 },
    ],
  );
  assert.equal(results[0]?.etag, read.headers.get('etag'));
  assert.deepEqual(
    results.map((result) => Object.keys(result)),
    [
      ['status', 'etag', 'pet'],
      ['status', 'etag', 'pet'],
      ['status', 'error'],
      ['status', 'etag'],
      ['status', 'error'],
      ['status'],
      ['status', 'error'],
    ],
  );
  const listing = await service.send(`/v1/listings/${created}`, { key });
  assert.deepEqual(at(listing.json, 'profile'), { breed: 'Beagle' });
  const events = await readAll(service, key, '/v1/events?limit=100');
  assert.deepEqual(
    events.map(({ type }) => type),
    ['pet.created', 'pet.created', 'listing.updated', 'pet.updated', 'listing.updated', 'pet.deleted'],
  );
});

test('an item that is invalid, or of another account, gets the error of the single operation and changes nothing', async (t) => {
  const service = await startService(t);
  const [{ key }, other] = [await service.account(), await service.account()];
  const [foreign, held] = [await addPet(service, other.key), await addPet(service, key)];
  await placeOrder(service, key, held);
  const before = await readAll(service, key, '/v1/events?limit=100');
  const valid = { name: 'Eve', categoryId: 1 };
  const cases: [item: unknown, status: number, message: RegExp][] = [
    [[], 400, /^The item must be a JSON object.$/],
    [{}, 400, /^operation is required.$/],
    [{ operation: 'addPhoto' }, 400, /^operation must be one of createPet, .*; got "addPhoto".$/],
    [{ operation: 'createPet' }, 400, /^pet is required.$/],
    [{ operation: 'createPet', pet: 'Eve' }, 400, /^pet must be an object; got "Eve".$/],
    [{ operation: 'createPet', pet: { name: '' } }, 400, /^categoryId is required. name must/],
    [
      { operation: 'createPet', pet: valid, colour: 'red', petID: 1 },
      400,
      /^"colour", "petID" are not fields of this operation. Its fields are operation, pet, profile.$/,
    ],
    [{ operation: 'createPet', petId: 1, pet: valid }, 400, /^"petId" is not a field of this operation/],
    [{ operation: 'createPet', pet: { ...valid, age: 2 } }, 400, /^"age" is not a field of this operation/],
    [
      { operation: 'createPet', pet: valid, profile: { birthDate: '2999-01-01' } },
      400,
      /^birthDate must not be in the future/,
    ],
    [
      { operation: 'createPet', pet: valid, profile: null },
      400,
      /^profile must be an object; got null. Leave it out if it has no value.$/,
    ],
    [
      { operation: 'removePet', petId: null, ifMatch: null },
      400,
      /^petId must .*; got null. ifMatch must be a string; got null. Leave it out if it has no value.$/,
    ],
    [
      { operation: 'changeProfile', petId: held, profile: {} },
      400,
      /^Send at least one field of a profile.$/,
    ],
    [{ operation: 'changePet', pet: valid }, 400, /^petId is required.$/],
    [{ operation: 'changePet', petId: 'x', pet: valid }, 400, /^petId must be an integer between/],
    [{ operation: 'changePet', petId: held, pet: {} }, 400, /^Send at least one of name, categoryId/],
    [{ operation: 'changePet', petId: foreign, pet: valid }, 403, /^Only the account that added pet/],
    [{ operation: 'changeProfile', petId: foreign, profile: { breed: 'a' } }, 403, /^Only the account/],
    [{ operation: 'removePet', petId: foreign }, 403, /^Only the account/],
    [{ operation: 'removePet', petId: held }, 409, /^Pet \d+ is held by order \d+ and cannot be removed/],
    [{ operation: 'removePet', petId: held, ifMatch: '"old"' }, 412, /^If-Match does not name/],
    [{ operation: 'removePet', petId: held, ifMatch: 'old' }, 400, /^ifMatch must be \* or a list/],
    [
      { operation: 'createPet', pet: { ...valid, name: 'x'.repeat(65_536) } },
      413,
      /^The item must be at most 65536 bytes.$/,
    ],
  ];
  const body = { items: cases.map(([item]) => item) };
  const results = resultsOf(await service.send('/v1/batches', { method: 'POST', key, body }));
  for (const [index, [item, status, message]] of cases.entries()) {
    const { error } = results[index] ?? {};
    assert.equal(at(error, 'status'), status, JSON.stringify(item));
    assert.match(String(at(error, 'message')), message);
    assert.deepEqual(results[index], { status, error });
  }
  assert.deepEqual(await readAll(service, key, '/v1/events?limit=100'), before);
});

test('createPet with an empty profile adds an animal without one', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const [created] = resultsOf(await sendBatch(service, key, newPets(1, {})));
  assert.equal(created?.status, 201);
  const types = (await readAll(service, key, '/v1/events?limit=100')).map(({ type }) => type);
  assert.deepEqual(types, ['pet.created']);
});

test('a body that is no list of 1 to 1,000 items is 400, names what is wrong, and applies nothing', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const item = JSON.stringify(newPets(1)[0]);
  const malformed = [
    '{',
    `{"items":[${item}`,
    `{"items":[${item},]}`,
    `{"items":[${item} ${item}]}`,
    `{"items":[${item}]}]`,
    `{"items":[${item},{"pet":{"name":}}]}`,
    `{"items":[${item},${'['.repeat(40)}${']'.repeat(40)}]}`,
  ];
  for (const body of malformed) {
    const response = await service.send('/v1/batches', { method: 'POST', key, body });
    assertError(response, 400, 'malformed_json');
  }
  const lists: [body: string, fields: string | null, message: RegExp][] = [
    ['[]', null, /^The body must be a JSON object with one member, items/],
    ['{}', 'items', /^items is required.$/],
    ['{"items":[]}', 'items', /^items must be an array of 1 to 1,000 objects, given once.$/],
    ['{"items":"x"}', 'items', /^items must be an array of 1 to 1,000 objects/],
    [`{"items":[${item}],"items":[]}`, 'items', /given once.$/],
    [`{"items":[${item},5]}`, 'items.1', /^items.1 must be an object; got 5.$/],
    [`{"items":[null,${item}]}`, 'items.0', /^items.0 must be an object; got null.$/],
    [`{"items":[${item}],"dryRun":true}`, 'dryRun', /^"dryRun" is not a field/],
    [`{"dryRun":true,"items":[${item}]}`, 'dryRun', /^"dryRun" is not a field/],
    [`{"items":[${Array(1_001).fill(item)}]}`, 'items', /^items must have at most 1,000 items/],
    [
      `{"items":[${item},"${'x'.repeat(65_536)}"]}`,
      'items',
      /^The body must be a JSON object with one member/,
    ],
  ];
  for (const [body, fields, message] of lists) {
    const response = await service.send('/v1/batches', { method: 'POST', key, body });
    assertError(response, 400, 'invalid_body');
    assert.equal(response.headers.get('invalid-fields'), fields, response.text);
    assert.match(String(at(response.json, 'message')), message);
  }
  assert.deepEqual(await readAll(service, key, '/v1/pets'), []);
  const largest = Array.from({ length: 1_000 }, () => ({ operation: 'removePet', petId: 1 }));
  assert.equal(resultsOf(await sendBatch(service, key, largest)).length, 1_000);
  const spaced = ` {\n"items" :\t[ ${item} , ${item}\r\n] } `;
  assert.equal(resultsOf(await service.send('/v1/batches', { method: 'POST', key, body: spaced })).length, 2);
});

test('a reader and a key for web pages are 403, and a manager changes animals of others', async (t) => {
  const service = await startService(t);
  const owner = await service.account();
  const petId = await addPet(service, owner.key);
  const items = [{ operation: 'changePet', petId, pet: { name: 'Rex' } }];
  const reader = await service.account({ role: 'reader' });
  assertError(await sendBatch(service, reader.key, items), 403, 'insufficient_role');
  const ofPage = await service.account({ allowedOrigins: ['https://shelter.example'] });
  const origin = { origin: 'https://shelter.example' };
  assertError(await sendBatch(service, ofPage.key, items, origin), 403, 'operation_not_allowed');
  const manager = await service.account({ role: 'manager' });
  assert.equal(at(resultsOf(await sendBatch(service, manager.key, items))[0], 'pet', 'name'), 'Rex');
});

test('ifMatch changes only the version that was read, also of one that the same batch has changed', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const petId = await addPet(service, key);
  const ifMatch = (await service.send(`/v1/pets/${petId}`, { key })).headers.get('etag');
  const change = (name: string) => ({ operation: 'changePet', petId, pet: { name }, ifMatch });
  const results = resultsOf(await sendBatch(service, key, [change('Rex'), change('Max')]));
  assert.deepEqual(
    results.map(({ status }) => status),
    [200, 412],
  );
  const next = { ...change('Max'), ifMatch: results[0]?.etag };
  const profile = { operation: 'changeProfile', petId, profile: { sex: 'male' }, ifMatch: '*' };
  const [again, described] = resultsOf(await sendBatch(service, key, [next, profile]));
  assert.deepEqual([again?.status, described?.status], [200, 200]);
  const last = { operation: 'changeProfile', petId, profile: { sex: null }, ifMatch: described?.etag };
  assert.equal(resultsOf(await sendBatch(service, key, [last]))[0]?.status, 200);
});

test('other requests are handled while a large batch is applied', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const other = await service.account();
  let isDone = false;
  const batch = sendBatch(service, key, newPets(1_000)).finally(() => {
    isDone = true;
  });
  const counts: number[] = [];
  while (!isDone) {
    const { json } = await service.send('/v1/pets?limit=1', { key: other.key });
    counts.push(Number(at(json, '0', 'id') ?? 0));
    await addPet(service, other.key, { categoryId: 2 });
  }
  assert.equal(resultsOf(await batch).length, 1_000);
  const partial = counts.filter((count) => count > 100 && count < 900);
  assert.ok(partial.length > 0, `no request was handled between two transactions: ${counts}`);
});

test('a key that is revoked while its batch is applied ends it with 401', async (t) => {
  const service = await startService(t);
  const { key, keyId } = await service.account();
  const admin = await service.account({ role: 'admin' });
  const count = async () => {
    const pets = await service.send('/v1/pets?limit=1', { key: admin.key });
    return Number(at(pets.json, '0', 'id') ?? 0);
  };
  const batch = sendBatch(service, key, newPets(1_000, LONG_PROFILE));
  await until(async () => (await count()) > 0);
  assert.equal((await service.send(`/v1/keys/${keyId}`, { method: 'DELETE', key: admin.key })).status, 204);
  // So that the service reads the key again.
  service.clock.advance(SECOND);
  assertError(await batch, 401, 'invalid_api_key');
  assert.ok((await count()) < 1_000);
});

test('a manager who becomes a member while a batch is applied changes no further animals of others', async (t) => {
  const service = await startService(t);
  const [owner, admin, manager] = [
    await service.account(),
    await service.account({ role: 'admin' }),
    await service.account({ role: 'manager' }),
  ];
  const added = resultsOf(await sendBatch(service, owner.key, newPets(500)));
  const ids = added.map(({ pet }) => Number(at(pet, 'id')));
  const items = ids.map((petId) => ({ operation: 'changeProfile', petId, profile: LONG_PROFILE }));
  const batch = sendBatch(service, manager.key, items);
  const profiles = service.database.read.selectFrom('profiles').select('pet_id').limit(1);
  await until(async () => (await profiles.execute()).length > 0);
  const path = `/v1/accounts/${manager.id}`;
  const lowered = await service.send(path, { method: 'PATCH', key: admin.key, body: { role: 'member' } });
  assert.equal(lowered.status, 200, lowered.text);
  // So that the service reads the key again.
  service.clock.advance(SECOND);
  const results = resultsOf(await batch);
  assert.equal(at(results.at(-1), 'error', 'code'), 'not_owner');
  const first = results.findIndex(({ status }) => status !== 200);
  assert.ok(first > 0 && first < 500, `the first refusal is item ${first}`);
  assert.ok(results.slice(first).every(({ status }) => status === 403));
});
