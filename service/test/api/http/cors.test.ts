import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, assertQuotaHeaders } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';

/** Part 9: a web page of any origin may call the service with a key of its own. */

const PREFLIGHT = {
  origin: 'https://adopt.example',
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
};

function listOf(header: string | null): string[] {
  return (header ?? '').toLowerCase().split(/\s*,\s*/);
}

test('a preflight is answered without a key, for every path, known or not, and may be kept for two hours', async (t) => {
  const service = await startService(t);
  for (const path of ['/v1/pets', '/v1/pets/1', '/v1/pets/%zz', '/v1/nothing', '/v1']) {
    const answer = await service.send(path, { method: 'OPTIONS', headers: PREFLIGHT });
    assert.equal(answer.status, 204, path);
    assert.equal(answer.text, '');
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.equal(answer.headers.get('access-control-max-age'), '7200');
  }
});

test('a preflight allows the methods of the interface and the headers that its requests carry', async (t) => {
  const service = await startService(t);
  const { headers } = await service.send('/v1/pets', { method: 'OPTIONS', headers: PREFLIGHT });
  const methods = listOf(headers.get('access-control-allow-methods'));
  for (const method of ['get', 'head', 'post', 'patch', 'delete'])
    assert.ok(methods.includes(method), method);
  const allowed = listOf(headers.get('access-control-allow-headers'));
  for (const name of ['authorization', 'content-type', 'if-match', 'if-none-match', 'idempotency-key'])
    assert.ok(allowed.includes(name), name);
});

test('a preflight carries the quota of the address but is neither counted nor refused', async (t) => {
  const service = await startService(t);
  const preflight = () => service.send('/v1/pets', { method: 'OPTIONS', headers: PREFLIGHT });
  for (let sent = 0; sent < 5; sent += 1) {
    const answer = await preflight();
    assertQuotaHeaders(answer, service.clock.now());
    assert.equal(answer.headers.get('x-ratelimit-remaining'), '300');
  }
  for (let sent = 0; sent < 301; sent += 1) await service.send('/v1/pets');
  assertError(await service.send('/v1/pets'), 429, 'rate_limit_exceeded');
  const answer = await preflight();
  assert.equal(answer.status, 204);
  assert.equal(answer.headers.get('x-ratelimit-remaining'), '0');
});

test('the headers of a preflight make no other method into one', async (t) => {
  const service = await startService(t);
  for (const method of ['GET', 'POST', 'DELETE']) {
    assertError(await service.send('/v1/pets', { method, headers: PREFLIGHT }), 401, 'missing_api_key');
  }
});

const EXPOSED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'Retry-After',
  'X-Request-Id',
  'X-API-Stability',
  'Link',
  'ETag',
  'Location',
  'Deprecation',
  'Sunset',
  'WWW-Authenticate',
];

test('a page of any origin may read every header of the interface, on errors too', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const headers = { origin: PREFLIGHT.origin };
  const answers = [
    await service.send('/v1/pets', { key, headers }),
    await service.send('/v1/pets', { key, headers, method: 'POST', body: {} }),
    await service.send('/v1/pets/99', { key, headers }),
    await service.send('/v1/nothing', { key, headers }),
    await service.send('/v1/pets', { headers }),
  ];
  for (const answer of answers) {
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    const exposed = listOf(answer.headers.get('access-control-expose-headers'));
    for (const name of EXPOSED) assert.ok(exposed.includes(name.toLowerCase()), name);
  }
});

test('cookies play no part', async (t) => {
  const service = await startService(t);
  const { headers } = await service.send('/v1/pets', { method: 'OPTIONS', headers: PREFLIGHT });
  assert.equal(headers.get('access-control-allow-credentials'), null);
  assert.equal(headers.get('set-cookie'), null);
});
