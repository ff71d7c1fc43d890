import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { MOVED_TABLES } from './moved-rows.ts';

/**
 * Tables whose rows do not go along: the profile is merged field by field, the index follows the listing, the bin has no pet of the
 * catalogue, events stay what they were, and triggers derive the stays from the movements.
 */
const NOT_MOVED = [
  'profiles',
  'search_prefixes',
  'stale_prefixes',
  'removed_pets',
  'merged_pets',
  'events',
  'stays',
];

test('a merge moves the rows of every table that refers to a pet', async (t) => {
  const { read } = await openStore(t, sqliteIn(await temporaryFolder(t)));
  const { rows } = await sql<{ name: string }>`
    select tables.name from sqlite_schema as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and columns.name = 'pet_id'`.execute(read);
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), [...MOVED_TABLES, ...NOT_MOVED].toSorted());
});
