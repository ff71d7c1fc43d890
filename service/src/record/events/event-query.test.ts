// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { stringifyJson } from '../../platform/core/json.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { removeTimeLimit } from '../../platform/database/long-transactions.ts';
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

test('the events of a pet are one range of their index, however many it has', async (t) => {
  const database = await temporaryDatabase(t);
  await database.write(fill);
  if (database.engine.name === 'postgres') await assertRangesOfPostgres(database);
  else await assertRangesOfSqlite(database);
});

async function assertRangesOfSqlite({ read }: Database): Promise<void> {
  for (const range of RANGES) {
    const plan = stringifyJson(await eventsQuery(read, range).explain(undefined, sql`query plan`));
    assert.match(plan, /events_by_pet \(pet_id=\? AND id>\? AND id<\?\)/);
    assert.doesNotMatch(plan, /SCAN|TEMP B-TREE/);
  }
}

async function assertRangesOfPostgres(database: Database): Promise<void> {
  await database.write((db) => sql`analyze events`.execute(db));
  for (const range of RANGES) {
    const plan = JSON.stringify(await eventsQuery(database.read, range).explain());
    assert.match(plan, /using events_by_pet .*Index Cond: .*pet_id.*pet_id/, plan);
    assert.doesNotMatch(plan, /Sort|Seq Scan/, plan);
    // Only the events of applications are left out of the range.
    const filters = plan.replaceAll(/"\s*Filter: \(type <> ALL [^"]*"/g, '');
    if (range.visibleTo === undefined) assert.doesNotMatch(filters, /Filter/, plan);
  }
}
