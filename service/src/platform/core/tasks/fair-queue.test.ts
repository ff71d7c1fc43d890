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

test('drops a task that is aborted before its turn, and lets one that runs end', async () => {
  const turns = new Turns<number>();
  const ran: string[] = [];
  const end = Promise.withResolvers<void>();
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
  const running = turns.run(1, () => end.promise.then(() => void ran.push('first')), first.signal);
  const waiting = turns.run(1, async () => void ran.push('second'), second.signal);
  first.abort(new Error('gone'));
  second.abort(new Error('gone'));
  await assert.rejects(waiting, /gone/);
  third.abort(new Error('gone before'));
  await assert.rejects(
    turns.run(1, async () => void ran.push('third'), third.signal),
    /gone before/,
  );
  const last = turns.run(1, async () => void ran.push('last'), NEVER);
  end.resolve();
  await Promise.all([running, last]);
  assert.deepEqual(ran, ['first', 'last']);
});
