import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RequestQueue, type TrafficClass } from './request-queue.ts';

/** A service whose requests take a time that the test says, by a clock of its own. */
class Work {
  readonly done: number[] = [];
  readonly shed: number[] = [];
  /** Those that are no more work than to shed them. */
  readonly ready = new Set<number>();
  readonly answered: number[] = [];
  waited = 0;
  pipelined = 0;
  /** The ranks of requests by their number; all others are known. */
  readonly ranks = new Map<number, TrafficClass>();
  readonly admission: RequestQueue;
  #now = 0;
  #sent = 0;

  constructor(requestMs: number) {
    this.admission = new RequestQueue({
      next: (request) => {
        this.#now += requestMs;
        this.done.push(numberOf(request));
      },
      classify: (request) => this.ranks.get(numberOf(request)) ?? 'known',
      onPipelined: () => {
        this.pipelined += 1;
      },
      onWait: () => {
        this.waited += 1;
      },
      respondFromCache: (request) =>
        this.ready.has(numberOf(request)) && this.answered.push(numberOf(request)) > 0,
      shed: (request) => this.shed.push(numberOf(request)),
      now: () => this.#now,
    });
  }

  send(count: number): ServerResponse[] {
    return Array.from({ length: count }, () => {
      const request = new IncomingMessage(new Socket());
      request.url = `/v1/pets/${this.#sent}`;
      this.#sent += 1;
      const response = new ServerResponse(request);
      response.assignSocket(request.socket);
      this.admission.handle(request, response);
      return response;
    });
  }

  /** Sends a request while another of its connection is being answered. */
  pipeline() {
    const request = new IncomingMessage(new Socket());
    request.url = `/v1/pets/${this.#sent}`;
    this.#sent += 1;
    const response = new ServerResponse(request);
    this.admission.handle(request, response);
    return { request, response };
  }

  get sent(): number {
    return this.#sent;
  }

  pass(ms: number): void {
    this.#now += ms;
  }
}

function numberOf({ url }: IncomingMessage): number {
  return Number(url?.split('/').at(-1));
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

test('requests that a turn has time for are taken up at once', () => {
  const work = new Work(0.01);
  work.send(64);
  assert.deepEqual(work.done, numbers(0, 64));
});

test('what a turn has no time for waits for the next ones, and is done in the order in which it came', async () => {
  const work = new Work(0.5);
  work.send(100);
  assert.ok(work.done.length < 10, `${work.done.length} in the first turn`);
  for (let turn = 0; work.done.length < 100; turn += 1) {
    assert.ok(turn < 100);
    const before = work.done.length;
    await nextTurn();
    assert.ok(work.done.length - before <= 10, 'one turn goes on and on');
  }
  assert.deepEqual(work.done, numbers(0, 100));
  assert.deepEqual(work.shed, []);
});

test('those who come while others wait stand behind them', async () => {
  const work = new Work(1);
  work.send(10);
  await nextTurn();
  work.send(10);
  while (work.done.length < 20) await nextTurn();
  assert.deepEqual(work.done, numbers(0, 20));
});

test('400 may wait; beyond them the next are shed at once, and those who wait are done all the same', async () => {
  const work = new Work(0.1);
  work.send(5_000);
  assert.ok(work.done.length + work.shed.length >= 4_500);
  while (work.done.length + work.shed.length < work.sent) await nextTurn();
  assert.ok(work.done.length >= 400 && work.done.length < 500, `${work.done.length} were done`);
  assert.deepEqual(work.done, numbers(0, work.done.length));
});

test('what is no more work than to shed it is answered instead', async () => {
  const work = new Work(0.1);
  for (const number of numbers(4_000, 5_000)) work.ready.add(number);
  work.send(5_000);
  assert.deepEqual(work.answered, numbers(4_000, 5_000));
  while (work.done.length + work.shed.length < 4_000) await nextTurn();
});

test('where requests are slow, nobody is let into a line that moves on too slowly', async () => {
  const work = new Work(300);
  work.send(4);
  await nextTurn();
  work.send(1);
  work.pass(600);
  work.send(1);
  assert.deepEqual(work.shed, [5]);
  while (work.done.length < 5) await nextTurn();
  assert.deepEqual(work.done, numbers(0, 5));
});

test('after the rush everything is as before', async () => {
  const work = new Work(0.1);
  work.send(3_000);
  while (work.done.length + work.shed.length < 3_000) await nextTurn();
  const before = work.done.length;
  work.send(5);
  assert.equal(work.done.length, before + 5);
});

test('who has gone while waiting is not worked for', async () => {
  const work = new Work(1);
  const responses = work.send(10);
  responses[9]?.destroy();
  while (work.done.length < 9) await nextTurn();
  await nextTurn();
  assert.deepEqual(work.done, numbers(0, 9));
});

test('a pipelined request enters the queue when its turn on its connection comes', async () => {
  const work = new Work(1);
  work.send(1);
  const requests = Array.from({ length: 3 }, () => work.pipeline());
  work.send(10);
  assert.equal(work.pipelined, 3);
  const before = [...work.done];
  for (const { response, request } of requests) response.assignSocket(request.socket);
  assert.deepEqual(work.done, before, 'the turn of the event loop has no time left');
  while (work.done.length < 14) await nextTurn();
  assert.ok(work.done.indexOf(1) > work.done.indexOf(13), 'behind those that came before its turn');
});

test('a request on a connection that had its last response is not done', () => {
  const work = new Work(1);
  const { request, response } = work.pipeline();
  request.socket.end();
  response.assignSocket(request.socket);
  assert.deepEqual(work.done, []);
});

/** Requests that fill the turn and both lines, as far as strangers may. */
function fillWithStrangers(work: Work): void {
  work.send(30);
  for (const number of numbers(30, 1_000)) work.ranks.set(number, 'stranger');
  work.send(970);
}

test('strangers cannot fill the line of known callers, nor the places of newcomers', async () => {
  const work = new Work(0.1);
  fillWithStrangers(work);
  const shed = work.shed.length;
  work.ranks.set(1_000, 'newcomer');
  work.send(101);
  assert.equal(work.shed.length, shed, 'none of the newcomer and 100 known callers is shed');
  while (work.done.length + work.shed.length < work.sent) await nextTurn();
  for (const number of numbers(1_000, 1_101)) assert.ok(work.done.includes(number));
});

test('known callers have their turn before strangers that came earlier, which are done too', async () => {
  const work = new Work(1);
  work.send(2);
  for (const number of numbers(2, 12)) work.ranks.set(number, 'stranger');
  work.send(30);
  while (work.done.length < 32) await nextTurn();
  assert.ok(work.done.indexOf(12) < work.done.indexOf(3));
  assert.ok(work.done.indexOf(10) < work.done.indexOf(31), 'each turn takes up a stranger as well');
});

test('what is ready is never shed, and takes a bounded part of each turn', async () => {
  const work = new Work(0.1);
  for (const number of numbers(0, 2_000)) work.ranks.set(number, 'constant');
  work.send(2_000);
  work.send(10);
  while (work.done.length < 2_010) await nextTurn();
  assert.deepEqual(work.shed, []);
  assert.ok(work.done.indexOf(2_000) < 100, 'a known caller does not wait for all of it');
});
