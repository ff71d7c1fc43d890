// Waits for processes.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { limitFileSize, noLimits } from '../overload/process-limits.ts';
import { assertSound, assertUnavailable, PetLoad, serveAgain, serveStore, stop } from './served-store.ts';

/**
 * A disk that fails to write. The kernel limits the size of files that the process writes (`RLIMIT_FSIZE`), which SQLite
 * reports as an input/output error.
 */

const FAILS = 'The store cannot be read or written. The operator must check its disk.';
/** Less than the size of any journal in use. */
const WRITABLE_BYTES = 8_192;

test('writes are 503 and reads succeed while the disk fails, three times, and no acknowledged write is lost', {
  skip: noLimits,
}, async (t) => {
  const store = await serveStore(t, join(await temporaryFolder(t), 'petstore.db'));
  const { serving, send, key } = store;
  const load = new PetLoad(store);
  for (let round = 1; round <= 3; round += 1) {
    const [enough, refused] = [load.acknowledged.size + 40, load.refused.length];
    let isBroken = false;
    await load.run(8, () => {
      if (!isBroken && load.acknowledged.size >= enough) {
        limitFileSize(serving, WRITABLE_BYTES);
        isBroken = true;
      }
      return load.refused.length >= refused + 40;
    });
    await load.assertKept(store);
    for (const path of ['/v1/pets/1', '/v1/events', '/v1/usage', '/healthz', '/readyz']) {
      assert.equal((await send(path, { key })).status, 200, path);
    }
    const before = load.acknowledged.size;
    limitFileSize(serving, undefined);
    await load.run(1, () => true);
    assert.equal(load.acknowledged.size, before + 1, 'the first write after the disk was repaired');
  }
  for (const { response } of load.refused) assertUnavailable(response, FAILS);
  const again = await serveAgain(t, store);
  await load.assertKept(again);
  await stop(again.serving);
  await assertSound(store.path);
  t.diagnostic(`${load.acknowledged.size} pets acknowledged, ${load.refused.length} rejected`);
});

test('kill -9 while the disk fails loses no acknowledged write', { skip: noLimits }, async (t) => {
  const store = await serveStore(t, join(await temporaryFolder(t), 'petstore.db'));
  const load = new PetLoad(store);
  await load.run(8, () => load.acknowledged.size >= 50);
  limitFileSize(store.serving, WRITABLE_BYTES);
  await load.run(8, () => load.refused.length >= 20);
  store.serving.kill('SIGKILL');
  assert.equal((await store.serving.ended).status, 'SIGKILL');
  await load.assertKept(await serveStore(t, store.path, store.key));
});
