// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { openStore, temporaryStore } from '@petstore/testing/stores.ts';
import { readHighestIds } from '../../platform/database/recovery/id-sequences.ts';

/** Creates a store with one pet; `addNext` adds another and returns its id. */
async function storeWithOnePet(t: TestContext) {
  const store = await temporaryStore(t);
  const service = await startService(t, { store });
  const { key } = await service.account({ role: 'manager' });
  await addPet(service, key);
  await service.send('/v1/events', { key });
  await service.close();
  const addNext = async () => {
    const service = await startService(t, { store });
    const id = await addPet(service, key);
    await service.close();
    return id;
  };
  return { store, addNext };
}

test('new ids follow the skipped ones, and running it again skips more', async (t) => {
  const { store, addNext } = await storeWithOnePet(t);
  const { status, json, err } = await runCommand(store, ['advance-ids', '--json']);
  assert.deepEqual([status, err], [0, '']);
  assert.equal(at(json, 'basis'), 'time');
  const last = at(json, 'lastIds', 'pets');
  assert.ok(typeof last === 'number' && last >= 1_000_001);
  assert.equal(await addNext(), last + 1);
  const { out } = await runCommand(store, ['advance-ids']);
  assert.match(
    out,
    /^The ids that were assigned after 20\d\d-\S+Z are unknown; enough ids were skipped to avoid them\.\n/,
  );
  assert.ok((await addNext()) > last + 1_000_001);
});

test('skips 10,000 ids for each second since the last write', async (t) => {
  const { store, addNext } = await storeWithOnePet(t);
  const { read, write } = await openStore(t, store);
  const { backed_up_at: backedUpAt } = await read
    .selectFrom('store_identity')
    .selectAll()
    .executeTakeFirstOrThrow();
  assert.equal(backedUpAt, null);
  const before = BigInt(Date.now() - 1_000_000);
  await write(async (db) => {
    await db.updateTable('events').set({ at: before }).execute();
    await db.updateTable('api_keys').set({ created_at: before }).execute();
    await db.deleteFrom('quota_counters').execute();
  });
  const { json } = await runCommand(store, ['advance-ids', '--json']);
  assert.equal(at(json, 'backedUpAt'), new Date(Number(before)).toISOString());
  const id = await addNext();
  assert.ok(id > 10_000_000 && id < 20_000_000, `${id}`);
});

test('skips ids of an unused store', async (t) => {
  const store = await temporaryStore(t);
  const database = await openStore(t, store);
  assert.equal((await runCommand(store, ['advance-ids'])).status, 0);
  for (const id of Object.values(await readHighestIds(database.read))) assert.ok(id >= 1_000_000n);
});
