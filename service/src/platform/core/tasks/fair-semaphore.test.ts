import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { FairSemaphore, type SemaphoreOptions, type Waiter } from './fair-semaphore.ts';

const LONG_MS = 60_000;

/** A semaphore that records which tasks got a place. */
function recorded(options: SemaphoreOptions) {
  const semaphore = new FairSemaphore(options);
  const started: string[] = [];
  const releases = new Map<string, () => void>();
  const failures: unknown[] = [];
  return {
    semaphore,
    started,
    failures,
    async start(name: string, waiter: Waiter, maxWaitMs = LONG_MS) {
      try {
        releases.set(name, await semaphore.acquire(waiter, maxWaitMs));
        started.push(name);
      } catch (error) {
        failures.push(error);
      }
    },
    async end(name: string) {
      releases.get(name)?.();
      await nextTurn();
    },
  };
}

test('gives the places to the waiting accounts in turn', async () => {
  const { start, end, started, semaphore } = recorded({ max: 1 });
  for (const name of ['a1', 'a2', 'a3']) void start(name, { account: 1n });
  void start('b1', { account: 2n });
  void start('service', {});
  await nextTurn();
  for (const name of ['a1', 'b1', 'service', 'a2', 'a3']) await end(name);
  assert.deepEqual(started, ['a1', 'b1', 'service', 'a2', 'a3']);
  assert.ok(semaphore.isIdle);
});

test('keeps a part of the places from an account that has its share, and gives it to another one', async () => {
  const { start, end, started } = recorded({ max: 4, maxOfAccount: 3 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void start(name, { account: 1n });
  void start('b1', { account: 2n });
  await nextTurn();
  assert.deepEqual(started, ['a1', 'a2', 'a3', 'b1']);
  await end('b1');
  assert.equal(started.length, 4, 'the share of the first account is used up');
  await end('a1');
  assert.deepEqual(started.at(-1), 'a4');
  await end('a2');
});

test('a task that is abandoned while it waits is not started, and the next one is', async () => {
  const { start, end, started, failures } = recorded({ max: 1 });
  let isAbandoned = false;
  void start('first', {});
  void start('left', { account: 1n, isAbandoned: () => isAbandoned });
  void start('next', { account: 1n });
  await nextTurn();
  isAbandoned = true;
  await end('first');
  assert.deepEqual([started, failures.length], [['first', 'next'], 1]);
  await start('late', { isAbandoned: () => true });
  assert.equal(failures.length, 2);
});

test('a task that waits too long is rejected (503), and its place in the queue is free', async () => {
  const clock = new FakeClock();
  const { start, end, started, failures, semaphore } = recorded({ max: 1, clock });
  void start('first', {});
  void start('late', { account: 1n }, 2_000);
  await nextTurn();
  clock.advance(1_999);
  await nextTurn();
  assert.equal(failures.length, 0);
  clock.advance(1);
  await nextTurn();
  const [{ code, headers } = {}] = failures as { code?: string; headers?: Record<string, string> }[]; // an ApiError
  assert.deepEqual([code, headers?.['Retry-After']], ['service_unavailable', '1']);
  await end('first');
  assert.deepEqual(started, ['first']);
  assert.ok(semaphore.isIdle);
});
