import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue } from './fair-queue.ts';

function queueOf(...items: string[]): FairQueue<string, string> {
  const queue = new FairQueue<string, string>();
  for (const item of items) queue.push(item[0] ?? '', item);
  return queue;
}

function drain(queue: FairQueue<string, string>): string[] {
  return Array.from({ length: queue.length }, () => queue.shift() ?? 'none');
}

test('takes the owners in turn, and the items of each in the order of their arrival', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1', 'c1', 'c2');
  assert.deepEqual(drain(queue), ['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  assert.equal(queue.shift(), undefined);
});

test('an owner that arrives later waits for one item of each other owner', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'a4');
  assert.equal(queue.shift(), 'a1');
  queue.push('b', 'b1');
  assert.deepEqual(drain(queue), ['a2', 'b1', 'a3', 'a4']);
});

test('skips the owners that must not have a turn now', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  assert.equal(
    queue.shift((owner) => owner !== 'a'),
    'b1',
  );
  assert.equal(
    queue.shift((owner) => owner !== 'a'),
    undefined,
  );
  assert.deepEqual(drain(queue), ['a1', 'a2']);
});

test('removes items wherever they wait', () => {
  const queue = queueOf('a1', 'b1', 'a2', 'c1');
  assert.deepEqual(
    queue.remove((item) => item === 'a1' || item === 'b1'),
    ['a1', 'b1'],
  );
  assert.deepEqual([queue.length, queue.lengthOf('a'), queue.lengthOf('b')], [2, 1, 0]);
  assert.deepEqual([...queue].sort(), ['a2', 'c1']);
});

test('drops the newest item of the owner with the most items, and of none that has few', () => {
  const queue = queueOf('a1', 'b1', 'b2', 'b3', 'a2');
  assert.equal(queue.dropFromLongest(3), undefined);
  assert.equal(queue.dropFromLongest(2), 'b3');
  assert.equal(queue.dropFromLongest(2), undefined);
  assert.deepEqual(drain(queue), ['a1', 'b1', 'a2', 'b2']);
});
