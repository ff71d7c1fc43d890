import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { formKey } from '../../../src/applications/questions/form-queries.ts';
import { parseConfig } from '../../../src/config/config.ts';
import { openDatabase } from '../../../src/server/open-database.ts';

test('processes that need the key of the forms for the first time at once have the same one', async (t) => {
  const config = parseConfig({ DATABASE_URL: await freshStore(t) });
  const processes = [await openDatabase(config), await openDatabase(config), await openDatabase(config)];
  t.after(() => Promise.all(processes.map((one) => one.close())));
  for (let round = 0; round < 20; round += 1) {
    await processes[0]?.write((db) => db.deleteFrom('form_keys').execute());
    const keys = await Promise.all(processes.map(formKey));
    assert.equal(new Set(keys).size, 1, `round ${round}`);
  }
});
