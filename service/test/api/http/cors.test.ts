import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError, assertQuotaHeaders } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';

/** A web page of any origin may call the service with its own key. */

const service = await startSharedService();

const PREFLIGHT = {
  origin: 'https://adopt.example',
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
};

function listOf(header: string | null): string[] {
  return (header ?? '').toLowerCase().split(/\s*,\s*/);
}

test('a preflight is 204 without a key, for every path, and may be cached for two hours', async () => {
  for (const path of ['/v1/pets', '/v1/pets/1', '/v1/pets/%zz', '/v1/nothing', '/v1']) {
    const response = await service.send(path, { method: 'OPTIONS', headers: PREFLIGHT });
    assert.equal(response.status, 204, path);
    assert.equal(response.text, '');
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.equal(response.headers.get('access-control-max-age'), '7200');
  }
});

test('a preflight allows the methods and the request headers of the API, and those that OpenTelemetry adds in a browser', async () => {
  const { headers } = await service.send('/v1/pets', { method: 'OPTIONS', headers: PREFLIGHT });
  const methods = listOf(headers.get('access-control-allow-methods'));
  for (const method of ['get', 'head', 'post', 'put', 'patch', 'delete'])
    assert.ok(methods.includes(method), method);
  const allowed = listOf(headers.get('access-control-allow-headers'));
  const ofApi = ['authorization', 'content-type', 'if-match', 'if-none-match', 'idempotency-key'];
  const ofOpenTelemetry = ['traceparent', 'tracestate', 'baggage'];
  for (const name of [...ofApi, ...ofOpenTelemetry]) assert.ok(allowed.includes(name), name);
});

test('a preflight has the quota headers of the address, and is neither counted nor rejected', async (t) => {
  const service = await startService(t);
  const preflight = () => service.send('/v1/pets', { method: 'OPTIONS', headers: PREFLIGHT });
  for (let sent = 0; sent < 5; sent += 1) {
    const response = await preflight();
    assertQuotaHeaders(response, service.clock.now());
    assert.equal(response.headers.get('x-ratelimit-remaining'), '300');
  }
  for (let sent = 0; sent < 301; sent += 1) await service.send('/v1/pets');
  assertError(await service.send('/v1/pets'), 429, 'rate_limit_exceeded');
  const response = await preflight();
  assert.equal(response.status, 204);
  assert.equal(response.headers.get('x-ratelimit-remaining'), '0');
});

test('preflight headers do not make another method a preflight (401)', async () => {
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

test('exposes every response header to any origin, errors included', async () => {
  const { key } = await service.account();
  const headers = { origin: PREFLIGHT.origin };
  const responses = [
    await service.send('/v1/pets', { key, headers }),
    await service.send('/v1/pets', { key, headers, method: 'POST', body: {} }),
    await service.send('/v1/pets/99', { key, headers }),
    await service.send('/v1/nothing', { key, headers }),
    await service.send('/v1/pets', { headers }),
  ];
  for (const response of responses) {
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    const exposed = listOf(response.headers.get('access-control-expose-headers'));
    for (const name of EXPOSED) assert.ok(exposed.includes(name.toLowerCase()), name);
  }
});

test('every path outside of /v1 that scripts of other origins may read answers a preflight; no other path does', async (t) => {
  const service = await startService(t, {
    env: { PUBLIC_PAGES: 'true', PUBLIC_URL: 'https://pets.example' },
  });
  const { key } = await service.account();
  const petId = await addPet(service, key);
  const asked = {
    ...PREFLIGHT,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'if-none-match,traceparent',
  };
  const paths = service.app.routes
    .filter((route) => route.startsWith('GET /') && !route.startsWith('GET /v1'))
    .map((route) => route.slice('GET '.length).replace(':petId', `${petId}`).replaceAll(/:\w+/g, 'x'));
  const open: string[] = [];
  for (const path of paths) {
    const read = await service.send(path, { headers: { origin: PREFLIGHT.origin } });
    const { status, headers } = await service.send(path, { method: 'OPTIONS', headers: asked });
    assert.equal(status, 204, path);
    const isOpen = read.headers.get('access-control-allow-origin') === '*';
    if (isOpen) open.push(path);
    assert.deepEqual(
      [
        headers.get('access-control-allow-origin'),
        headers.get('access-control-allow-methods'),
        /\bIf-None-Match\b.*\btraceparent\b/.test(headers.get('access-control-allow-headers') ?? ''),
        read.headers.get('access-control-expose-headers')?.includes('Link') === true,
      ],
      isOpen ? ['*', 'GET, HEAD', true, true] : [null, null, false, false],
      path,
    );
  }
  for (const path of [
    '/adopt.json',
    `/adopt/${petId}.json`,
    '/openapi.json',
    '/openapi.yaml',
    '/llms.txt',
    '/photos/x/x',
  ])
    assert.ok(open.includes(path), path);
  for (const path of ['/', '/adopt', '/healthz', '/session/ways']) assert.ok(!open.includes(path), path);
});
