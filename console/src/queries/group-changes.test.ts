import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupChanges } from './group-changes.ts';

const change = (minute: number, key?: string) => ({
  at: new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString(),
  key,
});

test('groups neighbours with the same key, while no pause between two is longer than half an hour', () => {
  const changes = [change(100, 'a'), change(80, 'a'), change(55, 'a'), change(20, 'a'), change(19, 'b')];
  const sizes = groupChanges(changes, ({ key }) => key).map((group) => group.length);
  assert.deepEqual(sizes, [3, 1, 1]);
});

test('leaves a change without a key alone', () => {
  const groups = groupChanges([change(2), change(1), change(0)], ({ key }) => key);
  assert.equal(groups.length, 3);
});
