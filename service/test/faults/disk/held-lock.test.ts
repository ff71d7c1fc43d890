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

/** Another process that keeps the store's write lock for seconds: a real second connection. */

const BUSY = 'The store is busy. Try again in a moment.';
const CLIENTS = 8;
const READ_AT_LEAST = 50;
/** A read never waits for the lock; a busy machine makes it wait for its turn. */
const READ_WITHIN_MS = 1_000;
const WRITE_WAITS_MS = 2_000;

test('while another process keeps the write lock for more than 2 s, reads are answered at once, writes are 503 after 2 s or done, and nothing is lost', async (t) => {
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
    // Each client has been refused once and waits again: now they are to succeed.
    if (heldMs === 0 && load.refused.length >= CLIENTS) {
      assert.equal(load.acknowledged.size, before, 'nobody writes while another has the lock');
      lock.release();
      heldMs = performance.now() - since;
    }
    return load.acknowledged.size >= before + 50;
  });
  await reading;
  for (const { answer } of load.refused) assertUnavailable(answer, BUSY);
  for (const ms of refusedAt)
    assert.ok(ms >= WRITE_WAITS_MS && ms < 2 * WRITE_WAITS_MS, `refused after ${ms} ms`);
  assert.ok(reads.times.length >= READ_AT_LEAST, `${reads.times.length} reads`);
  assert.ok(reads.slowest < READ_WITHIN_MS, `a read took ${reads.slowest} ms`);
  await load.assertKept(store);
  await stop(store.serving);
  await assertSound(store.path);
  t.diagnostic(
    `lock held ${heldMs.toFixed(0)} ms: ${reads.times.length} reads, the slowest ${reads.slowest.toFixed(0)} ms; ${refusedAt.length} writes refused after ${Math.min(...refusedAt).toFixed(0)} to ${Math.max(...refusedAt).toFixed(0)} ms`,
  );
});

/** One client that reads all the while, and how long each answer took. */
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
