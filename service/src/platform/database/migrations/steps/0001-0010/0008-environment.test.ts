// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { testOldStore } from '@petstore/testing/fixtures/old-store.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { initial } from './0001-initial.ts';
import { storeArea } from './0002-store-area.ts';
import { eventsOfAPet } from './0003-events-of-a-pet.ts';

const SITUATIONS: Record<string, { kinds: string[]; environment: string | null }> = {
  'live keys is for production': { kinds: ['live', 'live'], environment: 'production' },
  'test keys is for staging': { kinds: ['test'], environment: 'staging' },
  'keys of both kinds has no environment yet': { kinds: ['live', 'test'], environment: null },
  'no keys has no environment yet': { kinds: [], environment: null },
};

for (const [situation, { kinds, environment }] of Object.entries(SITUATIONS)) {
  testOldStore(`a store of version 1.0.0 with ${situation}`, {
    migrations: [initial, storeArea, eventsOfAPet],
    fill: async (db) => {
      await sql`insert into accounts (name, plan, role, created_at) values ('Zoo', 'free', 'member', 0)`.execute(
        db,
      );
      for (const [index, kind] of kinds.entries()) {
        await sql`insert into api_keys (account_id, digest, hint, created_at)
          values (1, ${`digest ${index}`}, ${`petstore_${kind}_abcd…abcd`}, 0)`.execute(db);
      }
    },
    check: async (t, store) => {
      const { read } = await openStore(t, store);
      const rows = await read.selectFrom('store_identity').select('environment').execute();
      assert.deepEqual(rows, [{ environment }]);
    },
  });
}
