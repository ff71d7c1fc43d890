import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { onAbort } from './on-abort.ts';

test('adds one listener per signal for all actions, and does not run removed actions', () => {
  const controller = new AbortController();
  const run: number[] = [];
  const removers = Array.from({ length: 50 }, (_, index) =>
    onAbort(controller.signal, () => run.push(index)),
  );
  assert.equal(getEventListeners(controller.signal, 'abort').length, 1);
  for (const remove of removers.slice(1)) remove();
  controller.abort();
  assert.deepEqual(run, [0]);
  onAbort(undefined, () => run.push(-1))();
});
