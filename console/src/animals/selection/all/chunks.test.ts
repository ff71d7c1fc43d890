import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { byReason, CHUNK_SIZE, changeInChunks } from './chunks.ts';

const signal = new AbortController().signal;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test('each item is sent once, in chunks of the same size, and is counted once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(450), fc.nat(7), async (count, every) => {
      const sent: number[][] = [];
      const outcome = await changeInChunks(numbers(count), {
        signal,
        onProgress: () => {},
        send: async (chunk) => {
          sent.push([...chunk]);
          return chunk.map((item) => (item % (every + 2) === 0 ? 'held' : undefined));
        },
      });
      assert.deepEqual(sent.flat(), numbers(count));
      assert.ok(sent.slice(0, -1).every(({ length }) => length === CHUNK_SIZE));
      assert.equal(outcome.done + outcome.failed.length, count);
      assert.deepEqual(outcome.left, []);
    }),
  );
});

test('after a stop, the chunk that was sent counts, and the others are left', async () => {
  const stop = new AbortController();
  const outcome = await changeInChunks(numbers(250), {
    signal: stop.signal,
    onProgress: () => {},
    send: async (chunk) => {
      stop.abort();
      return chunk.map(() => undefined);
    },
  });
  assert.deepEqual([outcome.done, outcome.left.length, outcome.error], [CHUNK_SIZE, 150, undefined]);
});

test('after a request that failed, no other is sent', async () => {
  const error = new Error('offline');
  let sent = 0;
  const outcome = await changeInChunks(numbers(250), {
    signal,
    onProgress: () => {},
    send: async (chunk) => {
      sent += 1;
      if (sent === 2) throw error;
      return chunk.map(() => undefined);
    },
  });
  assert.deepEqual([sent, outcome.done, outcome.left.length, outcome.error], [2, 100, 150, error]);
});

test('the reasons of a summary are in the order of their numbers', () => {
  const failed = [
    { item: 1, reason: 'held' },
    { item: 2, reason: 'gone' },
    { item: 3, reason: 'gone' },
  ];
  assert.deepEqual(byReason({ failed }), [
    ['gone', [2, 3]],
    ['held', [1]],
  ]);
});
