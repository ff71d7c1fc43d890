import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UploadQueue } from './upload-queue.ts';

const MIB = 1024 * 1024;
const FULL = { code: 'service_unavailable', headers: { 'Retry-After': '5' } };

test('an account has at most two uploads that wait, besides the one that is processed', async () => {
  const queue = new UploadQueue();
  const done = Promise.withResolvers<void>();
  const first = queue.enter(1n, MIB);
  queue.enter(1n, MIB);
  assert.throws(() => queue.enter(1n, MIB), FULL);
  queue.enter(2n, MIB).leave();
  const started = Promise.withResolvers<void>();
  const processed = first.process(() => {
    started.resolve();
    return done.promise;
  });
  await started.promise;
  queue.enter(1n, MIB);
  assert.throws(() => queue.enter(1n, MIB), FULL);
  done.resolve();
  await processed;
});

test('uploads of all accounts take at most 24 MiB together, and each one that leaves makes room once', () => {
  const queue = new UploadQueue();
  const places = [1n, 2n, 3n].map((account) => queue.enter(account, 8 * MIB));
  assert.throws(() => queue.enter(5n, 1), FULL);
  places[0]?.leave();
  places[0]?.leave();
  queue.enter(5n, 8 * MIB);
  assert.throws(() => queue.enter(6n, 1), FULL);
});

test('of 1,000 uploads at once, only the first ones of each account are accepted', () => {
  const queue = new UploadQueue();
  const accepted = Array.from({ length: 1000 }, (_, index) => {
    try {
      return queue.enter(BigInt(index % 10), MIB);
    } catch {
      return undefined;
    }
  }).filter((place) => place !== undefined);
  assert.equal(accepted.length, 20);
});

test('processes one upload at a time, also after one that fails', async () => {
  const queue = new UploadQueue();
  let running = 0;
  const task = async (fails: boolean) => {
    running += 1;
    assert.equal(running, 1);
    await new Promise(setImmediate);
    running -= 1;
    if (fails) throw new Error('no');
  };
  const results = await Promise.allSettled(
    [1n, 2n, 3n].map((account) => queue.enter(account, 1).process(() => task(account === 1n))),
  );
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  );
});
