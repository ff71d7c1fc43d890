import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { limitFileSize, noLimits } from '../overload/process-limits.ts';
import { assertSound, assertUnavailable, PetLoad, serveAgain, serveStore, stop } from './served-store.ts';

/**
 * A disk that fails to write: the kernel lets the process write no file beyond a size (`RLIMIT_FSIZE`), which SQLite
 * sees as an input or output error.
 */

const FAILS = 'The store cannot be read or written. The operator must check its disk.';
/** Less than any journal that is written to. */
const WRITABLE_BYTES = 8_192;

test('a disk that fails under load, three times: writes are 503, reads go on, nothing acknowledged is lost, and it passes', {
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
    assert.equal(load.acknowledged.size, before + 1, 'the first write after the disk was mended');
  }
  for (const { answer } of load.refused) assertUnavailable(answer, FAILS);
  const again = await serveAgain(t, store);
  await load.assertKept(again);
  await stop(again.serving);
  await assertSound(store.path);
  t.diagnostic(`${load.acknowledged.size} pets acknowledged, ${load.refused.length} refused`);
});

test('kill -9 while the disk fails loses nothing that was acknowledged', { skip: noLimits }, async (t) => {
  const store = await serveStore(t, join(await temporaryFolder(t), 'petstore.db'));
  const load = new PetLoad(store);
  await load.run(8, () => load.acknowledged.size >= 50);
  limitFileSize(store.serving, WRITABLE_BYTES);
  await load.run(8, () => load.refused.length >= 20);
  store.serving.kill('SIGKILL');
  assert.equal((await store.serving.ended).status, 'SIGKILL');
  await load.assertKept(await serveStore(t, store.path, store.key));
});
