import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MIN_DOWNLOAD_BYTES, nextReadingRate, type ReadingRate } from './connections.ts';

const KIB = 1024;

/** Returns the second in which a client that takes these bytes per second is closed. */
function closedAfter(bytesPerSecond: readonly number[], minBytes?: number): number | undefined {
  let rate: ReadingRate | undefined;
  let taken = 0;
  for (const [second, bytes] of bytesPerSecond.entries()) {
    taken += bytes;
    const next = nextReadingRate(rate, taken, minBytes);
    if (next === 'too slow') return second;
    rate = next;
  }
  return undefined;
}

const seconds = (count: number, bytes: number) => Array.from({ length: count }, () => bytes);

test('closes a client that takes less than 1 KB per second after 30 s', () => {
  assert.equal(closedAfter(seconds(60, 0)), 30);
  assert.equal(closedAfter(seconds(60, KIB - 1)), 30);
});

test('never closes a client that takes 1 KB per second', () => {
  assert.equal(closedAfter(seconds(1_000, KIB)), undefined);
});

test('never closes a client that takes bytes in steps as large as the buffer of the kernel', () => {
  const steps = Array.from({ length: 1_000 }, (_, second) => (second % 29 === 0 ? 30 * KIB : 0));
  assert.equal(closedAfter(steps), undefined);
});

test('closes a client that was fast and then stops reading', () => {
  assert.equal(closedAfter([...seconds(100, 100 * KIB), ...seconds(60, 0)]), 150);
});

test('closes a client that takes less than 16 KB per second of a download', () => {
  assert.equal(closedAfter(seconds(60, 16 * KIB - 1), MIN_DOWNLOAD_BYTES), 30);
  assert.equal(closedAfter(seconds(1_000, 16 * KIB), MIN_DOWNLOAD_BYTES), undefined);
});
