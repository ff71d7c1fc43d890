import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { stringifyJson } from '../core/json.ts';
import type { Database, Queries } from '../database/database.ts';
import { removeTimeLimit } from '../database/long-transactions.ts';
import { type EventRange, eventsQuery } from './event-query.ts';

const EVENTS = 20_000n;
const ALL = { upTo: EVENTS, limit: 20, visibleTo: undefined, applicationsOf: undefined };
const RANGES: readonly EventRange[] = [
  { ...ALL, petId: 1n, after: 0n },
  { ...ALL, petId: 1n, after: 19_000n },
  { ...ALL, petId: 15n, after: 0n },
  { ...ALL, petId: 999n, after: 0n },
  { ...ALL, petId: 1n, after: 0n, visibleTo: 1n, applicationsOf: 1n },
];

/** Inserts events of which the newer half belongs to pet 1. A scan by id would first read those of the other pets. */
async function fill(db: Queries): Promise<void> {
  await removeTimeLimit(db);
  await sql`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(EVENTS)})
    insert into events (id, type, at, body, pet_id)
    select n, 'pet.updated', n, '{}', case when n > 10000 then 1 else 2 + n % 5000 end from numbers`.execute(
    db,
  );
}

async function filled(t: TestContext, store: string): Promise<Database> {
  const database = await openStore(t, store);
  await database.write(fill);
  return database;
}

test('on SQLite the events of a pet are one range of their index', async (t) => {
  const { read } = await filled(t, sqliteIn(await temporaryFolder(t)));
  for (const range of RANGES) {
    const plan = stringifyJson(await eventsQuery(read, range).explain(undefined, sql`query plan`));
    assert.match(plan, /events_by_pet \(pet_id=\? AND id>\? AND id<\?\)/);
    assert.doesNotMatch(plan, /SCAN|TEMP B-TREE/);
  }
});

test('on PostgreSQL the events of a pet are one range of their index, however many it has', async (t) => {
  const database = await filled(t, await freshStore(t));
  await database.write((db) => sql`analyze events`.execute(db));
  for (const range of RANGES) {
    const plan = JSON.stringify(await eventsQuery(database.read, range).explain());
    assert.match(plan, /using events_by_pet .*Index Cond: .*pet_id.*pet_id/, plan);
    assert.doesNotMatch(plan, /Sort|Seq Scan/, plan);
    // Only the events of applications are left out of the range.
    const filters = plan.replaceAll(/"\s*Filter: \(type <> ALL [^"]*"/g, '');
    if (range.visibleTo === undefined) assert.doesNotMatch(filters, /Filter/, plan);
  }
});
