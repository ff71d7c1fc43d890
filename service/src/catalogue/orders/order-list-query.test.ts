// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { addAccount } from '@petstore/testing/accounts.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import { testOn } from '@petstore/testing/test-on.ts';
import { sql } from 'kysely';
import { stringifyJson } from '../../platform/core/json.ts';
import type { Database } from '../../platform/database/database.ts';
import { removeTimeLimit } from '../../platform/database/long-transactions.ts';
import { type OrderPage, orderListQuery } from './order-list-query.ts';

const NEWEST = { order: 'newest first', limit: 20, visibleTo: undefined } as const;
const MINE = { ...NEWEST, petId: 1n, visibleTo: 2n };
const OPEN = 'one_open_order_per_pet';
/** The indexes of the ranges of a page. */
const PAGES: ReadonlyArray<[OrderPage, accountColumn: 'account_id' | 'owner_id', indexes: string[]]> = [
  [MINE, 'account_id', [OPEN, 'closed_orders_by_pet_and_account_id']],
  [{ ...MINE, after: 12_000n }, 'account_id', [OPEN, 'closed_orders_by_pet_and_account_id']],
  [{ ...MINE, order: 'oldest first', after: 5n }, 'owner_id', [OPEN, 'closed_orders_by_pet_and_owner_id']],
  [{ ...MINE, status: 'placed' }, 'account_id', [OPEN]],
  [{ ...MINE, status: 'completed' }, 'account_id', ['closed_orders_by_pet_and_account_id']],
  [{ ...MINE, status: 'completed', after: 12_000n }, 'owner_id', ['closed_orders_by_pet_and_owner_id']],
  [{ ...NEWEST, petId: 1n }, 'account_id', [OPEN, 'closed_orders_by_pet_id']],
  [{ ...NEWEST, petId: 1n, status: 'completed' }, 'account_id', ['closed_orders_by_pet_id']],
  [{ ...NEWEST, visibleTo: 2n }, 'account_id', ['orders_by_account_id']],
];

/** Gives account 1 the newer half of the orders, all for pet 1, and account 2 the older half, for other pets. */
async function fill(t: Parameters<typeof openStore>[0], store: string): Promise<Database> {
  const database = await openStore(t, store);
  for (const name of ['one', 'two']) await addAccount(database, name, 0, {});
  await database.write(async (db) => {
    await removeTimeLimit(db);
    await sql`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 20000)
      insert into orders (pet_id, account_id, owner_id, status, placed_at, updated_at)
      select case when n > 10000 then 1 else n end, case when n > 10000 then 1 else 2 end,
        case when n > 10000 then 1 else 2 end, 'cancelled', n, n from numbers`.execute(db);
  });
  return database;
}

testOn('SQLite', 'on SQLite, a page of orders reads ranges of the indexes of its filters', async (t) => {
  const { read } = await openStore(t, sqliteIn(await temporaryFolder(t)));
  for (const [page, accountColumn, indexes] of PAGES) {
    const plan = await orderListQuery(read, page, accountColumn).explain(undefined, sql`query plan`);
    const steps = plan.map((step) => String(Object.values(step as object).at(-1))); // `detail` is the last column
    const searches = steps.filter((step) => step.includes(' orders '));
    const used = searches.map((step) => /^SEARCH orders USING INDEX (\w+) /.exec(step)?.[1]);
    assert.deepEqual(new Set(used), new Set(indexes), stringifyJson(plan));
    // Ranges are sorted when they are merged; one range is sorted already.
    if (searches.length === 1) assert.doesNotMatch(steps.join(), /TEMP B-TREE/);
  }
});

testOn(
  'PostgreSQL',
  'on PostgreSQL, a page of orders reads ranges of the indexes of its filters, even for common values',
  async (t) => {
    const database = await fill(t, await freshStore(t));
    await database.write((db) => sql`analyze orders`.execute(db));
    for (const [page, accountColumn, indexes] of PAGES) {
      const plan = JSON.stringify(await orderListQuery(database.read, page, accountColumn).explain());
      const used = plan.matchAll(/(?: using (\w+))? on orders/g);
      assert.deepEqual(new Set(used.map(([, index]) => index)), new Set(indexes), plan);
      if (indexes.length === 1 && !indexes.includes(OPEN)) assert.doesNotMatch(plan, /Sort|Filter/, plan);
    }
  },
);
