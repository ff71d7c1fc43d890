import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { type ApiResponse, assertError } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';
import { DAY, MINUTE } from '../../../src/platform/core/clock.ts';

/** `GET /v1/pets/{petId}`, its deprecation and its removal on 5 December 2030. */

const REMOVED_AT = Date.UTC(2030, 11, 5);

const service = await startSharedService();
const { key } = await service.account();
/** Its id is 1. */
await addPet(service, key);

const UNKNOWN_IDS = [
  '2',
  '0',
  '-1',
  '9223372036854775807',
  '-9223372036854775808',
  '9223372036854775808',
  '-9223372036854775809',
  '1.0',
  '1e0',
  '+1',
  '0x1',
  '%201',
  '1%20',
  'frank',
  'null',
  '%D9%A3',
  '9'.repeat(200),
  '1'.repeat(8000),
  '%zz',
  '%',
  '1%2',
  '%25zz',
  '%2525',
  '%E0%A4%A',
  '%C0%80',
  '%00',
  '%2F',
  '..%2f1',
  '%ED%A0%80',
  '1;2',
];

test('returns 404 for an unknown pet and for an id that is not an int64', async () => {
  for (const id of UNKNOWN_IDS) {
    const response = await exchange(service.url, rawRequest({ path: `/v1/pets/${id}`, key }));
    assertError(response, 404, 'pet_not_found');
    assert.equal(response.headers.get('x-api-stability'), 'deprecated', id);
  }
});

test('returns 200 with the pet, also for a percent-encoded id, and ignores the query', async () => {
  const pet = '{"id":1,"name":"Frank","categoryId":1,"status":"available"}';
  for (const path of [
    '/v1/pets/1',
    '/v1/pets/%31',
    '/v1/pets/1?',
    '/v1/pets/1?utm_source=x&unknown=0',
    '/v1/pets/1?%zz',
    '/v1/%70ets/1',
  ]) {
    const { status, text, headers } = await exchange(service.url, rawRequest({ path, key }));
    assert.deepEqual([status, text], [200, pet], path);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  }
});

function assertDeprecated({ headers }: ApiResponse): void {
  assert.equal(headers.get('deprecation'), '@1795132800');
  assert.equal(headers.get('sunset'), 'Thu, 05 Dec 2030 00:00:00 GMT');
  assert.equal(headers.get('x-api-stability'), 'deprecated');
  const link = headers.get('link') ?? '';
  assert.match(link, /<\/v1\/pets\?status=available>; rel="successor-version"/);
  assert.match(link, /<\/docs[^>]*>; rel="deprecation"/);
}

test('sends Deprecation, Sunset and Link with every response, errors included', async () => {
  const spent = await service.account({ perMinute: 1 });
  await service.send('/v1/pets', { key: spent.key });
  const responses = {
    200: await service.send('/v1/pets/1', { key }),
    401: await service.send('/v1/pets/1'),
    404: await service.send('/v1/pets/99', { key }),
    417: await exchange(service.url, rawRequest({ path: '/v1/pets/1', key, headers: ['Expect: miracles'] })),
    429: await service.send('/v1/pets/1', { key: spent.key }),
  };
  for (const [status, response] of Object.entries(responses)) {
    assert.equal(response.status, Number(status), response.text);
    assertDeprecated(response);
  }
  assertDeprecated(await service.send('/v1/pets/1', { method: 'HEAD', key }));
});

test('links to three valid URI references (RFC 3986) that all exist', async () => {
  const { headers } = await service.send('/v1/pets/1', { key });
  assert.match(headers.get('link') ?? '', /<\/v1\/listings\/1>; rel="alternate"/);
  const targets = [...(headers.get('link') ?? '').matchAll(/<([^>]*)>/g)].map(([, target = '']) => target);
  assert.equal(targets.length, 3);
  for (const target of targets) {
    assert.match(target, /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\dA-F]{2})+$/);
    const { pathname, search } = new URL(target, service.url);
    assert.ok((await service.send(pathname + search, { key })).status < 400);
  }
});

test('other operations send neither Deprecation nor Sunset', async () => {
  const responses = [
    await service.send('/v1/pets', { key }),
    await service.send('/v1/pets', { key, method: 'POST', body: {} }),
    await service.send('/v1/nothing', { key }),
  ];
  for (const { headers } of responses) {
    assert.equal(headers.get('deprecation'), null);
    assert.equal(headers.get('sunset'), null);
  }
});

test('returns 200 until one millisecond before its removal, and 410 from then on', async (t) => {
  const clock = new FakeClock(REMOVED_AT - 1);
  const service = await startService(t, { clock });
  const { key } = await service.account();
  await addPet(service, key);
  const before = await service.send('/v1/pets/1', { key });
  assert.equal(before.status, 200);
  assertDeprecated(before);

  for (const passed of [1, MINUTE, 3650 * DAY]) {
    clock.advance(passed);
    for (const id of ['1', '99', 'x', '%zz']) {
      const response = await exchange(service.url, rawRequest({ path: `/v1/pets/${id}`, key }));
      assertError(response, 410, 'operation_removed');
      assert.match(response.text, /removed on 2030-12-05\. Use GET \/v1\/pets\?status=available/);
      assertDeprecated(response);
    }
    assert.equal((await service.send('/v1/pets?status=available', { key })).status, 200);
  }
});

test('after its removal still checks the key first and counts requests, and is no longer 410 when the clock is set back', async (t) => {
  const clock = new FakeClock(REMOVED_AT);
  const service = await startService(t, { clock });
  const { key } = await service.account({ perMinute: 2 });
  assertError(await service.send('/v1/pets/1'), 401, 'missing_api_key');
  for (const remaining of ['1', '0']) {
    const response = await service.send('/v1/pets/1', { key });
    assertError(response, 410, 'operation_removed');
    assert.equal(response.headers.get('x-ratelimit-remaining'), remaining);
  }
  assertError(await service.send('/v1/pets/1', { key }), 429, 'rate_limit_exceeded');
  const other = await service.account();
  clock.advance(-DAY);
  assertError(await service.send('/v1/pets/1', { key: other.key }), 404, 'pet_not_found');
});
