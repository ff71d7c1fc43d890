import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, assertError, assertQuotaHeaders } from '@petstore/testing/http/expect-response.ts';
import { exchange, type RawRequest, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { noProcFiles } from '@petstore/testing/processes/proc-files.ts';
import { startService } from '@petstore/testing/service.ts';
import { assertServesOthers, Growth, MIB, serveMeasured } from './measured-service.ts';

/** Headers beyond and at the limits. */

const LIMIT = 16 * 1024;
const PETS = '/v1/pets';
const CLIENTS = 50;
const MAX_GROWTH = 160 * MIB;

interface Flood {
  request: RawRequest;
  status: number;
  code?: string;
}

const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n));

/** Returns a request with this total length of target, header names and values, which is what the limit counts. */
function ofLength(bytes: number, key: string): RawRequest {
  const counted = [PETS, 'Host', 'petstore.example', 'Authorization', `Bearer ${key}`, 'X-Long'].join('');
  return { path: PETS, headers: [`X-Long: ${'x'.repeat(bytes - counted.length)}`] };
}

const TOO_LARGE = { status: 431, code: 'headers_too_large' };
const TWICE = { status: 400, code: 'invalid_parameter' };

const FLOODS: Record<string, (key: string) => Flood> = {
  '2,000 headers of more than 16 KiB': () => ({
    request: { path: PETS, headers: many(2_000, (n) => `X-${n}: yyyyy`) },
    ...TOO_LARGE,
  }),
  '16 KiB': (key) => ({ request: ofLength(LIMIT, key), ...TOO_LARGE }),
  'one byte less than 16 KiB': (key) => ({ request: ofLength(LIMIT - 1, key), status: 200 }),
  '15,000 headers of one letter': () => ({
    request: { path: PETS, headers: many(15_000, () => 'a:') },
    status: 200,
  }),
  '5,000 unknown parameters': () => ({ request: { path: `/v1/pets?${'a=&'.repeat(5_000)}` }, status: 200 }),
  '1,500 times the same known parameter': () => ({
    request: { path: `/v1/pets?${'limit=1&'.repeat(1_500)}` },
    status: 400,
    code: 'invalid_parameter',
  }),
  'a path of 5,000 segments': () => ({
    request: { path: `/v1${'/pets'.repeat(3_000)}` },
    status: 404,
    code: 'route_not_found',
  }),
  '3,000 tags in If-None-Match': () => ({
    request: { path: '/v1/categories', headers: [`If-None-Match: ${'"a", '.repeat(3_000)}`] },
    status: 200,
  }),
  '500 keys': () => ({
    request: { path: PETS, headers: many(500, () => 'AUTHORIZATION: Bearer x') },
    ...TWICE,
  }),
  'two types of one body': () => ({
    request: {
      method: 'POST',
      headers: ['Content-Type: application/json', 'Content-Type: text/plain'],
      body: '{"name":"Frank","categoryId":1}',
    },
    ...TWICE,
  }),
};

function assertExpected(response: ApiResponse, { status, code }: Flood, now: number): void {
  if (code !== undefined) assertError(response, status, code);
  assert.equal(response.status, status, response.text);
  assertQuotaHeaders(response, now);
  if (status === 431) assert.equal(response.headers.get('connection'), 'close');
}

test('rejects headers beyond the limits, accepts all others, and serves the next request', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 1_000 });
  for (const [what, floodOf] of Object.entries(FLOODS)) {
    await t.test(what, async () => {
      const flood = floodOf(key);
      const response = await exchange(service.url, rawRequest({ ...flood.request, key }));
      assertExpected(response, flood, service.clock.now());
      const next = await exchange(service.url, rawRequest({ key }));
      assert.equal(next.text, '[]');
    });
  }
});

test('reads a header after 2,500 others', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const headers = [...many(2_500, () => 'a:b'), `Authorization: Bearer ${key}`];
  assert.equal((await exchange(service.url, rawRequest({ path: PETS, headers }))).status, 200);
});

test('endless headers take bounded memory', { skip: noProcFiles }, async (t) => {
  const service = await serveMeasured(t);
  await assertServesOthers(service, 50);
  const growth = new Growth(service);
  const flood = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(4_000_000)}`;
  const flooding = Promise.all(Array.from({ length: CLIENTS }, () => exchange(service.url, flood)));
  const slowest = await assertServesOthers(service, 20, growth);
  for (const response of await flooding) assertError(response, 431, 'headers_too_large');
  await assertServesOthers(service, 20);
  assert.ok(growth.look() < MAX_GROWTH, String(growth));
  t.diagnostic(`${CLIENTS} headers of 4 MB at once: ${growth}, others waited at most ${slowest} ms`);
});
