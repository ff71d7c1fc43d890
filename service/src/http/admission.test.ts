import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Admission } from './admission.ts';

/** A service whose requests take a time that the test says, by a clock of its own. */
class Work {
  readonly done: number[] = [];
  readonly shed: number[] = [];
  /** Those that are no more work than to shed them. */
  readonly ready = new Set<number>();
  readonly answered: number[] = [];
  waited = 0;
  readonly admission: Admission;
  #now = 0;
  #sent = 0;

  constructor(requestMs: number) {
    this.admission = new Admission({
      next: (request) => {
        this.#now += requestMs;
        this.done.push(numberOf(request));
      },
      onWait: () => {
        this.waited += 1;
      },
      answersReady: (request) =>
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
      this.admission.take(request, response);
      return response;
    });
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

test('a request that waits for an answer on its own connection takes nobody’s place in the line', async () => {
  const work = new Work(1);
  work.send(10);
  const before = work.done.length;
  const request = new IncomingMessage(new Socket());
  request.url = '/v1/pets/10';
  work.admission.take(request, new ServerResponse(request));
  assert.deepEqual(work.done, [...numbers(0, before), 10]);
});
