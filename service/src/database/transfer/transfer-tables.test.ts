import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { freshDatabase } from '@petstore/testing/servers/postgres-server.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { readTransferTables, TRANSFERRED_TABLES } from './transfer-tables.ts';

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

test('both engines have the same tables with the same columns and types, without those that they generate', async (t) => {
  const sqlite = await openStore(t, sqliteIn(await temporaryFolder(t)));
  const postgres = await openStore(t, await freshDatabase(t));
  const { rows } = await sql<{ name: string; columns: Record<string, string> }>`
    select table_name as name, json_object_agg(column_name, data_type) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by table_name`.execute(postgres.read);
  const inPostgres = new Map(rows.map(({ name, columns }) => [name, columns]));
  // PostgreSQL has this extra column for the order of events without an id.
  delete inPostgres.get('events')?.sequence;
  const tables = await readTransferTables(sqlite.read);
  for (const { name, columns, key } of tables) {
    const expected = Object.fromEntries(columns.map((column) => [column.name, column.type]));
    assert.deepEqual(inPostgres.get(name), expected, name);
    assert.ok(key.length > 0, name);
    inPostgres.delete(name);
  }
  assert.deepEqual(
    [...inPostgres.keys()].filter((name) => !NOT_TRANSFERRED.test(name)),
    [],
  );
});
