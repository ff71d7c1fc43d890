import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ApiResponse } from '@petstore/testing/http/expect-response.ts';
import { RawConnection, type RawRequest, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { generateApiKey } from '../../../src/accounts/api-key.ts';
import { MINUTE } from '../../../src/core/clock.ts';

/**
 * Compares responses that are sent before the framework with those of the framework, which handles every request that
 * announces a body.
 */

const PROXIES = { TRUST_PROXY: '127.0.0.0/8, 10.0.0.0/8' };
const PREFLIGHT = ['Origin: https://adopt.example', 'Access-Control-Request-Method: POST'];

interface Pair {
  /** Sends the request to the fast path and to the framework, and compares the responses. */
  compare(request: RawRequest): Promise<ApiResponse>;
  services: readonly TestService[];
}

/** Starts two services whose clocks have the same time, so that their quotas are equal too. */
async function startPair(t: TestContext, env: Record<string, string> = {}): Promise<Pair> {
  const services = [await startService(t, { env }), await startService(t, { env })];
  const [ready, framework] = await Promise.all(services.map(({ url }) => RawConnection.open(url)));
  assert.ok(ready !== undefined && framework !== undefined);
  t.after(() => ready.close());
  t.after(() => framework.close());
  return {
    services,
    compare: async (request) => {
      ready.write(rawRequest(request));
      framework.write(rawRequest({ ...request, headers: ['Content-Length: 0', ...(request.headers ?? [])] }));
      const [one, other] = [
        await ready.readResponse({ to: request.method }),
        await framework.readResponse({ to: request.method }),
      ];
      assert.deepEqual(comparable(one), comparable(other), JSON.stringify(request));
      return one;
    },
  };
}

/** Each service has a store of its own. */
const DIFFERENT = new Set(['x-request-id', 'date', 'x-petstore-store']);

function comparable({ status, headers, text }: ApiResponse) {
  const fields = [...headers].filter(([name]) => !DIFFERENT.has(name));
  return { status, fields, text };
}

const TARGETS = [
  'GET /v1/pets',
  'HEAD /v1/pets?limit=1',
  'DELETE /v1/pets',
  'GET /v1/pets/1',
  'HEAD /v1/pets/1/',
  'DELETE /v1/pets/1',
  `GET /v1/pets/${'9'.repeat(300)}`,
  'GET /v1/pets/%31',
  'PUT /v1/pets/%zz',
  'OPTIONS /v1/pets',
  'GET /v1/usage?x=/',
  'GET /v1/events#/v1',
  'DELETE /v1/store/orders/1',
  'GET /v1',
  'GET /v1/',
  'PROPFIND /v1/nothing',
  'GET /v1/../docs',
  'GET /v10/pets',
  'GET http://petstore.example/v1/pets',
].map((target) => target.split(' '));

test('rejects a request without a valid key exactly as the framework does', async (t) => {
  const { compare, services } = await startPair(t);
  const unknown = generateApiKey('live');
  const authorizations: Record<string, string | undefined> = {
    none: undefined,
    empty: '',
    'a scheme alone': 'Bearer',
    'another scheme': 'Basic eDp5',
    'two keys': 'Bearer a b',
    mistyped: `Bearer ${unknown.slice(0, -1)}${unknown.endsWith('A') ? 'B' : 'A'}`,
    'of the other environment': `bearer ${generateApiKey('test')}`,
    unknown: `Bearer ${unknown}`,
  };
  await compare({ key: unknown });
  const seen = new Set<number>();
  for (const authorization of Object.values(authorizations)) {
    for (const [method, path] of TARGETS) {
      const headers = authorization === undefined ? [] : [`Authorization: ${authorization}`];
      const { status } = await compare({ headers, ...(method && { method }), ...(path && { path }) });
      seen.add(status);
    }
  }
  for (let sent = 0; sent < 200; sent += 1) await compare({});
  for (const [method, path] of TARGETS) {
    const { status } = await compare({ ...(method && { method }), ...(path && { path }) });
    seen.add(status);
  }
  assert.deepEqual([...seen].sort(), [401, 404, 429]);
  for (const { clock } of services) clock.advance(MINUTE);
  assert.equal((await compare({})).headers.get('x-ratelimit-remaining'), '299');
});

test('behind a trusted proxy counts a rejection against the client address, as the framework does', async (t) => {
  const { compare } = await startPair(t, PROXIES);
  const chains = [
    '203.0.113.7',
    '203.0.113.7, 10.0.0.1',
    '198.51.100.1,203.0.113.7 , 10.0.0.1',
    '203.0.113.7:4711',
    '[2001:db8::1]:443, 10.0.0.1',
    '10.0.0.2, 10.0.0.1',
    'unknown, 10.0.0.1',
    ',, 203.0.113.9 ,',
    '',
    ' , ',
  ];
  for (const chain of chains) {
    for (let sent = 0; sent < 3; sent += 1) await compare({ headers: [`X-Forwarded-For: ${chain}`] });
    await compare({ method: 'OPTIONS', headers: [...PREFLIGHT, `X-Forwarded-For: ${chain}`] });
  }
  const { headers } = await compare({ headers: ['X-Forwarded-For: 203.0.113.7'] });
  assert.equal(headers.get('x-ratelimit-remaining'), '287');
});

test('responds to preflights and health checks exactly as the framework does', async (t) => {
  const { compare } = await startPair(t);
  for (const path of ['/v1/pets', '/v1/pets/1', '/v1/nothing', '/v1', '/healthz', '/nothing']) {
    await compare({ method: 'OPTIONS', path, headers: PREFLIGHT });
  }
  assert.match((await compare({ path: '/readyz' })).headers.get('x-petstore-store') ?? '', /^\w+$/);
  for (const path of ['/healthz', '/readyz', '/readyz/', '/healthz?x=/', '/healthz//', '/healthzz']) {
    for (const method of ['GET', 'HEAD', 'DELETE', 'OPTIONS']) await compare({ method, path });
  }
});

test('counts every request with the same unknown key', async (t) => {
  const service = await startService(t);
  const key = generateApiKey('live');
  const remaining = [];
  for (let sent = 0; sent < 4; sent += 1)
    remaining.push((await service.send('/v1/pets', { key })).headers.get('x-ratelimit-remaining'));
  assert.deepEqual(remaining, ['299', '298', '297', '296']);
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
