import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairSemaphore } from '../../core/tasks/fair-semaphore.ts';
import { ConcurrencyLimit, hasCapacity, runInPlace } from './concurrency-limit.ts';

/** A handler that runs until the test calls `end`. */
class Handler {
  readonly response = new ServerResponse(new IncomingMessage(new Socket()));
  isRunning = false;
  readonly #end = Promise.withResolvers<void>();

  readonly run = async (): Promise<void> => {
    this.isRunning = true;
    await this.#end.promise;
    this.isRunning = false;
  };

  async end(): Promise<void> {
    this.#end.resolve();
    await nextTurn();
  }
}

/** Starts the handler of one request. Returns it if it got a slot. */
function start(limit: ConcurrencyLimit, account: number): Handler | undefined {
  const handler = new Handler();
  try {
    void limit.run(handler, BigInt(account), handler.run);
    return handler;
  } catch (error) {
    assert.ok(error instanceof Error);
    assert.equal(error.message, 'The service is overloaded. Try again in a moment.');
    return undefined;
  }
}

test('rejects a request beyond the limit (503), and accepts one after an answer', async () => {
  const limit = new ConcurrencyLimit(2);
  const first = start(limit, 1);
  assert.ok(first !== undefined && start(limit, 2) !== undefined);
  assert.equal(start(limit, 3), undefined);
  await first.end();
  assert.ok(start(limit, 3) !== undefined);
});

test('a handler that fails frees its slot, whether it is synchronous or not', async () => {
  const limit = new ConcurrencyLimit(1);
  const { response } = new Handler();
  const fail = () => {
    throw new Error('disk');
  };
  assert.throws(() => limit.run({ response }, 1n, fail), /disk/);
  await assert.rejects(async () => limit.run({ response }, 1n, async () => fail()), /disk/);
  assert.ok(start(limit, 1) !== undefined);
});

test('a client that disconnects uses its slot until its handler ends', async () => {
  const limit = new ConcurrencyLimit(1);
  const left = start(limit, 1);
  left?.response.destroy();
  assert.equal(start(limit, 1), undefined);
  await left?.end();
  assert.ok(start(limit, 1) !== undefined);
});

test('a client that has disconnected while an earlier step waited gets no slot', () => {
  const limit = new ConcurrencyLimit(1);
  const left = new Handler();
  left.response.destroy();
  assert.throws(() => limit.run(left, 1n, left.run), { code: 'service_unavailable' });
  assert.ok(start(limit, 1) !== undefined);
});

test('rejects an account that uses its share of scarce slots, and serves other accounts', () => {
  const limit = new ConcurrencyLimit(8);
  for (let count = 1; count <= 4; count += 1) assert.ok(start(limit, 1) !== undefined);
  assert.equal(start(limit, 1), undefined);
  for (const account of [2, 2, 3, 4]) assert.ok(start(limit, account) !== undefined);
  assert.equal(start(limit, 5), undefined);
});

test('one account may use half of all slots, but only a quarter once half are in use', () => {
  const max = 1_000;
  assert.equal(hasCapacity({ running: 499, ofAccount: 499, max }), true);
  assert.equal(hasCapacity({ running: 500, ofAccount: 500, max }), false);
  assert.equal(hasCapacity({ running: 500, ofAccount: 250, max }), false);
  assert.equal(hasCapacity({ running: 999, ofAccount: 249, max }), true);
  assert.equal(hasCapacity({ running: 1_000, ofAccount: 0, max }), false);
});

test('a read keeps its place until its answer is known, and a read whose client has disconnected never gets one', async () => {
  const places = new FairSemaphore({ max: 1 });
  const [running, left, next] = [new Handler(), new Handler(), new Handler()];
  const run = (handler: Handler) => Promise.resolve(runInPlace(places, handler, 1n, handler.run));
  const first = run(running);
  running.response.destroy();
  const refused = assert.rejects(run(left), { code: 'service_unavailable' });
  const waiting = run(next);
  left.response.destroy();
  await nextTurn();
  assert.ok(running.isRunning && !next.isRunning, 'the first read still uses the store');
  await running.end();
  await Promise.all([first, refused]);
  assert.ok(next.isRunning);
  await next.end();
  await waiting;
});
