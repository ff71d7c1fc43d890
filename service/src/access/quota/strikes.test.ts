import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE, SECOND } from '../../platform/core/clock.ts';
import type { WindowName } from './fixed-window.ts';
import { PLANS } from './plan.ts';
import { banThreshold, RefusalCounts, strikesOf } from './strikes.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

/** Counts a refusal of an account on the Free plan and returns the strikes of its key. */
function refuse(
  counts: RefusalCounts,
  accountId: bigint,
  keyId: bigint,
  window: WindowName,
  now: number,
): number {
  return strikesOf(counts.addRefusal({ accountId, keyId }, window, now), PLANS.free);
}

test('bans after as many strikes as the quota per minute, between 60 and 1,000', () => {
  const threshold = (perMinute: number) => banThreshold({ perMinute, perDay: 1_000_000 });
  assert.equal(threshold(1), 60);
  assert.equal(threshold(59), 60);
  assert.equal(threshold(PLANS.free.perMinute), 60);
  assert.equal(threshold(61), 61);
  assert.equal(threshold(PLANS.pro.perMinute), 300);
  assert.equal(threshold(PLANS.business.perMinute), 1_000);
  assert.equal(threshold(1_000_000_000), 1_000);
});

test('rejections by both windows count together for a key', () => {
  const counts = new RefusalCounts();
  refuse(counts, 1n, 1n, 'minute', NOON);
  refuse(counts, 1n, 1n, 'day', NOON);
  assert.equal(refuse(counts, 1n, 1n, 'minute', NOON + 2 * SECOND), 1);
  assert.equal(refuse(counts, 1n, 1n, 'day', NOON + 2 * SECOND), 2);
});

test('a strike counts for the key of the request, and the grace period for its account', () => {
  const counts = new RefusalCounts();
  refuse(counts, 1n, 1n, 'minute', NOON);
  assert.equal(refuse(counts, 1n, 1n, 'minute', NOON + 2 * SECOND), 1);
  assert.equal(refuse(counts, 1n, 2n, 'minute', NOON + 2 * SECOND), 1);
  assert.equal(refuse(counts, 2n, 3n, 'minute', NOON + 2 * SECOND), 0);
});

test('a clock that is set back adds no strikes', () => {
  const counts = new RefusalCounts();
  refuse(counts, 1n, 1n, 'minute', NOON + 30 * SECOND);
  assert.equal(refuse(counts, 1n, 1n, 'minute', NOON), 0);
  assert.equal(refuse(counts, 1n, 1n, 'minute', NOON - HOUR), 0);
});

test('allows a burst in the second after the first 429: the quota per minute, at least 100 and at most 1,000', () => {
  for (const [perMinute, burst] of [
    [1, 100],
    [60, 100],
    [101, 101],
    [300, 300],
    [1_000, 1_000],
    [1_000_000, 1_000],
  ] as const) {
    const quota = { perMinute, perDay: 1_000_000 };
    assert.equal(strikesOf({ early: burst, late: 0 }, quota), 0);
    assert.equal(strikesOf({ early: burst + 1, late: 0 }, quota), 1);
    assert.equal(strikesOf({ early: burst + 3, late: 4 }, quota), 7);
  }
});

test('each key has its own burst, which counts the rejections by both windows in one minute', () => {
  const counts = new RefusalCounts();
  for (let refusal = 0; refusal < 60; refusal += 1) {
    assert.equal(refuse(counts, 1n, 1n, 'minute', NOON), 0);
    assert.equal(refuse(counts, 1n, 2n, 'minute', NOON), 0);
  }
  for (let refusal = 0; refusal < 40; refusal += 1) assert.equal(refuse(counts, 1n, 1n, 'day', NOON), 0);
  assert.equal(refuse(counts, 1n, 1n, 'day', NOON), 1);
  assert.equal(refuse(counts, 1n, 2n, 'day', NOON), 0);
  assert.equal(refuse(counts, 1n, 1n, 'minute', NOON + MINUTE), 0);
});

test('a key has a new burst after its strikes are reset', () => {
  const counts = new RefusalCounts();
  for (let refusal = 0; refusal < 150; refusal += 1) refuse(counts, 1n, 1n, 'minute', NOON);
  counts.reset(1n);
  assert.equal(refuse(counts, 1n, 1n, 'minute', NOON), 0);
});
