import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startSharedService } from '@petstore/testing/service.ts';

/** The version is part of the path prefix. `get-pet.test.ts` tests the removal of an operation. */

const service = await startSharedService();

test('serves operations under /v1 and under no other prefix (404)', async () => {
  const { key } = await service.account();
  assert.equal((await service.send('/v1/pets', { key })).status, 200);
  for (const path of [
    '/pets',
    '/v2/pets',
    '/V1/pets',
    '/v1.0/pets',
    '/v10/pets',
    '/api/v1/pets',
    '//v1/pets',
  ]) {
    assertError(await exchange(service.url, rawRequest({ path, key })), 404, 'route_not_found');
  }
});

test('every path under /v1 needs a key (401), however the prefix is written; other paths are 404', async () => {
  for (const path of [
    '/v1',
    '/v1/',
    '/v1?x',
    '/v1/nothing',
    '/v1/pets/',
    '/v1//pets',
    '/v1/../pets',
    '/%761/x',
    '/v%31/pets',
  ]) {
    assertError(await exchange(service.url, rawRequest({ path })), 401, 'missing_api_key');
  }
  for (const path of ['/v1x', '/v2/pets', '/nothing', '/v1%2fpets']) {
    assertError(await exchange(service.url, rawRequest({ path })), 404, 'route_not_found');
  }
});

test('an unknown path under /v1 is 404 with a key and refers to /docs', async () => {
  const { key } = await service.account();
  for (const path of [
    '/v1',
    '/v1/',
    '/v1/Pets',
    '/v1/pet',
    '/v1/pets/1/2',
    '/v1/store',
    '/v1/%zz',
    '/v1/*',
  ]) {
    const response = await exchange(service.url, rawRequest({ path, key }));
    assertError(response, 404, 'route_not_found');
    assert.match(response.text, /\/docs/);
  }
});
