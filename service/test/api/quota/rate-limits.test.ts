// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { type ApiResponse, assertError } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedServiceAtNoon, type TestService } from '@petstore/testing/service.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/platform/core/clock.ts';

/** docs/api-design.md#quotas: the plans, then the six published rules. */

const NOON = Date.UTC(2026, 10, 21) + DAY / 2;
const NEXT_MINUTE = (NOON + MINUTE) / SECOND;

type Quota = [limit: number, remaining: number, reset: number];

function quotaOf({ headers }: ApiResponse): Quota {
  const of = (name: string) => Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN);
  return [of('limit'), of('remaining'), of('reset')];
}

/** Sends `requests` requests, 50 of them concurrently, and returns how many were accepted. */
async function countAccepted(service: TestService, key: string, requests: number): Promise<number> {
  const send = async () => (await service.send('/v1/pets?limit=1', { key })).status;
  const statuses = [];
  for (let left = requests; left > 0; left -= 50) {
    statuses.push(...(await Promise.all(Array.from({ length: Math.min(left, 50) }, send))));
  }
  assert.ok(statuses.every((status) => status === 200 || status === 429));
  return statuses.filter((status) => status === 200).length;
}

const PLANS = [
  { plan: 'free', perMinute: 60, perDay: 1_000 },
  { plan: 'pro', perMinute: 300, perDay: 10_000 },
  { plan: 'business', perMinute: 1_000, perDay: 100_000 },
] as const;

/** Returns the service of the tests that use only accounts of their own. */
const atNoon = await startSharedServiceAtNoon();

/** The Unix second at which the minute that now begins ends. */
function minuteEnd({ clock }: TestService): number {
  return (clock.now() + MINUTE) / SECOND;
}

/** The Unix second at which the day ends, at noon. */
function dayEnd({ clock }: TestService): number {
  return (clock.now() + DAY / 2) / SECOND;
}

test('free: accepts exactly 60 requests a minute, and again in the next minute', async () => {
  const service = atNoon();
  const nextMinute = minuteEnd(service);
  const { key } = await service.account({ plan: 'free' });
  assert.equal(await countAccepted(service, key, 80), 60);
  service.clock.advance(MINUTE);
  assert.deepEqual(quotaOf(await service.send('/v1/pets', { key })), [60, 59, nextMinute + 60]);
});

test('each plan reports its requests a minute and a day from the first response on', async () => {
  const service = atNoon();
  for (const { plan, perMinute, perDay } of PLANS) {
    const { key } = await service.account({ plan });
    const { headers } = await service.send('/v1/pets', { key });
    assert.equal(headers.get('ratelimit-policy'), `"minute";q=${perMinute};w=60, "day";q=${perDay};w=86400`);
    assert.equal(headers.get('ratelimit'), `"minute";r=${perMinute - 1};t=60, "day";r=${perDay - 1};t=43200`);
  }
});

test('enterprise: applies its custom quotas per minute and per day', async () => {
  const service = atNoon();
  const nextDay = dayEnd(service);
  const { key } = await service.account({ perMinute: 7, perDay: 9 });
  assert.equal(await countAccepted(service, key, 20), 7);
  service.clock.advance(MINUTE);
  assert.equal(await countAccepted(service, key, 20), 2);
  service.clock.advance(MINUTE);
  const refused = await service.send('/v1/pets', { key });
  assertError(refused, 429, 'rate_limit_exceeded');
  assert.deepEqual(quotaOf(refused), [9, 0, nextDay]);
  const other = await service.account({ perMinute: 7, perDay: 9 });
  assert.deepEqual(
    quotaOf(await service.send('/v1/pets/1', other)).slice(0, 2),
    [7, 6],
    'a quota of its own',
  );
  service.clock.advance(12 * HOUR);
  assert.deepEqual(quotaOf(await service.send('/v1/pets', { key })).slice(0, 2), [7, 6], 'on the next day');
});

test('headers describe the window with the fewest requests left, the day on a tie', async () => {
  const service = atNoon();
  const nextMinute = minuteEnd(service);
  const nextDay = dayEnd(service);
  const { key } = await service.account({ perMinute: 3, perDay: 6 });
  const ask = async () => quotaOf(await service.send('/v1/pets', { key }));
  assert.deepEqual(await ask(), [3, 2, nextMinute]);
  assert.deepEqual(await ask(), [3, 1, nextMinute]);
  service.clock.advance(MINUTE);
  assert.deepEqual(await ask(), [3, 2, nextMinute + 60]);
  service.clock.advance(MINUTE);
  assert.deepEqual(await ask(), [6, 2, nextDay], 'a tie: 2 left in both windows');
  assert.deepEqual(await ask(), [6, 1, nextDay]);
});

test('X-RateLimit-Reset is the Unix second at which the window ends, the same for all its requests', async (t) => {
  const service = await startService(t, { clock: new FakeClock(NOON + 1) });
  const { key } = await service.account();
  for (const passed of [0, 30 * SECOND, 29 * SECOND, 998]) {
    service.clock.advance(passed);
    assert.equal(quotaOf(await service.send('/v1/pets', { key }))[2], NEXT_MINUTE);
  }
  service.clock.advance(1);
  assert.equal(quotaOf(await service.send('/v1/pets', { key }))[2], NEXT_MINUTE + 60);
});

test('rejects a request beyond the limit (429), names its window, and counts it in neither window', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 2, perDay: 5 });
  assert.equal(await countAccepted(service, key, 10), 2);
  const refused = await service.send('/v1/pets', { key });
  assertError(refused, 429, 'rate_limit_exceeded');
  assert.match(refused.text, /2 requests per minute is used up.*2026-11-21T12:01:00Z/);
  assert.deepEqual(quotaOf(refused), [2, 0, NEXT_MINUTE]);
  service.clock.advance(MINUTE);
  assert.equal(await countAccepted(service, key, 10), 2);
  service.clock.advance(MINUTE);
  assert.equal(await countAccepted(service, key, 10), 1, '1 left in the day: rejected requests do not count');
  const spent = await service.send('/v1/pets', { key });
  assert.match(spent.text, /5 requests per day is used up.*2026-11-22T00:00:00Z/);
});

test('Retry-After is rounded up to whole seconds, and a request after that time is accepted', async (t) => {
  const service = await startService(t, { clock: new FakeClock(NOON + 100) });
  const { key } = await service.account({ perMinute: 1 });
  await service.send('/v1/pets', { key });
  const retryAfter = async () => (await service.send('/v1/pets', { key })).headers.get('retry-after');
  assert.equal(await retryAfter(), '60');
  service.clock.advance(900);
  assert.equal(await retryAfter(), '59');
  service.clock.advance(58 * SECOND + 999);
  assert.equal(await retryAfter(), '1');
  service.clock.advance(Number(await retryAfter()) * SECOND);
  assert.equal((await service.send('/v1/pets', { key })).status, 200);
});

test('when both windows are used up, Retry-After refers to the one that resets later', async () => {
  const service = atNoon();
  const nextDay = dayEnd(service);
  const { key } = await service.account({ perMinute: 2, perDay: 2 });
  assert.equal(await countAccepted(service, key, 3), 2);
  const refused = await service.send('/v1/pets', { key });
  assert.equal(refused.headers.get('retry-after'), String(12 * 3600));
  assert.deepEqual(quotaOf(refused), [2, 0, nextDay]);
});
