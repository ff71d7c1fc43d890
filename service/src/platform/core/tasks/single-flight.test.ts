import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CoalescedTask, singleFlight, singleFlightByKey } from './single-flight.ts';

/** A task whose runs end when the test resolves them. */
function controlledTask() {
  const runs: PromiseWithResolvers<number>[] = [];
  const task = () => {
    const run = Promise.withResolvers<number>();
    runs.push(run);
    return run.promise;
  };
  return { task, runs };
}

test('single-flight: calls during a run share its result, and the next call starts another run', async () => {
  const { task, runs } = controlledTask();
  const call = singleFlight(task);
  const [first, second] = [call(), call()];
  assert.equal(runs.length, 1);
  runs[0]?.resolve(1);
  assert.deepEqual(await Promise.all([first, second]), [1, 1]);
  const third = call();
  runs[1]?.reject(new Error('no'));
  await assert.rejects(third, /no/);
  call();
  assert.equal(runs.length, 3);
});

test('single-flight by key: only calls with the same key share a run', async () => {
  const { task, runs } = controlledTask();
  const call = singleFlightByKey((_key: string, _time: number) => task());
  const calls = [call('a', 1), call('b', 1), call('a', 2)];
  assert.equal(runs.length, 2);
  runs[0]?.resolve(1);
  runs[1]?.resolve(2);
  assert.deepEqual(await Promise.all(calls), [1, 2, 1]);
  call('a', 3);
  assert.equal(runs.length, 3);
});

test('single-flight by key: returns what a synchronous task returns or throws, and runs it each time', () => {
  const results = [1, 2];
  const call = singleFlightByKey((_key: string) => {
    const result = results.shift();
    if (result === undefined) throw new Error('no');
    return result;
  });
  assert.deepEqual([call('a'), call('a')], [1, 2]);
  assert.throws(() => call('a'), /no/);
});

test('coalesced: calls during a run share one run that starts after it', async () => {
  const { task, runs } = controlledTask();
  const coalesced = new CoalescedTask(task);
  const first = coalesced.run();
  const [second, third] = [coalesced.run(), coalesced.run()];
  assert.equal(runs.length, 1);
  runs[0]?.resolve(1);
  assert.equal(await first, 1);
  await Promise.resolve();
  assert.equal(runs.length, 2);
  runs[1]?.resolve(2);
  assert.deepEqual(await Promise.all([second, third]), [2, 2]);
  coalesced.run();
  assert.equal(runs.length, 3);
});

test('coalesced: a run that fails rejects its own calls, and the next run starts', async () => {
  const { task, runs } = controlledTask();
  const coalesced = new CoalescedTask(task);
  const first = coalesced.run();
  const second = coalesced.run();
  runs[0]?.reject(new Error('no'));
  await assert.rejects(first, /no/);
  await Promise.resolve();
  runs[1]?.resolve(2);
  assert.equal(await second, 2);
});

test('coalesced: a call at any moment after the end of a run starts none beside the next one', async () => {
  for (let moment = 0; moment < 10; moment += 1) {
    const { task, runs } = controlledTask();
    let [running, most] = [0, 0];
    const coalesced = new CoalescedTask(async () => {
      running += 1;
      most = Math.max(most, running);
      await task();
      running -= 1;
    });
    const calls = [coalesced.run(), coalesced.run()];
    runs[0]?.resolve(0);
    for (let turn = 0; turn < moment; turn += 1) await Promise.resolve();
    calls.push(coalesced.run());
    while (running > 0 || runs.length < 2) {
      for (const run of runs) run.resolve(0);
      await new Promise(setImmediate);
    }
    await Promise.all(calls);
    assert.equal(most, 1, `after ${moment} turns`);
  }
});
