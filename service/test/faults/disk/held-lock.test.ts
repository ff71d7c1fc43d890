// Waits for processes.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { HeldLock } from './held-lock.ts';
import {
  assertSound,
  assertUnavailable,
  PetLoad,
  type ServedStore,
  serveStore,
  stop,
} from './served-store.ts';

/** A second connection holds the store's write lock for seconds, as another process would. */

const BUSY = 'The store is busy. Try again in a moment.';
const CLIENTS = 8;
/** Each path four times. A read that waited for the lock would end after its release. */
const MIN_READS = 16;
const LOCK_TIMEOUT_MS = 2_000;

test('reads succeed and writes are 503 after 2 s while another process holds the write lock, and no acknowledged write is lost', async (t) => {
  const store = await serveStore(t, join(await temporaryFolder(t), 'petstore.db'));
  const load = new PetLoad(store);
  await load.run(CLIENTS, () => load.acknowledged.size >= 50);
  const reads = new Reads(store);
  const lock = new HeldLock(t, store.path);
  const since = performance.now();
  let heldMs = 0;
  const [before, refusedAt] = [load.acknowledged.size, [] as number[]];
  const reading = reads.until(() => heldMs > 0);
  await load.run(CLIENTS, () => {
    while (refusedAt.length < load.refused.length) refusedAt.push(performance.now() - since);
    // Each client was rejected once and waits again: now its write must succeed.
    if (heldMs === 0 && load.refused.length >= CLIENTS) {
      assert.equal(load.acknowledged.size, before, 'no write succeeds while the lock is held');
      lock.release();
      heldMs = performance.now() - since;
    }
    return load.acknowledged.size >= before + 50;
  });
  await reading;
  for (const { response } of load.refused) assertUnavailable(response, BUSY);
  for (const ms of refusedAt) assert.ok(ms >= LOCK_TIMEOUT_MS, `rejected after ${ms} ms`);
  assert.ok(reads.times.length >= MIN_READS, `${reads.times.length} reads`);
  await load.assertKept(store);
  await stop(store.serving);
  await assertSound(store.path);
  t.diagnostic(
    `lock held ${heldMs.toFixed(0)} ms: ${reads.times.length} reads, the slowest ${reads.slowest.toFixed(0)} ms; ${refusedAt.length} writes rejected after ${Math.min(...refusedAt).toFixed(0)} to ${Math.max(...refusedAt).toFixed(0)} ms`,
  );
});

test('an upload for an animal that does not exist is 404 while another process holds the write lock', async (t) => {
  const { send, key, path, serving } = await serveStore(t, join(await temporaryFolder(t), 'petstore.db'));
  const lock = new HeldLock(t, path);
  const headers = { 'content-type': 'image/png' };
  const { status } = await send('/v1/pets/7/photos', { key, method: 'POST', headers, body: 'x' });
  assert.equal(status, 404);
  lock.release();
  await stop(serving);
});

/** A client that reads continuously, and the time of each response. */
class Reads {
  readonly times: number[] = [];
  readonly #store: ServedStore;

  constructor(store: ServedStore) {
    this.#store = store;
  }

  get slowest(): number {
    return Math.max(...this.times);
  }

  async until(isDone: () => boolean): Promise<void> {
    const { send, key } = this.#store;
    for (let read = 0; !isDone(); read += 1) {
      const path = ['/v1/pets?limit=20', '/v1/pets/1', '/v1/events?limit=5', '/healthz'][read % 4] ?? '';
      const since = performance.now();
      const { status, text } = await send(path, { key });
      assert.equal(status, 200, `${path}: ${text}`);
      this.times.push(performance.now() - since);
    }
  }
}
