import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { onAbort } from './on-abort.ts';

test('a signal has one listener, however many wait for it, and those that do not any more are not run', () => {
  const controller = new AbortController();
  const run: number[] = [];
  const forget = Array.from({ length: 50 }, (_, index) => onAbort(controller.signal, () => run.push(index)));
  assert.equal(getEventListeners(controller.signal, 'abort').length, 1);
  for (const one of forget.slice(1)) one();
  controller.abort();
  assert.deepEqual(run, [0]);
  onAbort(undefined, () => run.push(-1))();
});
