import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { type Remaining, runInBackground } from './background-job.ts';

function start(run: (isStopped: () => boolean) => Promise<Remaining>) {
  const clock = new FakeClock();
  const errors: unknown[] = [];
  const job = { runs: 0, errors };
  const stop = runInBackground(clock, {
    intervalMs: 10,
    run: (isStopped) => {
      job.runs += 1;
      return run(isStopped);
    },
    onError: (error) => errors.push(error),
  });
  return { job, clock, stop };
}

test('a job runs immediately and after each interval', async () => {
  const { job, clock } = start(async () => 'more');
  await nextTurn();
  clock.advance(10);
  await nextTurn();
  clock.advance(10);
  assert.equal(job.runs, 3);
});

test('a job that takes longer than the interval does not run twice at the same time', async () => {
  const { promise, resolve } = Promise.withResolvers<Remaining>();
  const { job, clock } = start(() => promise);
  clock.advance(10);
  assert.equal(job.runs, 1);
  resolve('more');
  await nextTurn();
  clock.advance(10);
  assert.equal(job.runs, 2);
});

test('a job that has nothing left for ever does not run again', async () => {
  const { job, clock } = start(async () => 'done');
  await nextTurn();
  clock.advance(10);
  assert.equal(job.runs, 1);
});

test('a job that fails is reported and runs again', async () => {
  const fault = new Error('fault');
  const { job, clock } = start(() => Promise.reject(fault));
  await nextTurn();
  clock.advance(10);
  assert.deepEqual([job.runs, job.errors], [2, [fault]]);
});

test('a job that is stopped during a run learns it, does not run again, and reports no error', async () => {
  const { promise, reject } = Promise.withResolvers<Remaining>();
  const asked: Array<() => boolean> = [];
  const { job, clock, stop } = start((isStopped) => {
    asked.push(isStopped);
    return promise;
  });
  stop();
  reject(new Error('closed'));
  await nextTurn();
  clock.advance(10);
  assert.deepEqual([job.runs, job.errors, asked[0]?.()], [1, [], true]);
});
