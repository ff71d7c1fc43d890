// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiResponse } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { generateApiKey } from '../accounts/api-key.ts';
import { MINUTE, SECOND } from '../core/clock.ts';
import { ADDRESS_QUOTA } from './address-quota.ts';

const LIST = '/v1/pets?limit=1';

test('without a valid key an address gets 300 answers 401 a minute, with true headers, and then 429', async (t) => {
  const service = await startService(t);
  const reset = String(service.clock.now() / SECOND + 60);
  const answers = await knock(service, ADDRESS_QUOTA.perMinute);
  assert.ok(answers.every(({ status }) => status === 401));
  const left = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
  assert.deepEqual(
    left.toSorted((one, other) => other - one),
    Array.from({ length: 300 }, (_, index) => 299 - index),
  );
  const [refused] = await knock(service, 1);
  assert.equal(refused?.status, 429);
  assert.deepEqual(refused?.json, {
    code: 'rate_limit_exceeded',
    message:
      'The quota of 300 requests per minute without a valid API key is used up. It resets at 2026-11-21T12:01:00Z; wait as long as Retry-After says.',
    status: 429,
  });
  for (const answer of [...answers, refused]) {
    assert.equal(answer?.headers.get('x-ratelimit-limit'), '300');
    assert.equal(answer?.headers.get('x-ratelimit-reset'), reset);
    assert.equal(answer?.headers.get('ratelimit-policy'), '"minute";q=300;w=60');
  }
  assert.equal(refused?.headers.get('retry-after'), '60');
  service.clock.advance(MINUTE);
  assert.equal((await service.send(LIST)).status, 401);
});

test('a wrong key counts like none, so guessing keys meets 429', async (t) => {
  const service = await startService(t);
  await knock(service, 299);
  const guess = await service.send(LIST, { key: generateApiKey('live') });
  assert.deepEqual([guess.status, guess.headers.get('x-ratelimit-remaining')], [401, '0']);
  assert.equal((await service.send(LIST, { key: 'a' })).status, 429);
});

test('a valid key from an exhausted address is served, and uses up its own quota alone', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ plan: 'free' });
  await knock(service, 301);
  const answer = await service.send(LIST, { key });
  assert.deepEqual([answer.status, answer.headers.get('x-ratelimit-remaining')], [200, '59']);
});

test('requests with a valid key use up nothing of their address, refused ones neither', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 1 });
  for (let request = 0; request < 10; request += 1) await service.send(LIST, { key });
  const answer = await service.send(LIST);
  assert.deepEqual([answer.status, answer.headers.get('x-ratelimit-remaining')], [401, '299']);
});

test('a preflight from an exhausted address is answered, and the pages around /v1 are not counted', async (t) => {
  const service = await startService(t);
  await knock(service, 301);
  const preflight = await service.send('/v1/pets', {
    method: 'OPTIONS',
    headers: { origin: 'https://shelter.example', 'access-control-request-method': 'GET' },
  });
  assert.equal(preflight.status, 204);
  assert.equal((await service.send('/healthz')).status, 200);
  assert.equal((await service.send('/openapi.json')).status, 200);
});

test('X-Forwarded-For is believed from a trusted network only, and an IPv6 /64 counts as one', async (t) => {
  const trusting = await startService(t, { env: { TRUST_PROXY: '127.0.0.0/8,::1' } });
  const left = async (service: TestService, address: string) => {
    const answer = await service.send(LIST, { headers: { 'x-forwarded-for': address } });
    return Number(answer.headers.get('x-ratelimit-remaining'));
  };
  assert.equal(await left(trusting, '192.0.2.1'), 299);
  assert.equal(await left(trusting, '192.0.2.2'), 299);
  assert.equal(await left(trusting, '192.0.2.1'), 298);
  assert.equal(await left(trusting, '2001:db8:1:2::1'), 299);
  assert.equal(await left(trusting, '2001:db8:1:2:ffff::'), 298);
  const wary = await startService(t);
  assert.equal(await left(wary, '192.0.2.1'), 299);
  assert.equal(await left(wary, '192.0.2.2'), 298);
});

test('ports and brackets in X-Forwarded-For do not change the address, and text that is none counts as the peer', async (t) => {
  const service = await startService(t, { env: { TRUST_PROXY: '127.0.0.0/8,10.0.0.0/8' } });
  const left = async (forwarded: string) => {
    const answer = await service.send(LIST, { headers: { 'x-forwarded-for': forwarded } });
    return Number(answer.headers.get('x-ratelimit-remaining'));
  };
  assert.equal(await left('192.0.2.1'), 299);
  assert.equal(await left('192.0.2.1:4711'), 298);
  assert.equal(await left('192.0.2.1:4712'), 297);
  assert.equal(
    await left('192.0.2.1:4713, 10.1.2.3:443'),
    296,
    'a trusted proxy is passed over with its port',
  );
  assert.equal(await left('[2001:db8:1:2::1]:80'), 299);
  assert.equal(await left('[2001:db8:1:2::1]'), 298);
  assert.equal(await left('2001:db8:1:2::2'), 297);
  assert.equal(await left('one'), 299);
  assert.equal(await left('two'), 298);
  assert.equal(await left('999.1.1.1'), 297);
});

test('what a peer writes into X-Forwarded-For is counted, never a failure', async (t) => {
  const service = await startService(t, { env: { TRUST_PROXY: '127.0.0.0/8' } });
  for (const address of ['unknown', ',', '[::1]:80', '192.0.2.1:80', 'x'.repeat(5_000), '999.1.1.1']) {
    const answer = await service.send(LIST, { headers: { 'x-forwarded-for': address } });
    assert.equal(answer.status, 401, address.slice(0, 20));
    assert.equal(answer.headers.get('x-ratelimit-limit'), '300');
  }
});

async function knock(service: TestService, times: number): Promise<ApiResponse[]> {
  const answers = [];
  for (let sent = 0; sent < times; sent += 50) {
    const some = Array.from({ length: Math.min(50, times - sent) }, () => service.send(LIST));
    answers.push(...(await Promise.all(some)));
  }
  return answers;
}
