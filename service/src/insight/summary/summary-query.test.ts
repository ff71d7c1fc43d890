// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import { testOn } from '@petstore/testing/test-on.ts';
import { sql } from 'kysely';
import { stringifyJson } from '../../platform/core/json.ts';
import type { Database } from '../../platform/database/database.ts';
import { removeTimeLimit } from '../../platform/database/long-transactions.ts';
import { longestInCareQuery, longestOnHoldQuery, periodsQuery, statusesQuery } from './summary-query.ts';

const MIDNIGHTS = [5_000n, 17_500n, 30_000n];
const DAY_INDEXES = ['pets_by_creation', 'completed_orders_by_time', 'sold_pets_by_time'];

/** Every status has many animals, and every status of an order many orders. */
async function fill(t: TestContext, store: string): Promise<Database> {
  const database = await openStore(t, store);
  await addAccount(database, 'one', 0, {});
  await database.write(async (db) => {
    await removeTimeLimit(db);
    const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 30000)`;
    const oneOf = (one: string, other: string) =>
      sql`case when n % 2 = 0 then ${sql.lit(one)} else ${sql.lit(other)} end`;
    await sql`${numbers} insert into pets (name, category_id, status, created_at, status_changed_at, updated_at)
      select 'Frank', 1, ${oneOf('pending', 'sold')}, n, n + 1, n + 1 from numbers`.execute(db);
    await sql`${numbers} insert into orders (pet_id, account_id, status, placed_at, updated_at)
      select n, 1, ${oneOf('completed', 'cancelled')}, n, n from numbers`.execute(db);
  });
  return database;
}

testOn('SQLite', 'on SQLite, each count of a day reads ranges of indexes', async (t) => {
  const { read } = await openStore(t, sqliteIn(await temporaryFolder(t)));
  const days = periodsQuery(read, { midnights: MIDNIGHTS, hasOrders: true });
  const { rows } = await sql<{ detail: string }>`explain query plan ${days}`.execute(read);
  const plan = rows.map(({ detail }) => detail).join('\n');
  const used = plan.matchAll(
    /SEARCH (?:pets|orders) USING COVERING INDEX (\w+) \((?:status=\? AND )?\w+>\? AND \w+<\?\)/g,
  );
  assert.deepEqual([...used].map(([, index]) => index).sort(), [...DAY_INDEXES, ...DAY_INDEXES].sort(), plan);
  assert.doesNotMatch(plan, /SCAN (pets|orders)/);
  const onHold = await longestOnHoldQuery(read, { limit: 5 }).explain(undefined, sql`query plan`);
  assert.match(stringifyJson(onHold), /"SEARCH pets USING COVERING INDEX pending_pets_by_time /);
  assert.doesNotMatch(stringifyJson(onHold), /TEMP B-TREE/);
  const inCare = stringifyJson(
    await longestInCareQuery(read, { limit: 5 }).explain(undefined, sql`query plan`),
  );
  assert.match(inCare, /"SEARCH pets USING (COVERING )?INDEX available_pets_by_care /);
  assert.doesNotMatch(inCare, /TEMP B-TREE/);
  const counts = await sql`explain query plan ${statusesQuery(read, { limit: 101 })}`.execute(read);
  const searches = stringifyJson(counts.rows).match(/pets USING COVERING INDEX \w+ \(status=\?\)/g);
  assert.equal(searches?.length, 3);
});

testOn('PostgreSQL', 'on PostgreSQL, each count of a day reads ranges of indexes', async (t) => {
  const database = await fill(t, await freshStore(t));
  await database.write((db) => sql`analyze pets, orders`.execute(db));
  const { read } = database;
  const { rows } =
    await sql`explain ${periodsQuery(read, { midnights: MIDNIGHTS, hasOrders: true })}`.execute(read);
  const plan = JSON.stringify(rows);
  const used = plan.matchAll(/ using (\w+) on (?:pets|orders)/g);
  assert.deepEqual([...used].map(([, index]) => index).sort(), [...DAY_INDEXES, ...DAY_INDEXES].sort(), plan);
  assert.doesNotMatch(plan, /Seq Scan|Bitmap|Filter/);
  const onHold = JSON.stringify(await longestOnHoldQuery(read, { limit: 5 }).explain());
  assert.match(onHold, /using pending_pets_by_time/, onHold);
  assert.doesNotMatch(onHold, /Sort|Filter/);
  const inCare = JSON.stringify(await longestInCareQuery(read, { limit: 5 }).explain());
  assert.match(inCare, /using available_pets_by_care/, inCare);
  assert.doesNotMatch(inCare, /Sort|Filter/);
  const counts = await sql`explain ${statusesQuery(read, { limit: 101 })}`.execute(read);
  assert.equal(JSON.stringify(counts.rows).match(/using pets_by_status on pets/g)?.length, 3);
  assert.doesNotMatch(JSON.stringify(counts.rows), /Sort|Filter|Seq Scan/);
});
