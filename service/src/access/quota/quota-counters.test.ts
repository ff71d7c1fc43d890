import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { INT64_MAX, INT64_MIN } from '../../platform/core/int64.ts';
import { MAX_QUOTA } from './plan.ts';
import { UsageTable } from './quota-counters.ts';

const NOTHING = { minute: 0, minuteUsed: 0, day: 0, dayUsed: 0 };

test('a new account has no usage', () => {
  const table = new UsageTable();
  assert.deepEqual(table.read(table.slotOf(7n)), NOTHING);
});

test('reads back the usage of each account, beyond the initial capacity too', () => {
  const table = new UsageTable();
  const model = new Map<bigint, typeof NOTHING>();
  const number = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const usage = fc.record(
    { minute: number, minuteUsed: number, day: number, dayUsed: number },
    { noNullPrototype: true },
  );
  for (const [index, written] of fc.sample(usage, { numRuns: 5_000, seed: 1 }).entries()) {
    table.write(table.slotOf(BigInt(index)), written);
    model.set(BigInt(index), written);
  }
  for (const [id, written] of model) assert.deepEqual(table.read(table.slotOf(id)), written);
});

test('distinguishes accounts over the whole int64 range of ids', () => {
  const table = new UsageTable();
  const ids = [INT64_MIN, -1n, 0n, 2n ** 53n, 2n ** 53n + 1n, INT64_MAX];
  for (const [index, id] of ids.entries()) table.write(table.slotOf(id), { ...NOTHING, dayUsed: index });
  for (const [index, id] of ids.entries()) assert.equal(table.read(table.slotOf(id)).dayUsed, index);
  for (const id of ids.toReversed()) table.markChanged(table.slotOf(id));
  assert.deepEqual(takeChanged(table, 100), ids);
});

test('holds the largest custom quota and all dates of this century', () => {
  const table = new UsageTable();
  const slot = table.slotOf(1n);
  const endOfCentury = Date.UTC(2100, 0, 1);
  const usage = {
    minute: endOfCentury / 60_000,
    minuteUsed: MAX_QUOTA,
    day: endOfCentury / 86_400_000,
    dayUsed: MAX_QUOTA,
  };
  table.write(slot, usage);
  assert.deepEqual(table.read(slot), usage);
});

test('takeChanged returns each changed account once, in the order of the ids, up to the given number', () => {
  const table = new UsageTable();
  for (const id of [5n, 1n, 3n, 2n, 4n]) table.markChanged(table.slotOf(id));
  table.markChanged(table.slotOf(1n));
  assert.equal(table.changedCount, 5);
  assert.deepEqual(takeChanged(table, 3), [1n, 3n, 5n]);
  assert.deepEqual(takeChanged(table, 3), [2n, 4n]);
  assert.deepEqual(takeChanged(table, 3), []);
});

test('an account that changes after takeChanged is returned again', () => {
  const table = new UsageTable();
  table.markChanged(table.slotOf(1n));
  takeChanged(table, 1);
  table.markChanged(table.slotOf(1n));
  assert.deepEqual(takeChanged(table, 1), [1n]);
});

function takeChanged(table: UsageTable, max: number): bigint[] {
  return table.takeChanged(max).map((slot) => table.accountOf(slot));
}
