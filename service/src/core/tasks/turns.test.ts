import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Turns } from './turns.ts';

test('tasks go on in their order, two in a turn of the event loop; those who wait for the end go on together', async () => {
  const turns = new Turns(2);
  const done: string[] = [];
  const ended = [1, 2, 3, 4, 5].map(async (task) => {
    await turns.next();
    done.push(`task ${task}`);
    await turns.empty();
    done.push(`end of ${task}`);
  });
  const seen: number[] = [];
  while (done.length < 5) {
    await nextTurn();
    seen.push(done.length);
  }
  // The first one did not wait for a turn.
  assert.deepEqual(seen, [3, 5]);
  await Promise.all(ended);
  assert.deepEqual(
    done,
    ['task', 'end of'].flatMap((what) => [1, 2, 3, 4, 5].map((task) => `${what} ${task}`)),
  );
});

test('a task that is alone goes on at once, and nothing is awaited', async () => {
  const turns = new Turns(2);
  let isNextTurn = false;
  setImmediate(() => {
    isNextTurn = true;
  });
  await turns.empty();
  await turns.next();
  assert.equal(isNextTurn, false);
});
