import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../../core/errors.ts';
import { FairSemaphore } from '../../core/tasks/fair-semaphore.ts';
import { type Check, Exchange } from '../exchange.ts';
import { hasCapacity, limitConcurrency, waitForPlace } from './concurrency-limit.ts';

const DONE = { status: 200, headers: [] };

/** Creates the request of an account. Its answer is dropped. */
function requestOf(account: number): Exchange {
  const request = new IncomingMessage(new Socket());
  request.headers.account = String(account);
  const start = {
    request,
    response: new ServerResponse(request),
    id: '1',
    now: 0,
    target: '/',
    route: undefined,
    input: undefined,
    responseHeaders: [],
    isLate: false,
  };
  return new Exchange(start, () => {});
}

function limit(max: number): Check {
  return limitConcurrency(({ request: { headers } }) => BigInt(String(headers.account)), max);
}

/** Runs the check for one request. Returns the request if it got a slot. */
function take(check: Check, account: number): Exchange | undefined {
  const exchange = requestOf(account);
  const outcome = check(exchange);
  if (outcome === undefined) return exchange;
  assert.ok(outcome instanceof ApiError && outcome.status === 503);
  assert.equal(outcome.message, 'The service is overloaded. Try again in a moment.');
  return undefined;
}

test('rejects a request beyond the limit (503), and accepts one after an answer', () => {
  const check = limit(2);
  const first = take(check, 1);
  assert.ok(first !== undefined && take(check, 2) !== undefined);
  assert.equal(take(check, 3), undefined);
  first.send(DONE);
  assert.ok(take(check, 3) !== undefined);
});

test('a client that disconnects uses its slot until its handler ends', () => {
  const check = limit(1);
  const left = take(check, 1);
  left?.response.destroy();
  assert.equal(take(check, 1), undefined);
  left?.send(DONE);
  assert.ok(take(check, 1) !== undefined);
});

test('a client that has disconnected while an earlier check waited gets no slot', () => {
  const check = limit(1);
  const left = requestOf(1);
  left.response.destroy();
  assert.ok(check(left) instanceof ApiError);
  assert.ok(take(check, 1) !== undefined);
});

test('rejects an account that uses its share of scarce slots, and serves other accounts', () => {
  const check = limit(8);
  for (let count = 1; count <= 4; count += 1) assert.ok(take(check, 1) !== undefined);
  assert.equal(take(check, 1), undefined);
  for (const account of [2, 2, 3, 4]) assert.ok(take(check, account) !== undefined);
  assert.equal(take(check, 5), undefined);
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
  const check = waitForPlace(new FairSemaphore({ max: 1 }), () => 1n);
  const [running, left, next] = [requestOf(1), requestOf(1), requestOf(1)];
  assert.equal(check(running), undefined);
  running.response.destroy();
  let isRunning = false;
  const refused = assert.rejects(Promise.resolve(check(left)), { code: 'service_unavailable' });
  const waiting = Promise.resolve(check(next)).then((outcome) => {
    isRunning = outcome === undefined;
  });
  left.response.destroy();
  await nextTurn();
  assert.ok(!isRunning, 'the first read still uses the store');
  running.send(DONE);
  await Promise.all([refused, waiting]);
  assert.ok(isRunning);
});
