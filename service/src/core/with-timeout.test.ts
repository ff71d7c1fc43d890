import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { SECOND } from './clock.ts';
import { settlesWithin, withTimeout } from './with-timeout.ts';

const never = new Promise<never>(() => {});

test('withTimeout returns the result, and undefined after the time', async () => {
  assert.equal(await withTimeout(60 * SECOND, Promise.resolve(1)), 1);
  assert.equal(await withTimeout(1, never), undefined);
  await assert.rejects(withTimeout(60 * SECOND, Promise.reject(new Error('no'))), /no/);
});

test('settlesWithin is true for work that is resolved or rejected in time, and false after the time', async () => {
  const clock = new FakeClock(0);
  assert.equal(await settlesWithin(clock, SECOND, Promise.resolve(1)), true);
  assert.equal(await settlesWithin(clock, SECOND, Promise.reject(new Error('no'))), true);
  const late = settlesWithin(clock, SECOND, never);
  clock.advance(SECOND);
  assert.equal(await late, false);
});
