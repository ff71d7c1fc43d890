import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { assertError, at, membersOf } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService, type TestService } from '@petstore/testing/service.ts';
import { MINUTE } from '../../../src/platform/core/clock.ts';

/** The stability of each operation, and what remains after the deprecated one is removed. */

const service = await startSharedService();

const REMOVED_AT = Date.UTC(2030, 11, 5);

/** The operations of docs/api-design.md#stability-and-versions; all others are experimental. */
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

test('the OpenAPI document has the stability of every operation, and a badge for beta', async () => {
  const found = await operations(service);
  const names = found.map(([name]) => name);
  assert.deepEqual(
    Object.keys(STABILITY).filter((name) => !names.includes(name)),
    [],
  );
  for (const [name, operation] of found) {
    const stability = STABILITY[name] ?? 'experimental';
    assert.equal(at(operation, 'x-stability'), stability, name);
    // Scalar, which renders the page, does not know beta.
    const isBeta = stability === 'beta';
    assert.equal(at(operation, 'x-scalar-stability'), isBeta ? undefined : stability, name);
    assert.equal(at(operation, 'x-badges', '0', 'name'), isBeta ? 'Beta' : undefined, name);
    assert.equal(at(operation, 'deprecated') === true, stability === 'deprecated', name);
  }
});

test('X-API-Stability equals the document in every response of every operation, and exactly the deprecated ones have a Sunset', async () => {
  const { key } = await service.account({ role: 'manager' });
  await placeOrder(service, key, await addPet(service, key));
  for (const [name, operation] of await operations(service)) {
    const [method = '', template = ''] = name.split(' ');
    const path = `/v1${template.replace(/\{\w+\}/, '1')}`;
    const body = ['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined;
    const responses = [
      await service.send(path, { method, key, body }),
      await service.send(path, { method, body }),
    ];
    for (const { headers, status } of responses.filter((one) => one.status !== 405)) {
      assert.equal(headers.get('x-api-stability'), at(operation, 'x-stability'), `${name} ${status}`);
    }
    assert.equal(responses[1]?.status, 401);
    const [{ headers } = { headers: new Headers() }] = responses;
    const isDeprecated = STABILITY[name] === 'deprecated';
    assert.equal(headers.has('deprecation'), isDeprecated, name);
    assert.equal(Date.parse(headers.get('sunset') ?? '') > service.clock.now(), isDeprecated, name);
  }
});

test('responses that belong to no operation have no X-API-Stability', async () => {
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
    const options = await service.send('/v1/pets/1', { method: 'OPTIONS', key });
    assert.equal(options.headers.get('allow'), response.headers.get('allow'));
    return response.headers.get('allow')?.split(', ').sort();
  };
  assert.deepEqual(await allowed(), ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH']);
  clock.advance(MINUTE);
  assert.deepEqual(await allowed(), ['DELETE', 'OPTIONS', 'PATCH']);
});
