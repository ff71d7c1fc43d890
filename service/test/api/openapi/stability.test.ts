import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { assertError, at, membersOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { MINUTE } from '../../../src/core/clock.ts';

/** The stability of each operation, and what remains after the deprecated one is removed. */

const REMOVED_AT = Date.UTC(2030, 11, 5);

/** The operations of docs/api-design.md#stability-and-versions. */
const STABILITY: Record<string, string> = {
  'GET /pets': 'stable',
  'POST /pets': 'stable',
  'GET /pets/{petId}': 'deprecated',
  'PATCH /pets/{petId}': 'beta',
  'DELETE /pets/{petId}': 'beta',
  'GET /store/orders': 'beta',
  'POST /store/orders': 'beta',
  'GET /store/orders/{orderId}': 'beta',
  'PATCH /store/orders/{orderId}': 'beta',
  'GET /usage': 'beta',
  'GET /categories': 'experimental',
  'PUT /categories/{categoryId}': 'experimental',
  'GET /events': 'experimental',
  'GET /partners': 'experimental',
  'POST /partners': 'experimental',
  'GET /partners/{partnerId}': 'experimental',
  'PATCH /partners/{partnerId}': 'experimental',
  'DELETE /partners/{partnerId}': 'experimental',
  'GET /webhooks': 'experimental',
  'POST /webhooks': 'experimental',
  'GET /webhooks/{webhookId}': 'experimental',
  'PATCH /webhooks/{webhookId}': 'experimental',
  'DELETE /webhooks/{webhookId}': 'experimental',
  'POST /webhooks/{webhookId}/rotation': 'experimental',
  'POST /webhooks/{webhookId}/test': 'experimental',
  'GET /webhooks/{webhookId}/deliveries': 'experimental',
  'POST /webhooks/{webhookId}/deliveries/{deliveryId}/retry': 'experimental',
  'GET /accounts': 'experimental',
  'POST /accounts': 'experimental',
  'GET /accounts/{accountId}': 'experimental',
  'PATCH /accounts/{accountId}': 'experimental',
  'PATCH /imports/{importId}': 'experimental',
  'DELETE /imports/{importId}': 'experimental',
  'GET /accounts/{accountId}/keys': 'experimental',
  'POST /accounts/{accountId}/keys': 'experimental',
  'GET /keys': 'experimental',
  'PATCH /keys/{keyId}': 'experimental',
  'DELETE /keys/{keyId}': 'experimental',
  'POST /keys/{keyId}/rotation': 'experimental',
  'DELETE /keys/{keyId}/ban': 'experimental',
  'GET /audit': 'experimental',
  'GET /summary': 'experimental',
  'GET /settings': 'experimental',
  'PUT /settings': 'experimental',
  'GET /settings/email': 'experimental',
  'PUT /settings/email': 'experimental',
  'DELETE /settings/email': 'experimental',
  'GET /settings/email-texts': 'experimental',
  'PUT /settings/email-texts': 'experimental',
  'POST /settings/email-texts/preview': 'experimental',
  'POST /settings/test-email': 'experimental',
  'GET /people': 'experimental',
  'POST /people': 'experimental',
  'GET /people/{personId}': 'experimental',
  'PATCH /people/{personId}': 'experimental',
  'DELETE /people/{personId}': 'experimental',
  'POST /people/{personId}/invitations': 'experimental',
  'GET /people/{personId}/devices': 'experimental',
  'GET /people/{personId}/passkeys': 'experimental',
  'DELETE /people/{personId}/passkeys/{passkeyId}': 'experimental',
  'DELETE /people/{personId}/devices': 'experimental',
  'DELETE /people/{personId}/devices/{deviceId}': 'experimental',
  'GET /listings': 'experimental',
  'GET /listings/{petId}': 'experimental',
  'GET /microchips': 'experimental',
  'PATCH /pets/{petId}/profile': 'experimental',
  'POST /batches': 'experimental',
  'GET /bin': 'experimental',
  'DELETE /bin/{petId}': 'experimental',
  'POST /pets/{petId}/restore': 'experimental',
  'POST /pets/{petId}/merge': 'experimental',
  'GET /pets/{petId}/movements': 'experimental',
  'POST /pets/{petId}/movements': 'experimental',
  'PATCH /pets/{petId}/movements/{movementId}': 'experimental',
  'DELETE /pets/{petId}/movements/{movementId}': 'experimental',
  'POST /pets/{petId}/photos': 'experimental',
  'PATCH /pets/{petId}/photos/{photoId}': 'experimental',
  'POST /pets/{petId}/photos/{photoId}/edits': 'experimental',
  'DELETE /pets/{petId}/photos/{photoId}': 'experimental',
  'GET /exports/pets.csv': 'experimental',
  'GET /reports/stays': 'experimental',
  'GET /reports/stays.csv': 'experimental',
  'GET /reports/applications': 'experimental',
  'GET /reports/applications.csv': 'experimental',
  'GET /reports/animals-count': 'experimental',
  'GET /reports/animals-count.csv': 'experimental',
  'POST /imports': 'experimental',
  'GET /imports': 'experimental',
  'GET /imports/{importId}': 'experimental',
  'GET /imports/{importId}/bad-rows.csv': 'experimental',
  'GET /permissions': 'experimental',
  'POST /applications': 'experimental',
  'GET /applications': 'experimental',
  'GET /applications/{applicationId}': 'experimental',
  'PATCH /applications/{applicationId}': 'experimental',
  'DELETE /applications/{applicationId}': 'experimental',
  'POST /applications/{applicationId}/messages': 'experimental',
  'POST /applications/{applicationId}/notes': 'experimental',
  'GET /application-questions': 'experimental',
  'PUT /application-questions': 'experimental',
  'GET /application-settings': 'experimental',
  'PUT /application-settings': 'experimental',
  'GET /publishing': 'experimental',
  'GET /publishing/{siteId}': 'experimental',
  'PATCH /publishing/{siteId}': 'experimental',
  'GET /publishing/{siteId}/animals': 'experimental',
  'GET /publishing/{siteId}/files/{file}': 'experimental',
  'GET /publishing/{siteId}/words': 'experimental',
  'PUT /publishing/{siteId}/words': 'experimental',
  'GET /publishing/{siteId}/runs': 'experimental',
  'POST /publishing/{siteId}/runs': 'experimental',
};

async function operations(service: TestService): Promise<[string, unknown][]> {
  const { json } = await service.send('/openapi.json');
  return Object.entries(membersOf(at(json, 'paths'))).flatMap(([path, methods]) =>
    Object.entries(membersOf(methods)).map(([method, operation]): [string, unknown] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
}

test('the OpenAPI document has the stability of every operation, and a badge for beta', async (t) => {
  const service = await startService(t);
  const stabilities = (await operations(service)).map(([name, operation]) => [
    name,
    at(operation, 'x-stability'),
  ]);
  assert.deepEqual(Object.fromEntries(stabilities), STABILITY);
  for (const [name, operation] of await operations(service)) {
    // Scalar, which renders the page, does not know beta.
    const isBeta = STABILITY[name] === 'beta';
    assert.equal(at(operation, 'x-scalar-stability'), isBeta ? undefined : STABILITY[name], name);
    assert.equal(at(operation, 'x-badges', '0', 'name'), isBeta ? 'Beta' : undefined, name);
    assert.equal(at(operation, 'deprecated') === true, STABILITY[name] === 'deprecated', name);
  }
});

test('X-API-Stability equals the document in every response of every operation, errors included', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ role: 'manager' });
  const reader = (await service.account({ role: 'reader' })).key;
  await placeOrder(service, key, await addPet(service, key));
  for (const [name, operation] of await operations(service)) {
    const [method = '', template = ''] = name.split(' ');
    const path = `/v1${template.replace(/\{\w+\}/, '1')}`;
    const body = ['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined;
    const responses = [
      await service.send(path, { method, key, body }),
      await service.send(path, { method, body }),
      await service.send(path, { method, key: reader, body }),
      await service.send(path.replace(/1$/, 'x'), { method, key, body }),
    ];
    for (const { headers, status } of responses.filter((one) => one.status !== 405)) {
      assert.equal(headers.get('x-api-stability'), at(operation, 'x-stability'), `${name} ${status}`);
    }
    assert.equal(responses[1]?.status, 401);
  }
});

test('responses that belong to no operation have no X-API-Stability', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const path of ['/v1/nothing', '/healthz', '/openapi.json']) {
    assert.equal((await service.send(path, { key })).headers.get('x-api-stability'), null);
  }
});

test('after GET /pets/{petId} is removed, PATCH and DELETE on its path still work', async (t) => {
  const clock = new FakeClock(REMOVED_AT - MINUTE);
  const service = await startService(t, { clock });
  const { key } = await service.account();
  const id = await addPet(service, key);
  assert.equal((await service.send(`/v1/pets/${id}`, { key })).status, 200);
  clock.advance(MINUTE);
  const path = `/v1/pets/${id}`;
  assertError(await service.send(path, { key }), 410, 'operation_removed');
  assert.equal((await service.send(path, { key, method: 'HEAD' })).status, 410);
  const changed = await service.send(path, { method: 'PATCH', key, body: { status: 'sold' } });
  assert.deepEqual([changed.status, at(changed.json, 'status')], [200, 'sold']);
  assert.equal((await service.send(path, { method: 'DELETE', key })).status, 204);
  for (const method of ['PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { name: 'Rex' } : undefined;
    const response = await service.send(path, { method, key, body });
    assertError(response, 404, 'pet_not_found');
    assert.equal(response.headers.get('deprecation'), null);
    assert.equal(response.headers.get('sunset'), null);
  }
  const types = (await readAll(service, key, '/v1/events')).map(({ type }) => type);
  assert.deepEqual(types, ['pet.created', 'pet.updated', 'pet.deleted']);
});

test('Location of a new pet is its listing from the removal of GET /pets/{petId}', async (t) => {
  const clock = new FakeClock(REMOVED_AT - MINUTE);
  const service = await startService(t, { clock });
  const { key } = await service.account();
  const body = { name: 'Frank', categoryId: 1 };
  for (const folder of ['pets', 'listings']) {
    const created = await service.send('/v1/pets', { method: 'POST', key, body });
    const location = created.headers.get('location') ?? '';
    assert.equal(location, `/v1/${folder}/${at(created.json, 'id')}`);
    assert.equal((await service.send(location, { key })).status, 200);
    clock.advance(MINUTE);
  }
});

test('Allow lists GET until its removal, and PATCH and DELETE after it too', async (t) => {
  const clock = new FakeClock(REMOVED_AT - MINUTE);
  const service = await startService(t, { clock });
  const { key } = await service.account();
  const allowed = async () => {
    const response = await service.send('/v1/pets/1', { method: 'PUT', key, body: {} });
    assertError(response, 405, 'method_not_allowed');
    return response.headers.get('allow')?.split(', ').sort();
  };
  assert.deepEqual(await allowed(), ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH']);
  clock.advance(MINUTE);
  assert.deepEqual(await allowed(), ['DELETE', 'OPTIONS', 'PATCH']);
});
