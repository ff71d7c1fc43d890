// Needs PostgreSQL or Valkey.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { removeTimeLimit } from '../../platform/database/long-transactions.ts';
import { NO_FILTERS } from '../search/pet-filters.ts';
import { type PetPage, petListQuery } from './pet-list-query.ts';

const NEWEST = { ...NO_FILTERS, order: 'newest first', limit: 20 } as const;
const PAGES: ReadonlyArray<[PetPage, index: string]> = [
  [{ ...NEWEST, status: 'available' }, 'pets_by_status'],
  [{ ...NEWEST, status: 'available', after: 12_000n }, 'pets_by_status'],
  [{ ...NEWEST, status: 'sold', order: 'oldest first' }, 'pets_by_status'],
  [{ ...NEWEST, categoryId: 1n }, 'pets_by_category'],
  [{ ...NEWEST, categoryId: 1n, status: 'available', after: 12_000n }, 'pets_by_category_and_status'],
];

test('on PostgreSQL, a filtered page reads a range of the index of its filters, even for a common value', async (t) => {
  const db = await openStore(t, await freshStore(t));
  // The older pets have the common status, so a scan of the ids from the newest would skip all others first.
  await db.write(async (queries) => {
    await removeTimeLimit(queries);
    await sql`insert into pets (name, category_id, status)
      select 'Frank', n / 10000, case when n <= 12000 then 'available' else 'sold' end
      from generate_series(1, 20000) as n`.execute(queries);
    await sql`analyze pets`.execute(queries);
  });
  for (const [page, index] of PAGES) {
    const plan = JSON.stringify(await petListQuery(db.read, page).explain());
    assert.match(plan, new RegExp(`using ${index} `), plan);
    assert.doesNotMatch(plan, /Sort|Filter/, plan);
  }
});
