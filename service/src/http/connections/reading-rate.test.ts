import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextReadingRate, type ReadingRate } from './reading-rate.ts';

const KIB = 1024;

/** Checks a connection once for each second in which its client takes so many bytes; the second in which it is closed. */
function closedAfter(takenEachSecond: readonly number[]): number | undefined {
  let rate: ReadingRate | undefined;
  let taken = 0;
  for (const [second, bytes] of takenEachSecond.entries()) {
    taken += bytes;
    const next = nextReadingRate(rate, taken);
    if (next === 'too slow') return second;
    rate = next;
  }
  return undefined;
}

const seconds = (count: number, bytes: number) => Array.from({ length: count }, () => bytes);

test('a client that takes less than 1 KB a second is closed after 30 s', () => {
  assert.equal(closedAfter(seconds(60, 0)), 30);
  assert.equal(closedAfter(seconds(60, KIB - 1)), 30);
});

test('a client that takes 1 KB a second is never closed', () => {
  assert.equal(closedAfter(seconds(1_000, KIB)), undefined);
});

test('a client that takes its bytes in steps as large as the buffer of the kernel is never closed', () => {
  const steps = Array.from({ length: 1_000 }, (_, second) => (second % 29 === 0 ? 30 * KIB : 0));
  assert.equal(closedAfter(steps), undefined);
});

test('a client that was fast once is closed when it takes nothing any more', () => {
  assert.equal(closedAfter([...seconds(100, 100 * KIB), ...seconds(60, 0)]), 150);
});
