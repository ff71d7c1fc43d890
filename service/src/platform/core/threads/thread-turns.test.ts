import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { MAX_THREADS, ThreadTurns } from './thread-turns.ts';

function sharedNumber(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

const TURNS = 200;

/** Reads a number, lets its event loop turn, and writes the next number. */
const PROGRAM = `
  const { workerData: { module, thread, turns, total, state } } = require('node:worker_threads');
  // What waits for its turn does not keep a thread alive.
  const alive = setInterval(() => {}, 1_000);
  import(module).then(async ({ ThreadTurns }) => {
    const own = new ThreadTurns(state, thread);
    for (let count = 0; count < turns; count += 1) {
      await own.take();
      const before = total[0];
      await new Promise(setImmediate);
      total[0] = before + 1;
      own.end();
    }
    clearInterval(alive);
  });`;

test('no two threads have their turn at the same time, and each gets all of its turns', async () => {
  const [state, total] = [sharedNumber(), sharedNumber()];
  const module = import.meta.resolve('./thread-turns.ts');
  const threads = [1, 2, MAX_THREADS].map(
    (thread) =>
      new Worker(PROGRAM, { eval: true, workerData: { module, thread, turns: TURNS, total, state } }),
  );
  await Promise.all(threads.map((thread) => once(thread, 'exit')));
  assert.equal(total[0], threads.length * TURNS);
});

test('threads that wait get their turn in the order of their numbers, beginning after the one that ends its turn', async () => {
  const state = sharedNumber();
  const [first, second, third] = [1, 2, 3].map((thread) => new ThreadTurns(state, thread)) as [
    ThreadTurns,
    ThreadTurns,
    ThreadTurns,
  ];
  await second.take();
  const order: number[] = [];
  const taken = [first.take().then(() => order.push(1)), third.take().then(() => order.push(3))];
  second.end();
  await taken[1];
  const again = second.take().then(() => order.push(2));
  third.end();
  await taken[0];
  first.end();
  await again;
  assert.deepEqual(order, [3, 1, 2]);
});

test('a thread that ends while it has its turn, or waits for it, is never waited for', async () => {
  const state = sharedNumber();
  const living = new ThreadTurns(state, 1);
  const [ended, waiting] = [2, 3].map((thread) => new ThreadTurns(state, thread)) as [
    ThreadTurns,
    ThreadTurns,
  ];
  await ended.take();
  const turn = living.take();
  // As `take` of the third one does before it waits.
  void waiting.take();
  living.forget(2);
  living.forget(3);
  await turn;
});
