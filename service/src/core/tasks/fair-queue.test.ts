import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue, Turns } from './fair-queue.ts';

function queueOf(...items: string[]): FairQueue<string, string> {
  const queue = new FairQueue<string, string>();
  for (const item of items) queue.push(item[0] ?? '', item);
  return queue;
}

function drain(queue: FairQueue<string, string>): string[] {
  return Array.from({ length: queue.length }, () => queue.shift() ?? 'none');
}

test('takes the owners in turn, and the items of each in the order of their arrival', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1', 'c1', 'c2');
  assert.deepEqual(drain(queue), ['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  assert.equal(queue.shift(), undefined);
});

test('an owner that arrives later waits for one item of each other owner', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'a4');
  assert.equal(queue.shift(), 'a1');
  queue.push('b', 'b1');
  assert.deepEqual(drain(queue), ['a2', 'b1', 'a3', 'a4']);
});

test('skips the owners that must not have a turn now', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  assert.equal(
    queue.shift((owner) => owner !== 'a'),
    'b1',
  );
  assert.equal(
    queue.shift((owner) => owner !== 'a'),
    undefined,
  );
  assert.deepEqual(drain(queue), ['a1', 'a2']);
});

test('removes items wherever they wait', () => {
  const queue = queueOf('a1', 'b1', 'a2', 'c1');
  assert.deepEqual(
    queue.remove((item) => item === 'a1' || item === 'b1'),
    ['a1', 'b1'],
  );
  assert.deepEqual([queue.length, queue.lengthOf('a'), queue.lengthOf('b')], [2, 1, 0]);
  assert.deepEqual([...queue].sort(), ['a2', 'c1']);
});

test('drops the newest item of the owner with the most items, and of none that has few', () => {
  const queue = queueOf('a1', 'b1', 'b2', 'b3', 'a2');
  assert.equal(queue.dropFromLongest(3), undefined);
  assert.equal(queue.dropFromLongest(2), 'b3');
  assert.equal(queue.dropFromLongest(2), undefined);
  assert.deepEqual(drain(queue), ['a1', 'b1', 'a2', 'b2']);
});

const NEVER = new AbortController().signal;

test('takes keys in turn, and the tasks of one key in the order of their calls', async () => {
  const turns = new Turns<string>();
  const ran: string[] = [];
  const run = (name: string) => turns.run(name.charAt(0), async () => void ran.push(name), NEVER);
  await Promise.all(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(run));
  assert.deepEqual(ran, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('runs one task at a time, also after one that fails', async () => {
  const turns = new Turns<number>();
  let running = 0;
  const task = async (fails: boolean) => {
    running += 1;
    assert.equal(running, 1);
    await new Promise(setImmediate);
    running -= 1;
    if (fails) throw new Error('no');
  };
  const results = await Promise.allSettled(
    [1, 2, 3].map((key) => turns.run(key, () => task(key === 1), NEVER)),
  );
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  );
});

test('drops a task that is aborted before its turn, and lets one that runs end', async () => {
  const turns = new Turns<number>();
  const ran: string[] = [];
  const end = Promise.withResolvers<void>();
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
  const running = turns.run(1, () => end.promise.then(() => void ran.push('first')), first.signal);
  const waiting = turns.run(1, async () => void ran.push('second'), second.signal);
  first.abort(new Error('gone'));
  second.abort(new Error('gone'));
  await assert.rejects(waiting, /gone/);
  third.abort(new Error('gone before'));
  await assert.rejects(
    turns.run(1, async () => void ran.push('third'), third.signal),
    /gone before/,
  );
  const last = turns.run(1, async () => void ran.push('last'), NEVER);
  end.resolve();
  await Promise.all([running, last]);
  assert.deepEqual(ran, ['first', 'last']);
});
