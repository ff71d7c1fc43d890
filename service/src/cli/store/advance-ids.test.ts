// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { openStore, sqliteIn, temporaryStore } from '@petstore/testing/stores.ts';
import { parseConfig } from '../../config/config.ts';
import { readHighestIds } from '../../database/recovery/id-sequences.ts';
import { whileUnserved } from './while-unserved.ts';

async function storeOfOnePet(t: TestContext) {
  const store = await temporaryStore(t);
  const service = await startService(t, { store });
  const { key } = await service.account({ role: 'manager' });
  await addPet(service, key);
  await service.send('/v1/events', { key });
  await service.close();
  const next = async () => {
    const again = await startService(t, { store });
    const id = await addPet(again, key);
    await again.close();
    return id;
  };
  return { store, next };
}

test('ids continue above the skipped ones, and further above when it runs again', async (t) => {
  const { store, next } = await storeOfOnePet(t);
  const { status, json, err } = await runCommand(store, ['advance-ids', '--json']);
  assert.deepEqual([status, err], [0, '']);
  assert.equal(at(json, 'basis'), 'time');
  const last = at(json, 'lastIds', 'pets');
  assert.ok(typeof last === 'number' && last >= 1_000_001);
  assert.equal(await next(), last + 1);
  const { out } = await runCommand(store, ['advance-ids']);
  assert.match(
    out,
    /^It is not known which ids were given after 20\d\d-\S+Z, so enough of them were skipped\.\n/,
  );
  assert.ok((await next()) > last + 1_000_001);
});

test('10,000 ids are skipped for each second since the store was last written', async (t) => {
  const { store, next } = await storeOfOnePet(t);
  const { read, write } = await openStore(t, store);
  const { backed_up_at: moment } = await read
    .selectFrom('store_identity')
    .selectAll()
    .executeTakeFirstOrThrow();
  assert.equal(moment, null);
  const before = BigInt(Date.now() - 1_000_000);
  await write(async (db) => {
    await db.updateTable('events').set({ at: before }).execute();
    await db.updateTable('api_keys').set({ created_at: before }).execute();
    await db.deleteFrom('quota_counters').execute();
  });
  const { json } = await runCommand(store, ['advance-ids', '--json']);
  assert.equal(at(json, 'backedUpAt'), new Date(Number(before)).toISOString());
  const id = await next();
  assert.ok(id > 10_000_000 && id < 20_000_000, `${id}`);
});

test('it skips ids of a store that was never used', async (t) => {
  const store = await temporaryStore(t);
  const database = await openStore(t, store);
  assert.equal((await runCommand(store, ['advance-ids'])).status, 0);
  for (const id of Object.values(await readHighestIds(database.read))) assert.ok(id >= 1_000_000n);
});

test('a store that is served is refused in one line, and its ids stay', async (t) => {
  const { store, next } = await storeOfOnePet(t);
  const { store: address } = parseConfig({ DATABASE_URL: store });
  await whileUnserved([address], async () => {
    const { status, out, err } = await runCommand(store, ['advance-ids']);
    assert.deepEqual([status, out], [1, '']);
    assert.match(err, /^petstore: a "petstore serve" or another command is using .*: stop it first\n$/);
  });
  assert.equal(await next(), 2);
});

test('where there is no store, none is made', async (t) => {
  const folder = await temporaryFolder(t);
  const { status, out, err } = await runCommand(sqliteIn(folder), ['advance-ids']);
  assert.deepEqual([status, out], [1, '']);
  assert.match(err, /there is no store at .*petstore\.db: name another with --database sqlite:FILE/);
  assert.deepEqual(await readdir(folder), []);
});
