import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE } from '../core/clock.ts';
import { nextBan } from './ban.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const minutesAfter = (lastMinutes: number, endedAgo: number) => {
  const last = { startedAt: NOON - endedAgo - lastMinutes * MINUTE, endsAt: NOON - endedAgo };
  const ban = nextBan(last, NOON);
  assert.equal(ban.startedAt, NOON);
  return (ban.endsAt - ban.startedAt) / MINUTE;
};

test('the first ban of a key lasts 5 minutes', () => {
  assert.deepEqual(nextBan(undefined, NOON), { startedAt: NOON, endsAt: NOON + 5 * MINUTE });
});

test('a ban within 24 hours after the last one is twice as long, at most 24 hours', () => {
  assert.equal(minutesAfter(5, 0), 10);
  assert.equal(minutesAfter(10, HOUR), 20);
  assert.equal(minutesAfter(640, 23 * HOUR), 1280);
  assert.equal(minutesAfter(1280, DAY - 1), 1440);
  assert.equal(minutesAfter(1440, 0), 1440);
});

test('a ban more than 24 hours after the last one lasts 5 minutes again', () => {
  assert.equal(minutesAfter(640, DAY + 1), 5);
});
