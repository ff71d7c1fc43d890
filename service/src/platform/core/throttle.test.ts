import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { MINUTE, SECOND } from './clock.ts';
import { type SuppressedLines, Throttle } from './throttle.ts';

function throttled() {
  const clock = new FakeClock();
  const throttle = new Throttle(MINUTE, clock);
  const lines: SuppressedLines[] = [];
  return { clock, lines, log: (kind?: string) => throttle.run((leftOut) => lines.push(leftOut), kind) };
}

test('logs a repeated error once a minute, with the number of lines left out', () => {
  const { clock, lines, log } = throttled();
  for (let seconds = 0; seconds <= 120; seconds += 1) {
    log();
    clock.advance(SECOND);
  }
  assert.deepEqual(lines, [{}, { leftOut: 59 }, { leftOut: 59 }]);
});

test('logs an error of another kind immediately', () => {
  const { lines, log } = throttled();
  for (const kind of ['counters', 'bans', 'counters', 'bans']) log(kind);
  assert.deepEqual(lines, [{}, {}]);
});

test('evicts the oldest of more than 100 kinds', () => {
  const { lines, log } = throttled();
  for (let kind = 0; kind <= 100; kind += 1) log(`kind ${kind}`);
  log('kind 100');
  assert.equal(lines.length, 101);
  log('kind 0');
  assert.equal(lines.length, 102);
});
