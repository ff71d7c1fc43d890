import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';

/** A trailing slash changes nothing (docs/adr/0021). */

const service = await startSharedService();

const VARYING = ['x-request-id', 'date', 'x-ratelimit-remaining', 'ratelimit'];

test('a path with a trailing slash has the response of the path without it', async () => {
  const { key } = await service.account();
  const id = await addPet(service, key);
  await addPet(service, key);
  for (const path of [
    '/v1/pets',
    '/v1/pets?limit=1',
    `/v1/pets/${id}`,
    '/v1/pets/x',
    '/v1/store/orders',
    '/v1/events?limit=1',
    '/v1/nothing',
    '/v1',
    '/docs',
    '/openapi.json',
    '/healthz',
    '/readyz',
    '/docs/js/scalar.js',
    '/favicon.svg',
    '/nothing',
  ]) {
    const [plain = '', query] = path.split('?');
    const withSlash = `${plain}/${query === undefined ? '' : `?${query}`}`;
    const [one, other] = [await service.send(path, { key }), await service.send(withSlash, { key })];
    assert.deepEqual([other.status, other.text], [one.status, one.text], path);
    for (const [name, value] of one.headers) {
      if (!VARYING.includes(name)) assert.equal(other.headers.get(name), value, `${path} ${name}`);
    }
  }
});

test('POST, PATCH and DELETE accept a trailing slash', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const body = { name: 'Frank', categoryId: 1 };
  const created = await service.send('/v1/pets/', { method: 'POST', key, body });
  assert.deepEqual([created.status, created.headers.get('location')], [201, '/v1/pets/1']);
  assert.equal((await service.send('/v1/pets/1/', { method: 'PATCH', key, body })).status, 200);
  assert.equal((await service.send('/v1/pets/1/', { method: 'DELETE', key })).status, 204);
});

test('PATCH and DELETE of /v1/pets/ are 405', async () => {
  const { key } = await service.account();
  for (const method of ['PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { name: 'Frank' } : undefined;
    assertError(await service.send('/v1/pets/', { method, key, body }), 405, 'method_not_allowed');
  }
});

test('two trailing slashes are 404', async () => {
  const { key } = await service.account();
  for (const path of ['/v1/pets//', '/docs//', '/healthz//']) {
    assert.equal((await service.send(path, { key })).status, 404, path);
  }
});
