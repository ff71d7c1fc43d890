// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiResponse } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedServiceAtNoon, type TestService } from '@petstore/testing/service.ts';
import { listAccounts, updateAccount } from '../accounts/account-queries.ts';
import { DAY, MINUTE, SECOND } from '../core/clock.ts';

const LIST = '/v1/pets?limit=1';

/** Returns the service of the tests that use only accounts of their own. */
const atNoon = await startSharedServiceAtNoon();

test('every response describes both windows, and counts down one by one to the same reset', async () => {
  const service = atNoon();
  const { key } = await service.account({ plan: 'free' });
  const minuteEnd = service.clock.now() / SECOND + 60;
  for (const [left, dayLeft] of [
    [59, 999],
    [58, 998],
    [57, 997],
  ]) {
    const response = await service.send(LIST, { key });
    assert.equal(response.status, 200);
    assert.deepEqual(quotaOf(response), { limit: 60, remaining: left, reset: minuteEnd });
    assert.equal(response.headers.get('ratelimit-policy'), '"minute";q=60;w=60, "day";q=1000;w=86400');
    assert.equal(
      response.headers.get('ratelimit'),
      `"minute";r=${left};t=60, "day";r=${dayLeft};t=${(12 * 60 * MINUTE) / SECOND}`,
    );
  }
});

test('each plan has the quotas of the API; Enterprise has a custom quota', async () => {
  const service = atNoon();
  const policies = {
    free: '"minute";q=60;w=60, "day";q=1000;w=86400',
    pro: '"minute";q=300;w=60, "day";q=10000;w=86400',
    business: '"minute";q=1000;w=60, "day";q=100000;w=86400',
  };
  for (const plan of ['free', 'pro', 'business'] as const) {
    const { key } = await service.account({ plan });
    const response = await service.send(LIST, { key });
    assert.equal(response.headers.get('ratelimit-policy'), policies[plan]);
  }
  const { key } = await service.account({ perMinute: 1_234, perDay: 567_890 });
  const response = await service.send(LIST, { key });
  assert.equal(response.headers.get('ratelimit-policy'), '"minute";q=1234;w=60, "day";q=567890;w=86400');
  assert.deepEqual(quotaOf(response).limit, 1_234);
});

test('serves exactly the quota of concurrent requests, and rejects the others (429)', async () => {
  const service = atNoon();
  const { key } = await service.account({ plan: 'free' });
  const responses = await sendConcurrently(service, key, 90);
  assert.equal(responses.filter(({ status }) => status === 200).length, 60);
  assert.equal(responses.filter(({ status }) => status === 429).length, 30);
  const left = responses
    .filter(({ status }) => status === 200)
    .map((response) => quotaOf(response).remaining);
  assert.deepEqual(
    left.toSorted((left, right) => left - right),
    Array.from({ length: 60 }, (_, index) => index),
  );
});

test('a 429 has the window, its reset and Retry-After; a request after that time is served', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ plan: 'free' });
  await sendConcurrently(service, key, 60);
  service.clock.advance(20_001);
  const refused = await service.send(LIST, { key });
  assert.equal(refused.status, 429);
  assert.deepEqual(refused.json, {
    code: 'rate_limit_exceeded',
    message:
      'The quota of 60 requests per minute is used up. It resets at 2026-11-21T12:01:00Z. Wait for the seconds in Retry-After.',
    status: 429,
  });
  assert.equal(refused.headers.get('retry-after'), '40');
  assert.deepEqual(quotaOf(refused), {
    limit: 60,
    remaining: 0,
    reset: Date.UTC(2026, 10, 21, 12, 1) / SECOND,
  });
  service.clock.advance(40 * SECOND);
  assert.equal((await service.send(LIST, { key })).status, 200);
});

test('Retry-After is 1 even a millisecond before the reset', async () => {
  const service = atNoon();
  const { key } = await service.account({ perMinute: 1 });
  await sendConcurrently(service, key, 1);
  service.clock.advance(MINUTE - 1);
  const refused = await service.send(LIST, { key });
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1']);
});

test('rejects until midnight UTC if the quota per day is used up (429)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 100, perDay: 3 });
  const passed = await sendConcurrently(service, key, 3);
  assert.deepEqual(
    passed.map((response) => quotaOf(response).limit),
    [3, 3, 3],
  );
  service.clock.advance(5 * MINUTE);
  const refused = await service.send(LIST, { key });
  const midnight = Date.UTC(2026, 10, 22);
  assert.equal(refused.status, 429);
  assert.match(refused.text, /quota of 3 requests per day is used up. It resets at 2026-11-22T00:00:00Z/);
  assert.equal(refused.headers.get('retry-after'), String((midnight - service.clock.now()) / SECOND));
  assert.deepEqual(quotaOf(refused), { limit: 3, remaining: 0, reset: midnight / SECOND });
  assert.match(refused.headers.get('ratelimit') ?? '', /^"minute";r=100;t=60, "day";r=0;t=/);
  service.clock.advance(midnight - service.clock.now());
  assert.equal((await service.send(LIST, { key })).status, 200);
});

test('a rejected request counts in neither window', async () => {
  const service = atNoon();
  const { key } = await service.account({ perMinute: 3, perDay: 10 });
  await sendConcurrently(service, key, 20);
  service.clock.advance(MINUTE);
  const next = await service.send(LIST, { key });
  assert.match(next.headers.get('ratelimit') ?? '', /^"minute";r=2;t=60, "day";r=6;/);
});

test('counts every request with a valid key once, whatever its status', async () => {
  const service = atNoon();
  const { key } = await service.account({ plan: 'business' });
  const { key: reader } = await service.account({ plan: 'business', role: 'reader' });
  const first = await service.send(LIST, { key });
  const etag = first.headers.get('etag') ?? '';
  const pet = { name: 'Rex', categoryId: 1 };
  const requests: Array<[number, string, Parameters<TestService['send']>[1]]> = [
    [304, LIST, { headers: { 'if-none-match': etag } }],
    [200, LIST, { method: 'HEAD' }],
    [400, '/v1/pets?limit=0', {}],
    [404, '/v1/pets/12', {}],
    [404, '/v1/nothing', {}],
    [405, '/v1/pets', { method: 'DELETE' }],
    [201, '/v1/pets', { method: 'POST', body: pet }],
    [400, '/v1/pets', { method: 'POST', body: '{' }],
    [415, '/v1/pets', { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }],
  ];
  for (const [index, [status, path, options]] of requests.entries()) {
    const response = await service.send(path, { ...options, key });
    assert.deepEqual([path, response.status], [path, status]);
    assert.equal(quotaOf(response).remaining, 998 - index, path);
  }
  const forbidden = await service.send('/v1/pets', { method: 'POST', body: pet, key: reader });
  assert.deepEqual([forbidden.status, quotaOf(forbidden).remaining], [403, 999]);
});

test('a preflight is neither counted nor rejected', async () => {
  const service = atNoon();
  const { key } = await service.account({ perMinute: 2 });
  const preflight = {
    method: 'OPTIONS',
    headers: { origin: 'https://shelter.example', 'access-control-request-method': 'POST' },
  };
  for (let request = 0; request < 4; request += 1) {
    const response = await service.send('/v1/pets', { ...preflight, key });
    assert.equal(response.status, 204);
    assert.ok(quotaOf(response).limit > 0);
  }
  assert.equal(quotaOf(await service.send(LIST, { key })).remaining, 1);
});

test('a change of plan takes effect within a second and keeps the counts', async (t) => {
  const service = await startService(t);
  const { id, key } = await service.account({ plan: 'free' });
  await sendConcurrently(service, key, 60);
  assert.equal((await service.send(LIST, { key })).status, 429);
  const account = (await listAccounts(service.database.read)).find((other) => other.id === id);
  assert.ok(account);
  await service.database.write((queries) => updateAccount(queries, { ...account, plan: 'pro' }));
  service.clock.advance(SECOND);
  assert.deepEqual(quotaOf(await service.send(LIST, { key })), {
    limit: 300,
    remaining: 239,
    reset: Date.UTC(2026, 10, 21, 12, 1) / SECOND,
  });
  await service.database.write((queries) => updateAccount(queries, { ...account, plan: 'free' }));
  service.clock.advance(SECOND);
  assert.equal((await service.send(LIST, { key })).status, 429);
});

test('a clock that jumps locks out no account for longer than a window', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 2, perDay: 1_000 });
  for (const jump of [3 * DAY, -3 * DAY, -DAY, DAY]) {
    await sendConcurrently(service, key, 3);
    service.clock.advance(jump);
  }
  await sendConcurrently(service, key, 3);
  service.clock.advance(MINUTE);
  assert.equal((await service.send(LIST, { key })).status, 200);
});

function sendConcurrently(service: TestService, key: string, times: number): Promise<ApiResponse[]> {
  return Promise.all(Array.from({ length: times }, () => service.send(LIST, { key })));
}

function quotaOf({ headers }: ApiResponse) {
  const [limit = -1, remaining = -1, reset = -1] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers.get(`x-ratelimit-${name}`) ?? -1),
  );
  return { limit, remaining, reset };
}
