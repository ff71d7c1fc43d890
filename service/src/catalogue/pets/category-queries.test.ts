// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { openStore, temporaryDatabase } from '@petstore/testing/stores.ts';
import { testOn } from '@petstore/testing/test-on.ts';
import { type RawBuilder, sql } from 'kysely';
import { nextIdsQuery } from '../../platform/database/category-counts.ts';
import { removeTimeLimit } from '../../platform/database/long-transactions.ts';
import { categoriesQuery } from './category-queries.ts';

// The cost of a page does not depend on the number of pets: it reads ranges of the primary keys, and no pets.

const RANGES = [
  { limit: 21 },
  { after: 10_000n, limit: 21 },
  { after: 10_000n, limit: 21, descending: true },
];

const TWO = { ids: [1n, 2n], descending: false };

testOn('SQLite', 'on SQLite, a page of categories reads a range of their primary key', async (t) => {
  const { read } = await temporaryDatabase(t);
  const planOf = async (query: RawBuilder<unknown>) => {
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(read);
    return rows.map(({ detail }) => detail).join('; ');
  };
  for (const range of RANGES) {
    const plan = await planOf(nextIdsQuery(read, range));
    assert.match(plan, /(SCAN|SEARCH) categories USING COVERING INDEX sqlite_autoindex_categories_1/);
    assert.doesNotMatch(plan, /B-TREE|pets/);
  }
  const { sql: text, parameters } = categoriesQuery(read, TWO).compile();
  assert.equal(
    await planOf(sql.raw(text.replaceAll('?', () => String(parameters[0])))),
    'SEARCH categories USING INDEX sqlite_autoindex_categories_1 (id=?)',
  );
});

testOn(
  'PostgreSQL',
  'on PostgreSQL, a page of categories reads ranges of the counts and of the deltas',
  async (t) => {
    const db = await openStore(t, await freshStore(t));
    await db.write(async (queries) => {
      await removeTimeLimit(queries);
      await sql`insert into categories (id, pets) select n, 1 from generate_series(1, 20000) as n`.execute(
        queries,
      );
      await sql`insert into category_deltas (category_id, pets, available)
      select n, 1, 0 from generate_series(1, 20000) as n`.execute(queries);
      await sql`analyze categories, category_deltas`.execute(queries);
    });
    const plans = [];
    for (const range of RANGES) {
      const { rows } = await sql`explain ${nextIdsQuery(db.read, range)}`.execute(db.read);
      plans.push(JSON.stringify(rows));
    }
    plans.push(JSON.stringify(await categoriesQuery(db.read, TWO).explain()));
    for (const plan of plans) {
      assert.match(plan, /categories_pkey .*category_deltas_pkey /);
      assert.doesNotMatch(plan, /Seq Scan|pets_/);
    }
  },
);
