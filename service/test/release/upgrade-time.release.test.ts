// Runs in a process of its own.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { BACK_TO_1_0_0 } from '@petstore/testing/back-to-1-0-0.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { send } from '@petstore/testing/http/send.ts';
import { serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';

/** docs/deploy.md#upgrades: how long the first start of a new version takes. */

const ANIMALS = 200_000;
const MAX_SECONDS = 30;

/** Makes a store as version 1.0.0 would have left it. */
async function fillOldStore(folder: string): Promise<void> {
  const account = ['accounts', 'create', 'Shelter', '--plan', 'business', '--role', 'manager'];
  assert.equal((await runCommand(sqliteIn(folder), account)).status, 0);
  using store = new DatabaseSync(join(folder, 'petstore.db'));
  store.exec(BACK_TO_1_0_0);
  store.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ANIMALS})
      insert into pets (id, name, category_id, status, owner_id) select i, 'Animal ' || i, 1 + i % 5, 'available', 1 from n;
    insert into events (type, at, owner_id, pet_id, body)
      select 'pet.created', 1767225600000, 1, id, json_object('id', id, 'name', name) from pets`);
}

test('a store of version 1.0.0 with 200,000 animals is migrated within seconds', async (t) => {
  const folder = await temporaryFolder(t);
  await fillOldStore(folder);
  const began = performance.now();
  const { url, stop } = await serveProcess(t, { DATABASE_URL: sqliteIn(folder) });
  assert.equal((await send(`${url}/readyz`)).status, 200);
  const seconds = (performance.now() - began) / 1000;
  t.diagnostic(`${seconds.toFixed(1)} s`);
  assert.ok(seconds < MAX_SECONDS, `${seconds} s`);
  assert.equal((await stop()).status, 0);
  const { json } = await runCommand(sqliteIn(folder), ['doctor', '--json']);
  const { findings } = json as { findings: Array<{ check: string; state: string }> }; // compared below
  const wrong = findings.filter(({ state }) => state === 'wrong');
  assert.deepEqual(wrong, []);
  assert.ok(findings.some(({ check, state }) => check === 'categories' && state === 'ok'));
});
