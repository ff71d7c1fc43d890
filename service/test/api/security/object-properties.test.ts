import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, at, membersOf } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { digestOfApiKey } from '../../../src/accounts/api-key.ts';
import { applicationOf } from '../applications/application-fixture.ts';
import { storeImport } from '../imports/import-fixture.ts';
import { PHOTO_ID, storePhoto } from '../photos/photo-fixture.ts';
import type { Keys } from '../request-variants.ts';
import { REQUESTS } from '../sample-requests.ts';
import { OPERATIONS, type Operation, resolved } from './published-operations.ts';

/** A body sets documented members only, and a response has documented members only. */

/** Members that no client may set, under their public, internal and common names. */
const FOREIGN = [
  '"id":99',
  '"ownerId":2,"owner_id":2,"owner":2',
  '"accountId":2,"account_id":2,"account":{"id":2,"role":"manager"}',
  '"role":"manager","plan":"enterprise","perMinute":1000000,"isAdmin":true',
  '"placedAt":"2000-01-01T00:00:00.000Z","expiresAt":"2100-01-01T00:00:00.000Z","expires_at":0,"updatedAt":0',
  '"__proto__":{"id":99,"ownerId":2,"role":"manager","expiresAt":0}',
  '"constructor":{"prototype":{"ownerId":2,"role":"manager"}}',
].join(',');
const FOREIGN_QUERY = '?id=99&ownerId=2&owner_id=2&accountId=2&role=manager&__proto__[role]=manager';

/** An application as JSON, without its brackets. */
const KIM = JSON.stringify(applicationOf(1)).slice(1, -1);

/**
 * One request for each operation with a body. Pets 1 and 2 belong to the account; order 1 holds pet 2. Operations of 1.0.0 ignore
 * members that they do not have.
 */
const WRITES: Record<string, { path: string; body: string; ignoresMembers?: true; role?: 'admin' }> = {
  createPet: { path: '/v1/pets', body: '"name":"Bella","categoryId":1', ignoresMembers: true },
  changePet: { path: '/v1/pets/1', body: '"name":"Bella"', ignoresMembers: true },
  changeProfile: { path: '/v1/pets/1/profile', body: '"breed":"Beagle"' },
  mergePet: { path: '/v1/pets/2/merge', body: '"into":1' },
  changePhoto: { path: `/v1/pets/1/photos/${PHOTO_ID}`, body: '"alt":"asleep"' },
  editPhoto: { path: `/v1/pets/1/photos/${PHOTO_ID}/edits`, body: '"rotate":90' },
  addMovement: { path: '/v1/pets/1/movements', body: '"type":"foster","date":"2026-11-02"' },
  changeMovement: { path: '/v1/pets/1/movements/1', body: '"note":"Found at the river."' },
  nameCategory: { path: '/v1/categories/1', body: '"name":"Dog"', role: 'admin' },
  changeSettings: {
    path: '/v1/settings',
    body: '"publicPages":false',
    role: 'admin',
  },
  changeImport: { path: '/v1/imports/2', body: '"dryRun":true', role: 'admin' },
  sendApplication: { path: '/v1/applications', body: KIM },
  changeApplication: { path: '/v1/applications/1', body: '"state":"in_review"' },
  sendApplicationMessage: { path: '/v1/applications/1/messages', body: '"text":"When could you come?"' },
  addApplicationNote: { path: '/v1/applications/1/notes', body: '"text":"Called twice."' },
  changeApplicationQuestions: {
    path: '/v1/application-questions',
    body: '"questions":[]',
    role: 'admin',
  },
  changePublishingSite: { path: '/v1/publishing/petfinder', body: '"username":"XX123"', role: 'admin' },
  changePublishingWords: { path: '/v1/publishing/petfinder/words', body: '"words":[]', role: 'admin' },
  startPublishingRun: { path: '/v1/publishing/petfinder/runs', body: '"confirm":false', role: 'admin' },
  createWebhook: { path: '/v1/webhooks', body: '"url":"https://receiver.example/"' },
  changeWebhook: { path: '/v1/webhooks/1', body: '"batches":false' },
  rotateWebhookSecret: { path: '/v1/webhooks/1/rotation', body: '"overlapSeconds":60' },
  addPartner: { path: '/v1/partners', body: '"url":"https://hillside.example"', role: 'admin' },
  changePartner: { path: '/v1/partners/1', body: '"isOn":false', role: 'admin' },
  changeApplicationSettings: {
    path: '/v1/application-settings',
    body: '"isOpen":true,"takesGeneral":true,"promiseDays":7,"showAnswerTime":false',
    role: 'admin',
  },
  placeOrder: { path: '/v1/store/orders', body: '"petId":1,"reference":"a"', ignoresMembers: true },
  changeOrder: { path: '/v1/store/orders/1', body: '"status":"approved"', ignoresMembers: true },
};

for (const [id, { path, body, ignoresMembers = false, role }] of Object.entries(WRITES)) {
  test(`${id}: ${ignoresMembers ? 'ignores' : 'refuses'} members that the client may not set`, async (t) => {
    const method = OPERATIONS.find((operation) => operation.id === id)?.method ?? 'none';
    const outcome = async (target: string, sent: string) => {
      const service = await startService(t);
      const [{ key }] = [await service.account({ role }), await service.account()];
      await storePhoto(service, await addPet(service, key));
      await placeOrder(service, key, await addPet(service, key));
      await storeImport(service);
      const found = { type: 'intake', reason: 'stray', date: '2026-11-01' };
      await service.send('/v1/pets/1/movements', { method: 'POST', key, body: found });
      await service.send('/v1/applications', { method: 'POST', key, body: applicationOf(1) });
      const site = { isOn: true, username: 'XX123', password: 'pa55word' };
      await service.send('/v1/publishing/petfinder', { method: 'PATCH', key, body: site });
      for (const list of ['webhooks', 'partners'])
        await service.send(`/v1/${list}`, {
          method: 'POST',
          key,
          body: { url: 'https://receiver.example/' },
        });
      const { status, text } = await service.send(target, { method, key, body: sent });
      const { read } = service.database;
      return {
        status,
        text,
        accounts: await read.selectFrom('accounts').select(['id', 'plan', 'role', 'per_minute']).execute(),
        pets: await read.selectFrom('pets').selectAll().orderBy('id').execute(),
        profiles: await read.selectFrom('profiles').selectAll().orderBy('pet_id').execute(),
        categories: await read.selectFrom('categories').selectAll().execute(),
        movements: await read.selectFrom('movements').selectAll().orderBy('id').execute(),
        photos: await read.selectFrom('photos').selectAll().execute(),
        applications: await read
          .selectFrom('applications')
          .select(['id', 'account_id', 'state', 'name'])
          .orderBy('id')
          .execute(),
        orders: await read.selectFrom('orders').selectAll().orderBy('id').execute(),
        events: await read
          .selectFrom('events')
          .select(['type', 'at', 'account_id', 'placed_by', 'owner_id', 'body', 'pet_id'])
          .orderBy('type')
          .orderBy('pet_id')
          .execute(),
      };
    };
    const plain = await outcome(path, `{${body}}`);
    assert.ok(plain.status < 300, plain.text);
    assert.equal((await outcome(`${path}${FOREIGN_QUERY}`, `{${body}}`)).status, 400);
    for (const sent of [`{${FOREIGN},${body}}`, `{${body},${FOREIGN}}`]) {
      const result = await outcome(path, sent);
      if (ignoresMembers) assert.deepEqual(result, plain);
      else assert.deepEqual([result.status, result.text.includes('are not fields of')], [400, true]);
    }
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

test('has a case for every operation with a body that is not for admins only', () => {
  // An admin may set what no other client may.
  const needed = OPERATIONS.filter(
    ({ id, hasBody, isAdministration }) => hasBody && !isAdministration && id !== 'applyBatch',
  );
  assert.deepEqual(
    needed.map(({ id }) => id).filter((id) => !(id in WRITES)),
    [],
  );
});

/** Returns the schema, or the member of its `oneOf` that the discriminator selects. */
function variantOf(schema: unknown, value: unknown): unknown {
  const name = at(schema, 'discriminator', 'propertyName');
  if (typeof name !== 'string') return schema;
  return resolved({ $ref: at(schema, 'discriminator', 'mapping', String(at(value, name))) });
}

/** Returns the places where a value has a member that its schema does not have. */
function undocumented(schema: unknown, value: unknown, place: string): string[] {
  const actual = variantOf(resolved(schema), value);
  if (Array.isArray(value))
    return value.flatMap((item) => undocumented(at(actual, 'items'), item, `${place}[]`));
  if (typeof value !== 'object' || value === null) return [];
  const properties = at(actual, 'properties');
  // An object without properties in the document may have any.
  if (properties === undefined && at(actual, 'type') === 'object') return [];
  const documented = membersOf(properties ?? {});
  return Object.entries(value).flatMap(([name, member]) =>
    name in documented ? undocumented(documented[name], member, `${place}.${name}`) : [`${place}.${name}`],
  );
}

/** Returns the names of accounts, which only admins may see; those of test accounts are random. */
async function accountNames(service: TestService): Promise<string[]> {
  const accounts = await service.database.read.selectFrom('accounts').select('name').execute();
  return accounts.map(({ name }) => name);
}

/** Returns texts that no response may contain. */
function secretsOf(keys: Keys): string[] {
  const parts = Object.values(keys).flatMap((key) => [key.slice(18, 40), key.slice(40, 57)]);
  return [...parts, ...Object.values(keys).map(digestOfApiKey)];
}

function checkResponse(
  { id, responses, isAdministration }: Operation,
  response: ApiResponse,
  secretTexts: readonly string[],
): void {
  assert.deepEqual(
    undocumented(responses.get(response.status), response.json, `${id} ${response.status}`),
    [],
  );
  const content = response.text + JSON.stringify([...response.headers]);
  for (const text of secretTexts) assert.ok(!content.includes(text), `${text} in ${content}`);
  const hidden = isAdministration ? /digest/i : /owner_?id|account_?id|api_?key_?id|digest|placed_?by/i;
  assert.doesNotMatch(response.text, hidden);
}

for (const operation of OPERATIONS) {
  test(`${operation.id}: returns only documented members, and nothing of keys or of other accounts`, async (t) => {
    const service = await startService(t);
    const [valid, exhausted] = [await service.account(), await service.account({ perMinute: 1 })];
    const reader = await service.account({ role: 'reader' });
    const [manager, admin] = [
      await service.account({ role: 'manager' }),
      await service.account({ role: 'admin' }),
    ];
    const keys = {
      valid: valid.key,
      manager: manager.key,
      admin: admin.key,
      reader: reader.key,
      exhausted: exhausted.key,
    };
    for (const pet of [1, 2, 3, 4]) assert.equal(await addPet(service, valid.key), pet);
    await placeOrder(service, valid.key, 2);
    const names = operation.isAdministration ? [] : await accountNames(service);
    const secretTexts = [...secretsOf(keys), ...names];
    const requests = REQUESTS[operation.id]?.(keys) ?? [];
    assert.ok(requests.length > 0, 'sample-requests.ts has its requests');
    for (const request of requests) {
      checkResponse(operation, await exchange(service.url, rawRequest(request), request.method), secretTexts);
    }
  });
}
