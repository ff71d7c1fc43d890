import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE, SECOND } from '../core/clock.ts';
import { PLANS } from './plan.ts';
import { Strikes, strikesUntilBan } from './strikes.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

test('a key is banned after as many strikes as its account has requests per minute, at least 60 and at most 1,000', () => {
  const threshold = (perMinute: number) => strikesUntilBan({ perMinute, perDay: 1_000_000 });
  assert.equal(threshold(1), 60);
  assert.equal(threshold(59), 60);
  assert.equal(threshold(PLANS.free.perMinute), 60);
  assert.equal(threshold(61), 61);
  assert.equal(threshold(PLANS.pro.perMinute), 300);
  assert.equal(threshold(PLANS.business.perMinute), 1_000);
  assert.equal(threshold(1_000_000_000), 1_000);
});

test('the burst in flight when the first refusal came is no strike: a second of grace, to the millisecond', () => {
  const strikes = new Strikes();
  for (const ms of [0, 1, 500, 1_000]) assert.equal(strikes.refused(1n, 1n, 'minute', NOON + ms), 0);
  assert.equal(strikes.refused(1n, 1n, 'minute', NOON + 1_001), 1);
  assert.equal(strikes.refused(1n, 1n, 'minute', NOON + 59_999), 2);
});

test('strikes do not add up over minutes', () => {
  const strikes = new Strikes();
  strikes.refused(1n, 1n, 'minute', NOON);
  assert.equal(strikes.refused(1n, 1n, 'minute', NOON + 30 * SECOND), 1);
  assert.equal(strikes.refused(1n, 1n, 'minute', NOON + MINUTE), 0);
  assert.equal(strikes.refused(1n, 1n, 'minute', NOON + MINUTE + 2 * SECOND), 1);
});

test('a used-up day has one grace, not one a minute, and the next day has its own', () => {
  const strikes = new Strikes();
  assert.equal(strikes.refused(1n, 1n, 'day', NOON), 0);
  assert.equal(strikes.refused(1n, 1n, 'day', NOON + HOUR), 1);
  assert.equal(strikes.refused(1n, 1n, 'day', NOON + HOUR + SECOND), 2);
  assert.equal(strikes.refused(1n, 1n, 'day', NOON + 2 * HOUR), 1);
  assert.equal(strikes.refused(1n, 1n, 'day', NOON + DAY), 0);
});

test('the refusals of both windows count together against a key', () => {
  const strikes = new Strikes();
  strikes.refused(1n, 1n, 'minute', NOON);
  strikes.refused(1n, 1n, 'day', NOON);
  assert.equal(strikes.refused(1n, 1n, 'minute', NOON + 2 * SECOND), 1);
  assert.equal(strikes.refused(1n, 1n, 'day', NOON + 2 * SECOND), 2);
});

test('a strike is against the key that sent the request, and no other account loses its grace', () => {
  const strikes = new Strikes();
  strikes.refused(1n, 1n, 'minute', NOON);
  assert.equal(strikes.refused(1n, 1n, 'minute', NOON + 2 * SECOND), 1);
  assert.equal(strikes.refused(1n, 2n, 'minute', NOON + 2 * SECOND), 1);
  assert.equal(strikes.refused(2n, 3n, 'minute', NOON + 2 * SECOND), 0);
});

test('a clock that is set back forgives: what lies ahead of it is no strike', () => {
  const strikes = new Strikes();
  strikes.refused(1n, 1n, 'minute', NOON + 30 * SECOND);
  assert.equal(strikes.refused(1n, 1n, 'minute', NOON), 0);
  assert.equal(strikes.refused(1n, 1n, 'minute', NOON - HOUR), 0);
});
