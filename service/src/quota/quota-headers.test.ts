import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideRequest, type Usage } from './fixed-window.ts';
import { PLANS } from './plan.ts';
import { quotaHeaders, secondsUntil } from './quota-headers.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const USED: Usage = { minute: NOON / 60_000, minuteUsed: 0, day: Math.floor(NOON / 86_400_000), dayUsed: 0 };

test('X-RateLimit-* describes the window with the fewest requests left, RateLimit describes both', () => {
  assert.deepEqual(quotaHeaders(decideRequest(USED, PLANS.free, NOON + 19_001), NOON + 19_001), {
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '59',
    'X-RateLimit-Reset': String(NOON / 1000 + 60),
    'RateLimit-Policy': '"minute";q=60;w=60, "day";q=1000;w=86400',
    RateLimit: '"minute";r=59;t=41, "day";r=999;t=43181',
  });
});

test('X-RateLimit-* describes the day if it has fewer requests left, or as many, as the minute', () => {
  const tied = decideRequest({ ...USED, dayUsed: 940 }, PLANS.free, NOON);
  assert.deepEqual([tied.minute.remaining, tied.day?.remaining], [59, 59]);
  const headers = quotaHeaders(tied, NOON);
  assert.equal(headers['X-RateLimit-Limit'], '1000');
  assert.equal(headers['X-RateLimit-Reset'], String(Date.UTC(2026, 10, 22) / 1000));
});

test('a quota without a day has only the minute in RateLimit', () => {
  const headers = quotaHeaders(decideRequest(USED, { perMinute: 300, perDay: undefined }, NOON), NOON);
  assert.equal(headers['RateLimit-Policy'], '"minute";q=300;w=60');
  assert.equal(headers.RateLimit, '"minute";r=299;t=60');
});

test('rounds seconds to wait up, to at least 1', () => {
  const wait = (ms: number) => secondsUntil({ resetAt: NOON / 1000 }, NOON - ms);
  assert.deepEqual(
    [60_000, 59_999, 59_001, 59_000, 1_001, 1_000, 1, 0, -5_000].map(wait),
    [60, 60, 60, 59, 2, 1, 1, 1, 1],
  );
});
