// Waits for processes.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { until } from '@petstore/testing/until.ts';
import { LONG_PROFILE, newPets, resultsOf, sendBatch } from '../../api/batches/batch-fixture.ts';
import { HeldLock } from './held-lock.ts';
import { serveStore } from './served-store.ts';

const ITEMS = newPets(1_000, LONG_PROFILE);
const SAME = { 'idempotency-key': 'nightly sync' };

test('after kill -9 in a batch, a repetition with its key continues and returns all results; each item is applied once', async (t) => {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const store = await serveStore(t, path);
  const database = new DatabaseSync(path, { readOnly: true });
  t.after(() => database.close());
  const names = () =>
    database
      .prepare('select name from pets order by id')
      .all()
      .map(({ name }) => String(name));
  const interrupted = assert.rejects(sendBatch(store, store.key, ITEMS, SAME));
  await until(async () => names().length > 0);
  // The service waits for this lock between two transactions.
  const lock = new HeldLock(t, path);
  const applied = names().length;
  store.serving.kill('SIGKILL');
  await store.serving.ended;
  await interrupted;
  lock.release();
  assert.ok(applied < ITEMS.length, 'the batch ended before it was interrupted');
  assert.equal(names().length, applied);

  const again = await serveStore(t, path, store.key);
  const continued = await sendBatch(again, store.key, ITEMS, SAME);
  const results = resultsOf(continued);
  assert.deepEqual(
    results.map((result) => at(result, 'pet', 'name')),
    ITEMS.map((item) => at(item, 'pet', 'name')),
  );
  assert.equal(continued.headers.get('idempotent-replayed'), null);
  assert.deepEqual(
    names(),
    ITEMS.map((item) => at(item, 'pet', 'name')),
  );
  const replayed = await sendBatch(again, store.key, ITEMS, SAME);
  assert.equal(replayed.text, continued.text);
  assert.equal(replayed.headers.get('idempotent-replayed'), 'true');
});
