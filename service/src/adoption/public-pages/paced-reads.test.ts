import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_WAITING, PacedReads } from './paced-reads.ts';

/** Reads with a clock and timers that the test moves. */
function pacedReads(places = 1) {
  let time = 0;
  const timers: Array<{ callback: () => void; ms: number }> = [];
  const reads = new PacedReads({
    places,
    freeMs: 3,
    pause: 4,
    clock: {
      monotonic: () => time,
      after: (ms, callback) => {
        timers.push({ callback, ms });
        return () => assert.fail('no timer is cancelled');
      },
    },
  });
  const begun: string[] = [];
  const run = async (address: string, ms: number, name = address) =>
    reads.run(address, () => {
      begun.push(name);
      time += ms;
      return name;
    });
  const runTimers = () => {
    for (let timer = timers.shift(); timer !== undefined; timer = timers.shift()) timer.callback();
  };
  return { reads, run, begun, timers, runTimers };
}

test('short reads follow each other; after a long one the next waits four times as long', async () => {
  const { run, begun, timers, runTimers } = pacedReads();
  assert.deepEqual([await run('a', 3), await run('a', 10, 'long')], ['a', 'long']);
  const waiting = run('b', 1);
  assert.deepEqual(begun, ['a', 'long']);
  assert.deepEqual(
    timers.map(({ ms }) => ms),
    [40],
  );
  runTimers();
  assert.equal(await waiting, 'b');
});

test('addresses take turns, and the next read begins when one fails', async () => {
  const { reads, run, begun, runTimers } = pacedReads();
  await run('a', 10, 'first');
  const failed = Promise.resolve(
    reads.run('a', () => {
      throw new Error('no');
    }),
  );
  const others = [run('a', 1, 'a2'), run('a', 1, 'a3'), run('b', 1)];
  const failing = assert.rejects(failed, /no/);
  runTimers();
  await Promise.all([failing, ...others]);
  assert.deepEqual(begun, ['first', 'b', 'a2', 'a3']);
});

test('beyond 100 waiting reads the next one is rejected (503)', async () => {
  const { reads, run } = pacedReads();
  await run('a', 10);
  for (let count = 0; count < 100; count += 1) void run(`${count}`, 1);
  assert.throws(() => reads.run('b', () => 1), { status: 503 });
});

test('a read from a server has its place until its promise ends', async () => {
  const { reads, runTimers } = pacedReads(2);
  const { promise, resolve } = Promise.withResolvers<number>();
  const running = [reads.run('a', () => promise), reads.run('a', () => promise)];
  const waiting = reads.run('b', () => 2);
  assert.ok(waiting instanceof Promise);
  resolve(1);
  assert.deepEqual(await Promise.all(running), [1, 1]);
  runTimers();
  assert.equal(await waiting, 2);
});

test('one address that sends many reads takes half of the places, and another one is served', async () => {
  const { run, begun, runTimers } = pacedReads();
  await run('a', 10, 'first');
  const flood = Array.from({ length: MAX_WAITING }, () => run('a', 1).catch(() => 'refused'));
  const polite = run('b', 1);
  runTimers();
  assert.equal(await polite, 'b');
  assert.equal((await Promise.all(flood)).filter((one) => one === 'refused').length, MAX_WAITING / 2);
  assert.equal(begun.indexOf('b'), 2);
});
