import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { TRANSFERRED_TABLES } from './transfer-tables.ts';

/**
 * Tables of the migrator, of SQLite itself, the differences that a copied counter includes, what triggers derive in each
 * store, and the servers of a store in PostgreSQL.
 */
const NOT_TRANSFERRED =
  /^(kysely_|sqlite_|category_deltas$|access_version$|accepted_servers$|outbox_lease$|stays$)/;

test('every table of a store is transferred', async (t) => {
  const { read } = await openStore(t, sqliteIn(await temporaryFolder(t)));
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(
    read,
  );
  const names = rows.map(({ name }) => name).filter((name) => !NOT_TRANSFERRED.test(name));
  assert.deepEqual([...TRANSFERRED_TABLES].sort(), names.sort());
});
