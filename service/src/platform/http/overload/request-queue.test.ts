import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_WAITING, RequestQueue, type TrafficClass } from './request-queue.ts';

/** A queue with a fake clock. A request takes `requestMs`, and a rejection `rejectionMs`. */
class Scenario {
  readonly handled: number[] = [];
  readonly shed: number[] = [];
  rejectionMs = 0;
  waited = 0;
  pipelined = 0;
  /** The classes of requests by their number; all others are verified. */
  readonly classes = new Map<number, TrafficClass>();
  /** The senders of requests by their number; all others have the same. */
  readonly senders = new Map<number, bigint>();
  readonly queue: RequestQueue;
  #now = 0;
  #sent = 0;

  constructor(requestMs: number) {
    const clock = { monotonic: () => this.#now };
    this.queue = new RequestQueue({
      next: (request) => {
        this.#now += requestMs;
        this.handled.push(numberOf(request));
      },
      classify: (request) => ({
        trafficClass: this.classes.get(numberOf(request)) ?? 'verified',
        sender: this.senders.get(numberOf(request)) ?? 1n,
      }),
      onPipelined: () => {
        this.pipelined += 1;
      },
      onWait: () => {
        this.waited += 1;
      },
      shed: (request) => {
        this.#now += this.rejectionMs;
        this.shed.push(numberOf(request));
      },
      clock,
      turnClock: clock,
    });
  }

  send(count: number): ServerResponse[] {
    return Array.from({ length: count }, () => {
      const request = new IncomingMessage(new Socket());
      request.url = `/v1/pets/${this.#sent}`;
      this.#sent += 1;
      const response = new ServerResponse(request);
      response.assignSocket(request.socket);
      this.queue.handle(request, response);
      return response;
    });
  }

  /** Sends a pipelined request. */
  pipeline() {
    const request = new IncomingMessage(new Socket());
    request.url = `/v1/pets/${this.#sent}`;
    this.#sent += 1;
    const response = new ServerResponse(request);
    this.queue.handle(request, response);
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

test('handles requests immediately while the turn has time', () => {
  const scenario = new Scenario(0.01);
  scenario.send(64);
  assert.deepEqual(scenario.handled, numbers(0, 64));
});

test('handles further requests in the next turns, in the order of their arrival', async () => {
  const scenario = new Scenario(0.5);
  scenario.send(100);
  assert.ok(scenario.handled.length < 10, `${scenario.handled.length} in the first turn`);
  for (let turn = 0; scenario.handled.length < 100; turn += 1) {
    assert.ok(turn < 100);
    const before = scenario.handled.length;
    await nextTurn();
    assert.ok(scenario.handled.length - before <= 10, 'a turn is bounded');
  }
  assert.deepEqual(scenario.handled, numbers(0, 100));
  assert.deepEqual(scenario.shed, []);
});

test('queues new requests behind those that wait', async () => {
  const scenario = new Scenario(1);
  scenario.send(10);
  await nextTurn();
  scenario.send(10);
  while (scenario.handled.length < 20) await nextTurn();
  assert.deepEqual(scenario.handled, numbers(0, 20));
});

test('handles each of 1,000 requests that arrive at once, whatever their class', async () => {
  for (const trafficClass of ['verified', 'unverified', 'unauthenticated'] as const) {
    const scenario = new Scenario(0.05);
    for (const number of numbers(0, 1_000)) scenario.classes.set(number, trafficClass);
    scenario.send(1_000);
    while (scenario.handled.length + scenario.shed.length < 1_000) await nextTurn();
    assert.deepEqual(scenario.shed, [], trafficClass);
  }
});

test('full queue: sheds further requests, and still handles those that wait', async () => {
  const scenario = new Scenario(0.1);
  scenario.send(5_000);
  while (scenario.handled.length + scenario.shed.length < scenario.sent) await nextTurn();
  const excess = scenario.handled.length - MAX_WAITING.verified;
  assert.ok(excess >= 0 && excess < 100, `${scenario.handled.length} were handled`);
  assert.deepEqual(scenario.handled, numbers(0, scenario.handled.length));
});

test('slow queue: sheds new requests if the oldest has waited for more than 500 ms', async () => {
  const scenario = new Scenario(300);
  scenario.send(4);
  await nextTurn();
  scenario.send(1);
  scenario.pass(600);
  scenario.send(1);
  while (scenario.handled.length + scenario.shed.length < 6) await nextTurn();
  assert.deepEqual(scenario.shed, [5]);
  assert.deepEqual(scenario.handled, numbers(0, 5));
});

test('handles requests immediately again after the overload', async () => {
  const scenario = new Scenario(0.1);
  scenario.send(3_000);
  while (scenario.handled.length + scenario.shed.length < 3_000) await nextTurn();
  const before = scenario.handled.length;
  scenario.send(5);
  assert.equal(scenario.handled.length, before + 5);
});

test('skips a request whose client has disconnected while it waited', async () => {
  const scenario = new Scenario(1);
  const responses = scenario.send(10);
  responses[9]?.destroy();
  while (scenario.handled.length < 9) await nextTurn();
  await nextTurn();
  assert.deepEqual(scenario.handled, numbers(0, 9));
});

test('a pipelined request enters the queue when its turn on its connection comes', async () => {
  const scenario = new Scenario(1);
  scenario.send(1);
  const requests = Array.from({ length: 3 }, () => scenario.pipeline());
  scenario.send(10);
  assert.equal(scenario.pipelined, 3);
  const before = [...scenario.handled];
  for (const { response, request } of requests) response.assignSocket(request.socket);
  assert.deepEqual(scenario.handled, before, 'the turn of the event loop has no time left');
  while (scenario.handled.length < 14) await nextTurn();
  assert.ok(
    scenario.handled.indexOf(1) > scenario.handled.indexOf(13),
    'after the requests that arrived before its turn',
  );
});

test('does not handle a pipelined request after the last response of its connection', () => {
  const scenario = new Scenario(1);
  const { request, response } = scenario.pipeline();
  request.socket.end();
  response.assignSocket(request.socket);
  assert.deepEqual(scenario.handled, []);
});

/** Fills the turn, and the queue of others as far as unauthenticated requests may. */
function fillWithUnauthenticated(scenario: Scenario): void {
  scenario.send(30);
  for (const number of numbers(30, 3_000)) scenario.classes.set(number, 'unauthenticated');
  scenario.send(2_970);
}

test('unauthenticated requests cannot fill the queue of verified ones, nor the places of unverified ones', async () => {
  const scenario = new Scenario(0.1);
  fillWithUnauthenticated(scenario);
  scenario.classes.set(3_000, 'unverified');
  scenario.send(101);
  while (scenario.handled.length + scenario.shed.length < scenario.sent) await nextTurn();
  for (const number of numbers(3_000, 3_101)) assert.ok(scenario.handled.includes(number));
  assert.ok(
    scenario.shed.every((number) => number < 3_000),
    'the unverified request and the 100 verified ones are not shed',
  );
});

test('handles verified requests before earlier unauthenticated ones, but some of both in each turn', async () => {
  const scenario = new Scenario(1);
  scenario.send(2);
  for (const number of numbers(2, 12)) scenario.classes.set(number, 'unauthenticated');
  scenario.send(30);
  while (scenario.handled.length < 32) await nextTurn();
  assert.ok(scenario.handled.indexOf(12) < scenario.handled.indexOf(3));
  assert.ok(
    scenario.handled.indexOf(8) < scenario.handled.indexOf(31),
    'each turn also handles an unauthenticated request',
  );
});

test('never sheds constant responses, and sends them for a limited part of each turn', async () => {
  const scenario = new Scenario(0.1);
  for (const number of numbers(0, 2_000)) scenario.classes.set(number, 'constant');
  scenario.send(2_000);
  scenario.send(10);
  while (scenario.handled.length < 2_010) await nextTurn();
  assert.deepEqual(scenario.shed, []);
  assert.ok(scenario.handled.indexOf(2_000) < 100, 'a verified request does not wait for all of them');
});

test('sends rejections for a limited part of each turn, after the requests that are accepted', async () => {
  const scenario = new Scenario(1);
  scenario.rejectionMs = 0.05;
  scenario.send(6_000);
  let [handled, shed] = [scenario.handled.length, 0];
  assert.deepEqual(scenario.shed, [], 'none is sent while requests arrive');
  while (scenario.handled.length < MAX_WAITING.verified) {
    await nextTurn();
    assert.ok(scenario.handled.length > handled);
    assert.ok(scenario.shed.length > shed && scenario.shed.length - shed <= 5);
    [handled, shed] = [scenario.handled.length, scenario.shed.length];
  }
  while (scenario.handled.length + scenario.shed.length < scenario.sent) await nextTurn();
  assert.deepEqual(
    scenario.shed,
    numbers(6_000 - scenario.shed.length, 6_000),
    'in the order of their arrival',
  );
});

test('takes accounts in turn: one request of another account waits for one of each', async () => {
  const scenario = new Scenario(1);
  for (const number of numbers(100, 102)) scenario.senders.set(number, 2n);
  scenario.send(102);
  const before = scenario.handled.length;
  while (scenario.handled.length < 102) await nextTurn();
  assert.ok(
    scenario.handled.indexOf(101) <= before + 3,
    'the second request of the other account is the fourth',
  );
});

test('a full queue has places for an account with few requests: the newest of the one with the most are shed', async () => {
  const scenario = new Scenario(0.1);
  for (const number of numbers(4_000, 4_100)) scenario.senders.set(number, 2n);
  scenario.send(4_100);
  while (scenario.handled.length + scenario.shed.length < scenario.sent) await nextTurn();
  for (const number of numbers(4_000, 4_100)) assert.ok(scenario.handled.includes(number));
  assert.ok(scenario.handled.length < MAX_WAITING.verified + 50);
});

test('a queue that is slow for one account accepts the requests of another one', async () => {
  const scenario = new Scenario(300);
  scenario.senders.set(5, 2n);
  scenario.send(4);
  scenario.pass(600);
  scenario.send(2);
  while (scenario.handled.length + scenario.shed.length < 6) await nextTurn();
  assert.deepEqual(scenario.shed, [4]);
});
