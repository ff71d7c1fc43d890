import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMost } from './at-most.ts';

test('runs at most two tasks at a time, in the order of the calls, and the next one when one ends or fails', async () => {
  const limited = atMost(2);
  const begun: number[] = [];
  const tasks = [1, 2, 3, 4].map((number) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const result = limited(() => {
      begun.push(number);
      return promise;
    });
    return { result, resolve, reject };
  });
  assert.deepEqual(begun, [1, 2]);
  tasks[1]?.reject(new Error('no'));
  await assert.rejects(async () => tasks[1]?.result, /no/);
  await Promise.resolve();
  assert.deepEqual(begun, [1, 2, 3]);
  tasks[0]?.resolve(1);
  tasks[2]?.resolve(3);
  tasks[3]?.resolve(4);
  assert.deepEqual(await Promise.all([0, 2, 3].map((index) => tasks[index]?.result)), [1, 3, 4]);
});

test('a task that ends at once takes no place', () => {
  const limited = atMost(1);
  for (const _ of [1, 2]) {
    assert.throws(() =>
      limited(() => {
        throw new Error('no');
      }),
    );
  }
  assert.equal(
    limited(() => 5),
    5,
  );
});
