// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import { testOn } from '@petstore/testing/test-on.ts';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { removeTimeLimit } from '../../platform/database/long-transactions.ts';
import { waitingRange } from './waiting-order.ts';

const LATER = { afterOrder: 5_611_672_117_183_217_664n, limit: 25 };
const PAGES: ReadonlyArray<[page: Parameters<typeof waitingRange>[1], index: string]> = [
  [{ limit: 25 }, 'available_pets_by_waiting'],
  [LATER, 'available_pets_by_waiting'],
  [{ categoryId: 1n, limit: 25 }, 'available_pets_of_category_by_waiting'],
  [{ ...LATER, categoryId: 1n }, 'available_pets_of_category_by_waiting'],
];

/** Returns a store with two categories, of which the second has nearly all animals. */
async function filled(database: Database): Promise<Database> {
  await database.write(async (db) => {
    await removeTimeLimit(db);
    await sql`insert into pets (name, category_id, status, created_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20000)
      select 'Frank', case when n % 100 = 0 then 1 else 2 end, 'available', n / 10 from numbers`.execute(db);
  });
  return database;
}

testOn('SQLite', 'on SQLite, each page is a range of an index that has its order', async (t) => {
  const { read } = await openStore(t, sqliteIn(await temporaryFolder(t)));
  for (const [page, index] of PAGES) {
    const plan = JSON.stringify(
      await waitingRange(read, page).select('id').explain(undefined, sql`query plan`),
      bigints,
    );
    assert.match(plan, new RegExp(`(SEARCH|SCAN) pets USING (COVERING )?INDEX ${index}`), plan);
    if (page.afterOrder !== undefined) assert.match(plan, /waiting_order>\?\)/, plan);
    assert.doesNotMatch(plan, /TEMP B-TREE/, plan);
  }
});

testOn('PostgreSQL', 'on PostgreSQL, each page is a range of an index that has its order', async (t) => {
  const database = await filled(await openStore(t, await freshStore(t)));
  await database.write((db) => sql`analyze pets`.execute(db));
  for (const [page, index] of PAGES) {
    const plan = JSON.stringify(await waitingRange(database.read, page).select('id').explain());
    assert.match(plan, new RegExp(`using ${index} `), plan);
    assert.doesNotMatch(plan, /Sort|Filter/, plan);
  }
});

function bigints(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
