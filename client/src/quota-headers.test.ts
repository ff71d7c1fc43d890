import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quotaOf, retryAfterOf } from './quota-headers.ts';

test('reads Retry-After as seconds or as the date of a proxy', () => {
  const of = (text: string) => retryAfterOf(new Headers({ 'retry-after': text }));
  assert.equal(of('41'), 41);
  const inAMinute = of(new Date(Date.now() + 60_000).toUTCString()) ?? 0;
  assert.ok(inAMinute > 57 && inAMinute <= 60, String(inAMinute));
  assert.equal(of('Thu, 01 Jan 1970 00:00:00 GMT'), 0);
  assert.equal(of('soon'), undefined);
  assert.equal(retryAfterOf(new Headers()), undefined);
});

test('reads both windows; returns undefined for the quota of an address, which has no day', () => {
  const policy = '"minute";q=60;w=60, "day";q=1000;w=86400';
  const headers = (text: string) => new Headers({ 'ratelimit-policy': policy, ratelimit: text });
  assert.deepEqual(quotaOf(headers('"minute";r=59;t=41, "day";r=998;t=3600')), {
    minute: { limit: 60, remaining: 59, secondsToReset: 41 },
    day: { limit: 1000, remaining: 998, secondsToReset: 3600 },
  });
  assert.equal(quotaOf(headers('"minute";r=299;t=41')), undefined);
  assert.equal(quotaOf(new Headers()), undefined);
});
