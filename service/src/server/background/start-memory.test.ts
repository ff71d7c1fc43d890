import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { freeStartMemory, processMemory } from './start-memory.ts';

test('garbage is collected once, after the first five seconds in which the service was idle', async () => {
  const clock = new FakeClock();
  let [utilization, collections] = [0.5, 0];
  freeStartMemory(clock, {
    utilization: () => utilization,
    collectGarbage: async () => {
      collections += 1;
      throw new Error('Inspector is not available');
    },
  });
  clock.advance(5_000);
  assert.equal(collections, 0);
  utilization = 0.02;
  clock.advance(4_999);
  assert.equal(collections, 0);
  clock.advance(1);
  assert.equal(collections, 1);
  await nextTurn();
  clock.advance(60_000);
  assert.equal(collections, 1);
});

test('the collection frees every object that nothing refers to', async () => {
  const unused = new WeakRef({});
  await nextTurn();
  await processMemory().collectGarbage();
  assert.equal(unused.deref(), undefined);
});
