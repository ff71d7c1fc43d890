// Waits for processes.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { until } from '@petstore/testing/until.ts';
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
const MIN_READS = 50;
const LOCK_TIMEOUT_MS = 2_000;

test('reads succeed and writes are 503 after 2 s while another process holds the write lock, and no acknowledged write is lost', async (t) => {
  const store = await serveStore(t, join(await temporaryFolder(t), 'petstore.db'));
  const load = new PetLoad(store);
  await load.run(CLIENTS, () => load.acknowledged.size >= 50);
  const [lock, since] = [new HeldLock(t, store.path), performance.now()];
  const before = load.acknowledged.size;
  let [reads, isHeld] = [0, true];
  const reading = readUntil(store, () => {
    reads += 1;
    return !isHeld;
  });
  const writing = load.run(CLIENTS, () => load.acknowledged.size >= before + 50);
  await until(async () => load.refused.length >= CLIENTS && reads >= MIN_READS);
  const ms = performance.now() - since;
  assert.equal(load.acknowledged.size, before, 'no write succeeds while the lock is held');
  isHeld = false;
  lock.release();
  await Promise.all([reading, writing]);
  for (const { response } of load.refused) assertUnavailable(response, BUSY);
  assert.ok(ms >= LOCK_TIMEOUT_MS, `rejected after ${ms} ms`);
  await load.assertKept(store);
  await stop(store.serving);
  await assertSound(store.path);
  t.diagnostic(`lock held ${ms.toFixed(0)} ms: ${reads} reads, ${load.refused.length} writes rejected`);
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

/** Reads one page after the other until `isDone`, which is called after each response. */
async function readUntil({ send, key }: ServedStore, isDone: () => boolean): Promise<void> {
  for (let [read, done] = [0, false]; !done; read += 1) {
    const path = ['/v1/pets?limit=20', '/v1/pets/1', '/v1/events?limit=5', '/healthz'][read % 4] ?? '';
    const { status, text } = await send(path, { key });
    assert.equal(status, 200, `${path}: ${text}`);
    done = isDone();
  }
}
