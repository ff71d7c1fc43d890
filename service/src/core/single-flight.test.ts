import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CoalescedTask } from './single-flight.ts';

/** A task whose runs end when the test says so. */
function begin() {
  const runs: PromiseWithResolvers<number>[] = [];
  const task = new CoalescedTask(() => {
    const run = Promise.withResolvers<number>();
    runs.push(run);
    return run.promise;
  });
  return { task, runs };
}

test('who asks while it runs gets a run that begins after it, and all who do share it', async () => {
  const { task, runs } = begin();
  const first = task.run();
  const [second, third] = [task.run(), task.run()];
  assert.equal(runs.length, 1);
  runs[0]?.resolve(1);
  assert.equal(await first, 1);
  await Promise.resolve();
  assert.equal(runs.length, 2);
  runs[1]?.resolve(2);
  assert.deepEqual(await Promise.all([second, third]), [2, 2]);
  task.run();
  assert.equal(runs.length, 3);
});

test('a run that fails is told to those who asked for it, and the next begins all the same', async () => {
  const { task, runs } = begin();
  const first = task.run();
  const second = task.run();
  runs[0]?.reject(new Error('no'));
  await assert.rejects(first, /no/);
  await Promise.resolve();
  runs[1]?.resolve(2);
  assert.equal(await second, 2);
});
