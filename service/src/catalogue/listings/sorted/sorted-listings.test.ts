// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import { testOn } from '@petstore/testing/test-on.ts';
import { sql } from 'kysely';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { removeTimeLimit } from '../../../platform/database/long-transactions.ts';
import { NO_FILTERS } from '../../search/pet-filters.ts';
import { orderOf } from './listing-order.ts';
import { candidateQuery } from './sorted-listings.ts';

/** Each order with its index, and keys of pages that follow another one. */
const ORDERS = [
  ['name', 'pets_by_name', ['frank']],
  ['birthDate', 'pets_by_birth_date', ['2020-01-01', '']],
  ['intakeDate', 'pets_by_care', [0n]],
  ['updatedAt', 'pets_by_update', [0n]],
] as const;

/** Pages of both directions, of one status and of all. */
const PAGES = ORDERS.flatMap(([name, index, keys]) =>
  [undefined, ...keys].flatMap((afterKey) =>
    ([name, `-${name}`] as const).flatMap((sort) =>
      (['sold', undefined] as const).map((status) => ({ index, sort, status, afterKey })),
    ),
  ),
);

/** Returns a store in which nearly all animals have the same values. */
async function filled(database: Database): Promise<Database> {
  await database.write(async (db) => {
    await removeTimeLimit(db);
    await sql`insert into pets (name, category_id, status, created_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20000)
      select 'Frank', 1, case n % 4 when 0 then 'available' when 1 then 'pending' when 2 then 'sold' end, 0 from numbers`.execute(
      db,
    );
  });
  return database;
}

async function* plans(db: Queries, explain: string) {
  for (const { index, sort, status, afterKey } of PAGES) {
    const page = {
      ...NO_FILTERS,
      ...orderOf(sort),
      status,
      hasPhoto: undefined,
      limit: 101,
      candidates: 101,
      afterKey,
      afterId: afterKey === undefined ? undefined : 10_000n,
      isAfterUnknown: afterKey === '',
    };
    const { rows } = await sql`${sql.raw(explain)} ${candidateQuery(db, page)}`.execute(db);
    yield { plan: JSON.stringify(rows, bigints), index };
  }
}

testOn('SQLite', 'on SQLite, each page consists of ranges of the index of its order', async (t) => {
  const { read } = await openStore(t, sqliteIn(await temporaryFolder(t)));
  for await (const { plan, index } of plans(read, 'explain query plan')) {
    const used = plan.match(/(?:SEARCH|SCAN) pets[^"]*/g) ?? [];
    assert.ok(used.length > 0 && used.every((range) => range.includes(`INDEX ${index} (status=`)), plan);
    // Only the rows of a page are sorted to merge them, once for each range.
    const sorted = plan.match(/USE TEMP B-TREE[^"]*/g) ?? [];
    assert.ok(sorted.length <= used.length, plan);
  }
});

testOn('PostgreSQL', 'on PostgreSQL, each page consists of ranges of the index of its order', async (t) => {
  const database = await filled(await openStore(t, await freshStore(t)));
  await database.write((db) => sql`analyze pets`.execute(db));
  for await (const { plan, index } of plans(database.read, 'explain')) {
    const used = plan.match(/(?:Scan|scan)[^"]* on pets[^"]*|Seq Scan on pets/g) ?? [];
    assert.ok(used.length > 0 && used.every((range) => range.includes(`using ${index}`)), plan);
  }
});

function bigints(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
