import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, assertQuotaHeaders } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startSharedService } from '@petstore/testing/service.ts';

/** OPTIONS that is not a CORS preflight (RFC 9110, section 9.3.7). */

const service = await startSharedService();

const POST_TYPES = 'application/json';
const PATCH_TYPES = 'application/json, application/merge-patch+json';

test('OPTIONS is 204 with Allow, Accept-Post and Accept-Patch of the path', async () => {
  const { key } = await service.account();
  for (const [path, allow, acceptPost, acceptPatch] of [
    ['/v1/pets', 'GET, HEAD, OPTIONS, POST', POST_TYPES, null],
    ['/v1/pets/77', 'DELETE, GET, HEAD, OPTIONS, PATCH', null, PATCH_TYPES],
    ['/v1/store/orders', 'GET, HEAD, OPTIONS, POST', POST_TYPES, null],
    ['/v1/store/orders/1', 'GET, HEAD, OPTIONS, PATCH', null, PATCH_TYPES],
    ['/v1/events?limit=0', 'GET, HEAD, OPTIONS', null, null],
  ] as const) {
    const response = await service.send(path, { method: 'OPTIONS', key });
    assert.deepEqual([response.status, response.text], [204, ''], path);
    assert.equal(response.headers.get('allow'), allow, path);
    assert.equal(response.headers.get('accept-post'), acceptPost, path);
    assert.equal(response.headers.get('accept-patch'), acceptPatch, path);
    assert.equal(response.headers.get('access-control-allow-methods'), null);
    assertQuotaHeaders(response, service.clock.now());
  }
});

test('OPTIONS needs a key (401) and counts against the quota (429)', async () => {
  const { key } = await service.account({ perMinute: 4 });
  const halfPreflights: Record<string, string>[] = [
    {},
    { origin: 'https://adopt.example' },
    { 'access-control-request-method': 'POST' },
  ];
  for (const [sent, headers] of halfPreflights.entries()) {
    const refused = await service.send('/v1/pets', { method: 'OPTIONS', headers });
    assertError(refused, 401, 'missing_api_key');
    assert.equal(refused.headers.get('allow'), null);
    const response = await service.send('/v1/pets', { method: 'OPTIONS', headers, key });
    assert.equal(response.status, 204);
    assert.equal(response.headers.get('x-ratelimit-remaining'), String(3 - sent));
  }
  assert.equal((await service.send('/v1/pets', { method: 'OPTIONS', key })).status, 204);
  const exhausted = await service.send('/v1/pets', { method: 'OPTIONS', key });
  assertError(exhausted, 429, 'rate_limit_exceeded');
});

test('OPTIONS accepts a key of a reader', async () => {
  const { key } = await service.account({ role: 'reader' });
  assert.equal((await service.send('/v1/pets', { method: 'OPTIONS', key })).status, 204);
});

test('OPTIONS needs no key outside of /v1', async () => {
  for (const path of ['/', '/docs', '/openapi.json', '/healthz', '/readyz']) {
    const response = await service.send(path, { method: 'OPTIONS' });
    assert.equal(response.status, 204, path);
    assert.equal(response.headers.get('allow'), 'GET, HEAD, OPTIONS');
  }
  // The service as a whole (RFC 9110, section 9.3.7).
  const asterisk = await exchange(service.url, rawRequest({ method: 'OPTIONS', path: '*' }));
  assert.equal(asterisk.status, 204);
});
