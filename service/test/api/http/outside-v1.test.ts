import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';

/** docs/api-design.md#around-v1: paths that need no key. */

const service = await startSharedService();

test('/docs and /docs/ return the reference page', async () => {
  for (const path of ['/docs', '/docs/']) {
    const page = await service.send(path);
    assert.equal(page.status, 200, path);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(page.text, /Petstore reference/);
    // Absolute URLs work at both addresses.
    assert.doesNotMatch(page.text, /(?:src|href)="(?!\/)/);
  }
});

test('serves the script of the reference page itself, with gzip on request', async () => {
  const request = { path: '/docs/js/scalar.js', headers: ['Connection: close'] };
  const plain = await exchange(service.url, rawRequest(request));
  assert.equal(plain.status, 200);
  assert.match(plain.headers.get('content-type') ?? '', /javascript/);
  assert.match(plain.headers.get('cache-control') ?? '', /max-age=[1-9]/);
  assert.equal(plain.headers.get('vary'), 'Accept-Encoding');
  const response = await fetch(`${service.url}${request.path}`, { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(response.headers.get('content-encoding'), 'gzip');
  assert.ok(Number(response.headers.get('content-length')) < plain.text.length / 2);
  assert.equal(await response.text(), plain.text);
});

test('/favicon.svg is an image, and /favicon.ico redirects to it', async () => {
  const icon = await service.send('/favicon.svg');
  assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/svg+xml']);
  assert.match(icon.headers.get('cache-control') ?? '', /max-age=[1-9]/);
  const redirect = await service.send('/favicon.ico');
  assert.deepEqual([redirect.status, redirect.headers.get('location')], [301, '/favicon.svg']);
});

test('pages declare their language and icon', async () => {
  for (const path of ['/', '/docs/']) {
    const { text } = await service.send(path);
    assert.match(text, /<html lang="en">/, path);
    if (!text.includes('The console is not built')) assert.match(text, /\/favicon\.svg/, path);
  }
});

test('pages have a strict Content-Security-Policy and the other security headers', async () => {
  const { headers, text } = await service.send('/docs/');
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.match(policy, /base-uri 'none'/);
  assert.match(policy, /script-src 'self'(?: 'sha256-[A-Za-z0-9+/]{43}=')+/);
  assert.doesNotMatch(policy, /script-src[^;]*unsafe/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.match(policy, /; sandbox (?!.*allow-same-origin)/);
  assert.equal((await service.send('/')).headers.get('cross-origin-opener-policy'), 'same-origin');
  assert.doesNotMatch(text, /(?:src|href)="(?:https?:)?\/\//, 'nothing is loaded from another host');
});

test('/healthz returns ok and /readyz returns ready, both with no-store', async () => {
  for (const [path, body] of [
    ['/healthz', { status: 'ok' }],
    ['/readyz', { status: 'ready' }],
  ] as const) {
    const response = await service.send(path);
    assert.equal(response.status, 200);
    assert.deepEqual(response.json, body);
    assert.equal(response.headers.get('cache-control'), 'no-store');
  }
});

test('requests outside of /v1 need no key and count against no quota', async () => {
  const { key } = await service.account({ perMinute: 1 });
  for (const path of ['/', '/docs', '/docs/', '/openapi.json', '/healthz', '/readyz', '/nothing']) {
    const response = await service.send(path, { key });
    assert.equal(response.headers.get('x-ratelimit-limit'), null, path);
  }
  assert.equal((await service.send('/v1/pets', { key })).status, 200);
});

test('outside of /v1 an unknown path is 404 and a wrong method 405, as JSON errors', async () => {
  for (const path of [
    '/nothing',
    '/docs/nothing',
    '/docs/js/../../etc/passwd',
    '/docs/js/%2e%2e%2f%2e%2e%2fpackage.json',
    '/%zz',
    '/..',
  ]) {
    assertError(await exchange(service.url, rawRequest({ path })), 404, 'route_not_found');
  }
  for (const path of ['/', '/docs/', '/openapi.json', '/healthz', '/readyz']) {
    const response = await service.send(path, { method: 'DELETE' });
    assertError(response, 405, 'method_not_allowed');
    assert.equal(response.headers.get('allow'), 'GET, HEAD, OPTIONS');
  }
});

test('does not serve /metrics on the port of the service', async (t) => {
  const service = await startService(t, { env: { METRICS_PORT: '0' } });
  assertError(await service.send('/metrics'), 404, 'route_not_found');
});

test('concurrent requests of /readyz share one query', async (t) => {
  const service = await startService(t);
  let queries = 0;
  const { read } = service.database;
  const { selectFrom } = read;
  t.mock.method(read, 'selectFrom', (...args: Parameters<typeof selectFrom>) => {
    queries += 1;
    return Reflect.apply(selectFrom, read, args);
  });
  const responses = await Promise.all(Array.from({ length: 50 }, () => service.send('/readyz')));
  assert.ok(responses.every(({ status }) => status === 200));
  assert.ok(queries >= 1 && queries < 10, `${queries} queries`);
});
