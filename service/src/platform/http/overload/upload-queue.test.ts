import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UploadQueue } from './upload-queue.ts';

const MIB = 1024 * 1024;
const OPTIONS = { things: 'photos', largestBytes: 10 * MIB, maxBytes: 32 * MIB, retryAfterSeconds: 5 };
const FULL = { code: 'service_unavailable', headers: { 'Retry-After': '5' } };

/** Enters an upload that is processed until `end` is called. */
async function processing(queue: UploadQueue, accountId: bigint, bytes: number) {
  const place = queue.enter(accountId, bytes);
  const started = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const result = place.process(() => {
    started.resolve();
    return done.promise;
  });
  await started.promise;
  return { place, result, end: done.resolve };
}

test('an account has at most two uploads that wait, besides the one that is processed', async () => {
  const queue = new UploadQueue(OPTIONS);
  const first = await processing(queue, 1n, MIB);
  queue.enter(1n, MIB);
  const last = queue.enter(1n, MIB);
  assert.throws(() => queue.enter(1n, MIB), FULL);
  queue.enter(2n, MIB);
  last.leave();
  queue.enter(1n, MIB);
  first.end();
  await first.result;
});

test('uploads of all accounts take at most `maxBytes` together, and each one that leaves makes room once', () => {
  const queue = new UploadQueue(OPTIONS);
  const places = [1n, 2n, 3n, 4n].map((account) => queue.enter(account, 8 * MIB));
  assert.throws(() => queue.enter(5n, 8 * MIB), FULL);
  places[0]?.leave();
  places[0]?.leave();
  queue.enter(5n, 8 * MIB);
  assert.throws(() => queue.enter(6n, 8 * MIB), FULL);
});

test('a thread has its share of the bytes, and room for the largest upload', () => {
  const quarter = new UploadQueue(OPTIONS, 1 / 4);
  const largest = quarter.enter(1n, 10 * MIB);
  assert.throws(() => quarter.enter(2n, 10 * MIB), FULL);
  largest.leave();
  const half = new UploadQueue(OPTIONS, 1 / 2);
  half.enter(1n, 8 * MIB);
  half.enter(2n, 8 * MIB);
  assert.throws(() => half.enter(3n, 8 * MIB), FULL);
});

test('an account with less gets the room of the newest upload of the account with the most', async () => {
  const queue = new UploadQueue(OPTIONS);
  const { place: first, result, end } = await processing(queue, 1n, 9 * MIB);
  const [second, other] = [queue.enter(1n, 9 * MIB), queue.enter(2n, 9 * MIB)];
  const waiting = second.process(async () => assert.fail('it has no room'));
  const small = queue.enter(3n, 6 * MIB);
  await assert.rejects(waiting, FULL);
  assert.deepEqual(
    [first, second, other, small].map(({ signal }) => signal.aborted),
    [false, true, false, false],
  );
  // The account of the upload that was dropped has no less than the others.
  assert.throws(() => queue.enter(1n, 9 * MIB), FULL);
  // What is processed keeps its room, and no upload is dropped in vain.
  queue.enter(4n, 8 * MIB);
  assert.throws(() => queue.enter(5n, 9 * MIB), FULL);
  assert.equal(other.signal.aborted, false);
  end();
  await result;
});

test('two accounts that send slowly cannot keep an ordinary photo out, however often they try', () => {
  const queue = new UploadQueue(OPTIONS);
  for (let round = 0; round < 3; round += 1) {
    for (const account of [1n, 1n, 2n, 2n]) {
      try {
        queue.enter(account, 10_000_000);
      } catch {
        // It has no room.
      }
    }
    queue.enter(3n, 4_000_000).leave();
  }
});

test('of 1,000 uploads at once, only the first ones of each account are accepted', () => {
  const queue = new UploadQueue(OPTIONS);
  const accepted = Array.from({ length: 1000 }, (_, index) => {
    try {
      return queue.enter(BigInt(index % 10), MIB);
    } catch {
      return undefined;
    }
  }).filter((place) => place !== undefined);
  assert.equal(accepted.length, 20);
});

test('processes one upload at a time, in turn with other accounts', async () => {
  const queue = new UploadQueue(OPTIONS);
  const ran: bigint[] = [];
  const first = await processing(queue, 1n, 1);
  const others = [1n, 1n, 2n, 2n, 3n].map((account) =>
    queue.enter(account, 1).process(async () => void ran.push(account)),
  );
  first.end();
  await Promise.all([first.result, ...others]);
  assert.deepEqual(ran, [2n, 3n, 1n, 2n, 1n]);
});

test('drops an upload whose client disconnects, and keeps the room of one that is processed until it is done', async () => {
  const queue = new UploadQueue(OPTIONS);
  const first = await processing(queue, 1n, 16 * MIB);
  const second = queue.enter(1n, 8 * MIB);
  const waiting = second.process(async () => assert.fail('its client has disconnected'));
  second.abandon();
  await assert.rejects(waiting, { code: 'ECONNRESET' });
  queue.enter(2n, 8 * MIB).leave();
  first.place.abandon();
  assert.throws(() => queue.enter(2n, 17 * MIB), FULL);
  first.end();
  await assert.rejects(first.result, { code: 'ECONNRESET' });
  first.place.leave();
  queue.enter(2n, 32 * MIB);
});
