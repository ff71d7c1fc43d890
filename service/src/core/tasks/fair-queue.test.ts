import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from './fair-queue.ts';

const NEVER = new AbortController().signal;

test('runs one task at a time, also after one that fails', async () => {
  const turns = new Turns<number>();
  let running = 0;
  const task = async (fails: boolean) => {
    running += 1;
    assert.equal(running, 1);
    await new Promise(setImmediate);
    running -= 1;
    if (fails) throw new Error('no');
  };
  const results = await Promise.allSettled(
    [1, 2, 3].map((key) => turns.run(key, () => task(key === 1), NEVER)),
  );
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  );
});
