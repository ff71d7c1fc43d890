import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, assertError } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { MINUTE } from '../../../src/platform/core/clock.ts';
import { newPets, resultsOf, sendBatch } from './batch-fixture.ts';

function remainingOf({ headers }: ApiResponse): number {
  return Number(headers.get('x-ratelimit-remaining'));
}

test('100 items or a part of them count as one request, whether they succeed or not', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ plan: 'pro' });
  let left = 300;
  for (const [items, requests] of [
    [1, 1],
    [100, 1],
    [101, 2],
    [1_000, 10],
  ] as const) {
    const response = await sendBatch(service, key, newPets(items));
    assert.equal(resultsOf(response).length, items);
    left -= requests;
    assert.equal(remainingOf(response), left);
  }
  const invalid = Array.from({ length: 201 }, () => ({}));
  assert.equal(remainingOf(await sendBatch(service, key, invalid)), left - 3);
});

test('a malformed Idempotency-Key costs one request, and a repetition as many as its batch', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ plan: 'pro' });
  const malformed = await sendBatch(service, key, newPets(500), { 'idempotency-key': '' });
  assertError(malformed, 400, 'invalid_parameter');
  assert.equal(remainingOf(malformed), 299);
  const same = { 'idempotency-key': 'a' };
  assert.equal(remainingOf(await sendBatch(service, key, newPets(201), same)), 296);
  const repeated = await sendBatch(service, key, newPets(201), same);
  assert.equal(repeated.headers.get('idempotent-replayed'), 'true');
  assert.equal(remainingOf(repeated), 293);
});

test('a batch that the quota has no room for is 429 and applies nothing, and a smaller one is applied', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 5 });
  const refused = await sendBatch(service, key, newPets(500));
  assert.equal(remainingOf(refused), 0);
  assert.equal(resultsOf(refused).length, 500);
  service.clock.advance(MINUTE);
  const tooLarge = await sendBatch(service, key, newPets(501), { 'idempotency-key': 'a' });
  assertError(tooLarge, 429, 'rate_limit_exceeded');
  assert.match(tooLarge.text, /counts as 5 more, and 4 of 5 requests per minute are left: send less at once/);
  assert.equal(tooLarge.headers.get('retry-after'), '60');
  assert.equal(remainingOf(tooLarge), 4);
  assert.equal((await readAll(service, (await service.account()).key, '/v1/pets?limit=100')).length, 500);
  const smaller = await sendBatch(service, key, newPets(400), { 'idempotency-key': 'b' });
  assert.equal(resultsOf(smaller).length, 400);
  assert.equal(remainingOf(smaller), 0);
  assertError(await sendBatch(service, key, newPets(1)), 429, 'rate_limit_exceeded');
});
