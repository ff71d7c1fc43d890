import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertConstantHeaders } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService } from '@petstore/testing/service.ts';
import { banKey } from '../../../src/access/accounts/ban-queries.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';

test('every response has X-Content-Type-Options and Vary, whichever component sends it', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 18 });
  await addPet(service, key);
  const { headers } = await service.send('/v1/pets', { key });
  const preflight = { origin: 'https://adopt.example', 'access-control-request-method': 'POST' };
  const responses = {
    'a page': await service.send('/v1/pets', { key }),
    'a page with an unknown parameter': await service.send('/v1/pets?unknown=1', { key }),
    'a 304': await service.send('/v1/pets', {
      key,
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    }),
    'a HEAD': await service.send('/v1/pets', { key, method: 'HEAD' }),
    'a created resource': await service.send('/v1/pets', {
      method: 'POST',
      key,
      body: { name: 'Rex', categoryId: 1 },
    }),
    'a removed resource': await service.send('/v1/pets/1', { method: 'DELETE', key }),
    'a preflight': await service.send('/v1/pets', { method: 'OPTIONS', headers: preflight }),
    OPTIONS: await service.send('/v1/pets', { method: 'OPTIONS', key }),
    'an invalid key': await service.send('/v1/pets', { key: 'wrong' }),
    'an unknown path': await service.send('/v1/nothing', { key }),
    'a wrong method': await service.send('/v1/pets', { method: 'PUT', key }),
    'an invalid parameter': await service.send('/v1/pets?limit=0', { key }),
    'a broken request': await exchange(service.url, 'nonsense\r\n\r\n'),
    CONNECT: await exchange(service.url, rawRequest({ method: 'CONNECT', path: 'x:1' })),
    'too large headers': await exchange(service.url, rawRequest({ headers: [`X: ${'x'.repeat(17_000)}`] })),
    'outside of /v1': await service.send('/healthz'),
    'nothing there': await service.send('/nothing'),
  };
  for (const [situation, response] of Object.entries(responses)) {
    assert.doesNotThrow(() => assertConstantHeaders(response), `${situation} ${response.status}`);
  }
});

test('during a ban t of RateLimit equals Retry-After, and X-RateLimit-Reset is the same time', async (t) => {
  const service = await startService(t);
  const { key, keyId } = await service.account();
  await service.database.write((queries) => banKey(queries, keyId, service.clock.now()));
  // Both fields round fractions of a second up.
  for (const later of [0, 1, 60_250, 30_500]) {
    service.clock.advance(later);
    const { status, headers } = await service.send('/v1/pets', { key });
    assert.equal(status, 429);
    const retryAfter = headers.get('retry-after');
    assert.equal(/^"minute";r=0;t=(\d+), /.exec(headers.get('ratelimit') ?? '')?.[1], retryAfter);
    const untilReset = Number(headers.get('x-ratelimit-reset')) - service.clock.now() / SECOND;
    assert.equal(Math.ceil(untilReset), Number(retryAfter));
  }
});
