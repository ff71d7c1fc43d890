import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { send } from '@petstore/testing/http/send.ts';
import { serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';

const NAME = 'Zerberus';
const REFERENCE = 'application 5527';

test('the log of a row that PostgreSQL rejects contains neither its name nor its reference', async (t) => {
  const DATABASE_URL = await freshStore(t);
  const service = await serveProcess(t, { DATABASE_URL, LOG_LEVEL: 'trace', ACCESS_LOG: 'true' });
  const store = await openStore(t, DATABASE_URL);
  const { key } = await addAccount(store, 'shelter', Date.now(), {});
  const post = (path: string, body: object) => send(`${service.url}${path}`, { method: 'POST', key, body });
  assert.equal((await post('/v1/pets', { name: 'Rex', categoryId: 1, status: 'available' })).status, 201);
  for (const table of ['pets', 'orders'] as const) {
    await store.write((queries) =>
      queries.schema
        .alterTable(table)
        .addCheckConstraint(
          `${table}_refuses`,
          sql`id < 2 and ${sql.ref(table === 'pets' ? 'name' : 'reference')} = 'Rex'`,
        )
        .execute(),
    );
  }
  const refused = [
    await post('/v1/pets', { name: NAME, categoryId: 1 }),
    await post('/v1/store/orders', { petId: 1, reference: REFERENCE }),
  ];
  for (const { status, text } of refused) {
    assert.equal(status, 500);
    assert.ok(!text.includes(NAME) && !text.includes(REFERENCE), text);
  }
  service.kill('SIGTERM');
  assert.equal((await service.ended).status, 0);
  assert.match(service.err(), /violates check constraint/);
  for (const text of [NAME, REFERENCE]) assert.ok(!service.err().includes(text), `${text} is in the log`);
});
