import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { MINUTE, SECOND } from '../../platform/core/clock.ts';
import type { Exchange } from '../../platform/http/route.ts';
import { generateApiKey } from '../accounts/api-key.ts';
import { ADDRESS_QUOTA, AddressQuotas } from './address-quota.ts';
import { type CountingDependencies, countRequest } from './count-request.ts';
import { decideRequest, minuteOf, windowsOf } from './fixed-window.ts';
import { quotaHeaders } from './quota-headers.ts';

const LIST = '/v1/pets?limit=1';

test('an address without a valid key gets 300 responses 401 per minute with quota headers, then 429', async (t) => {
  const service = await startService(t);
  const reset = String(service.clock.now() / SECOND + 60);
  const responses = await sendWithoutKey(service, ADDRESS_QUOTA.perMinute);
  assert.ok(responses.every(({ status }) => status === 401));
  const left = responses.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
  assert.deepEqual(
    left.toSorted((left, right) => right - left),
    Array.from({ length: 300 }, (_, index) => 299 - index),
  );
  const [refused] = await sendWithoutKey(service, 1);
  assert.equal(refused?.status, 429);
  assert.deepEqual(refused?.json, {
    code: 'rate_limit_exceeded',
    message:
      'The quota of 300 requests per minute without a valid API key is used up. It resets at 2026-11-21T12:01:00Z. Wait for the seconds in Retry-After.',
    status: 429,
  });
  for (const response of [...responses, refused]) {
    assert.equal(response?.headers.get('x-ratelimit-limit'), '300');
    assert.equal(response?.headers.get('x-ratelimit-reset'), reset);
    assert.equal(response?.headers.get('ratelimit-policy'), '"minute";q=300;w=60');
  }
  assert.equal(refused?.headers.get('retry-after'), '60');
  service.clock.advance(MINUTE);
  assert.equal((await service.send(LIST)).status, 401);
});

test('counts an invalid key like a missing one, so guessing keys ends with 429', async (t) => {
  const service = await startService(t);
  await sendWithoutKey(service, 299);
  const guess = await service.send(LIST, { key: generateApiKey('live') });
  assert.deepEqual([guess.status, guess.headers.get('x-ratelimit-remaining')], [401, '0']);
  assert.equal((await service.send(LIST, { key: 'a' })).status, 429);
});

test('serves a valid key from an exhausted address, and counts against its account only', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ plan: 'free' });
  await sendWithoutKey(service, 301);
  const response = await service.send(LIST, { key });
  assert.deepEqual([response.status, response.headers.get('x-ratelimit-remaining')], [200, '59']);
});

test('requests with a valid key do not count against their address, not even after a 429', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 1 });
  for (let request = 0; request < 10; request += 1) await service.send(LIST, { key });
  const response = await service.send(LIST);
  assert.deepEqual([response.status, response.headers.get('x-ratelimit-remaining')], [401, '299']);
});

test('serves a preflight from an exhausted address, and does not count paths outside /v1', async (t) => {
  const service = await startService(t);
  await sendWithoutKey(service, 301);
  const preflight = await service.send('/v1/pets', {
    method: 'OPTIONS',
    headers: { origin: 'https://shelter.example', 'access-control-request-method': 'GET' },
  });
  assert.equal(preflight.status, 204);
  assert.equal((await service.send('/healthz')).status, 200);
  assert.equal((await service.send('/openapi.json')).status, 200);
});

test('uses X-Forwarded-For only from a trusted network, and counts an IPv6 /64 as one', async (t) => {
  const trusting = await startService(t, { env: { TRUST_PROXY: '127.0.0.0/8,::1' } });
  const left = async (service: TestService, address: string) => {
    const response = await service.send(LIST, { headers: { 'x-forwarded-for': address } });
    return Number(response.headers.get('x-ratelimit-remaining'));
  };
  assert.equal(await left(trusting, '192.0.2.1'), 299);
  assert.equal(await left(trusting, '192.0.2.2'), 299);
  assert.equal(await left(trusting, '192.0.2.1'), 298);
  assert.equal(await left(trusting, '2001:db8:1:2::1'), 299);
  assert.equal(await left(trusting, '2001:db8:1:2:ffff::'), 298);
  const untrusting = await startService(t);
  assert.equal(await left(untrusting, '192.0.2.1'), 299);
  assert.equal(await left(untrusting, '192.0.2.2'), 298);
});

test('ignores ports and brackets in X-Forwarded-For; text that is no address counts as the peer', async (t) => {
  const service = await startService(t, { env: { TRUST_PROXY: '127.0.0.0/8,10.0.0.0/8' } });
  const left = async (forwarded: string) => {
    const response = await service.send(LIST, { headers: { 'x-forwarded-for': forwarded } });
    return Number(response.headers.get('x-ratelimit-remaining'));
  };
  assert.equal(await left('192.0.2.1'), 299);
  assert.equal(await left('192.0.2.1:4711'), 298);
  assert.equal(await left('192.0.2.1:4712'), 297);
  assert.equal(await left('192.0.2.1:4713, 10.1.2.3:443'), 296, 'a trusted proxy is skipped, with its port');
  assert.equal(await left('[2001:db8:1:2::1]:80'), 299);
  assert.equal(await left('[2001:db8:1:2::1]'), 298);
  assert.equal(await left('2001:db8:1:2::2'), 297);
  assert.equal(await left('one'), 299);
  assert.equal(await left('two'), 298);
  assert.equal(await left('999.1.1.1'), 297);
});

test('counts a request with any X-Forwarded-For; none is an error', async (t) => {
  const service = await startService(t, { env: { TRUST_PROXY: '127.0.0.0/8' } });
  for (const address of ['unknown', ',', '[::1]:80', '192.0.2.1:80', 'x'.repeat(5_000), '999.1.1.1']) {
    const response = await service.send(LIST, { headers: { 'x-forwarded-for': address } });
    assert.equal(response.status, 401, address.slice(0, 20));
    assert.equal(response.headers.get('x-ratelimit-limit'), '300');
  }
});

async function sendWithoutKey(service: TestService, times: number): Promise<ApiResponse[]> {
  const responses = [];
  for (let sent = 0; sent < times; sent += 50) {
    const some = Array.from({ length: Math.min(50, times - sent) }, () => service.send(LIST));
    responses.push(...(await Promise.all(some)));
  }
  return responses;
}

test('GET /v1/usage answers when the quota is used up: without a strike, and 300 times a minute and address', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 2, perDay: 100 });
  const usage = () => service.send('/v1/usage', { key });
  const first = await usage();
  assert.deepEqual([first.status, first.headers.get('x-ratelimit-remaining')], [200, '1']);
  await service.send(LIST, { key });
  assert.equal((await service.send(LIST, { key })).status, 429);
  const responses = [];
  for (let request = 0; request < ADDRESS_QUOTA.perMinute; request += 1) responses.push(await usage());
  for (const { status, headers, json } of responses) {
    assert.equal(status, 200);
    assert.equal(headers.get('x-ratelimit-remaining'), '0');
    assert.equal(headers.get('x-ratelimit-limit'), '2');
    assert.equal(headers.get('ratelimit-policy'), '"minute";q=2;w=60, "day";q=100;w=86400');
    assert.deepEqual(at(json, 'minute', 'used'), 2);
  }
  const refused = await usage();
  assertError(refused, 429, 'rate_limit_exceeded');
  assert.match(refused.text, /quota of 300 requests per minute and address beyond that of the account/);
  assert.deepEqual(
    ['x-ratelimit-limit', 'retry-after'].map((name) => refused.headers.get(name)),
    ['2', '60'],
  );
  // It was no strike: the key is not banned.
  assertError(await service.send(LIST, { key }), 429, 'rate_limit_exceeded');
  service.clock.advance(MINUTE);
  const next = await usage();
  assert.deepEqual([next.status, at(next.json, 'minute', 'used')], [200, 1]);
});

test('GET /v1/usage answers when other requests use up the quota while it is read', async () => {
  const { subject, windows, exchange, refusals } = atTheEdge();
  const step = countRequest(subject);
  assert.equal(await step(exchange), undefined);
  assert.deepEqual(exchange.quotaHeaders, quotaHeaders(windows, windows.at));
  assert.deepEqual(refusals, []);
  const plain = { ...exchange, route: {} } as unknown as Exchange; // nothing else is read
  assert.equal((await step(plain))?.status, 429);
  assert.deepEqual(refusals, ['minute']);
});

/** Returns a request whose account has one request left when it is read, and none when it is counted. */
function atTheEdge() {
  const now = Date.UTC(2026, 10, 21, 12);
  const quota = { perMinute: 2, perDay: 100 };
  const usage = (minuteUsed: number) => ({ minute: minuteOf(now), minuteUsed, day: 0, dayUsed: 0 });
  const windows = { ...windowsOf(usage(2), quota, now), at: now };
  const refusals: string[] = [];
  const subject = {
    accountQuotas: {
      peek: async () => ({ ...windowsOf(usage(1), quota, now), at: now }),
      consume: async () => ({ ...decideRequest(usage(2), quota, now), at: now, strikes: 1 }),
    },
    addresses: new AddressQuotas(),
    addressOf: () => '192.0.2.1',
    onRefusal: (by: string) => refusals.push(by),
  } as unknown as CountingDependencies; // the others are for bans
  const principal = { account: { id: 1n, plan: 'free' }, key: { id: 1n, chainId: 1n } };
  const route = { answersBeyondQuota: true };
  const exchange = { authentication: { principal }, route, now } as unknown as Exchange; // nothing else is read
  return { subject, windows, exchange, refusals };
}

test('GET /v1/usage of a banned key is 429', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 1 });
  await service.send(LIST, { key });
  service.clock.advance(2 * SECOND);
  let refused = await service.send(LIST, { key });
  for (let strike = 0; strike < 200 && at(refused.json, 'code') !== 'api_key_banned'; strike += 1) {
    service.clock.advance(10);
    refused = await service.send(LIST, { key });
  }
  assertError(refused, 429, 'api_key_banned');
  assertError(await service.send('/v1/usage', { key }), 429, 'api_key_banned');
});
