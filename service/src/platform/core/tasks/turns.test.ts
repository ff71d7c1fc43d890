import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Turns } from './turns.ts';

test('tasks go on in their order, two in a turn of the event loop', async () => {
  const turns = new Turns(2);
  const done: number[] = [];
  for (const task of [1, 2, 3, 4, 5]) void turns.next().then(() => done.push(task));
  const seen: number[] = [];
  while (done.length < 5) {
    await nextTurn();
    seen.push(done.length);
  }
  // The first one did not wait for a turn.
  assert.deepEqual(seen, [3, 5]);
  assert.deepEqual(done, [1, 2, 3, 4, 5]);
});

test('a task that is alone goes on at once', async () => {
  const turns = new Turns(2);
  let isNextTurn = false;
  setImmediate(() => {
    isNextTurn = true;
  });
  await turns.next();
  assert.equal(isNextTurn, false);
});
