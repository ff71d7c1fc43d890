// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { testOldStore } from '@petstore/testing/fixtures/old-store.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { readEvents } from '../../../../../record/events/event-queries.ts';
import { initial } from './0001-initial.ts';
import { storeArea } from './0002-store-area.ts';

const MANAGER = { accountId: 1n, seesAll: true };

/** Events of the older store, with their pets. */
const STORED: ReadonlyArray<[type: string, body: string, petId: bigint]> = [
  ['pet.created', '{"id":1,"name":"Frank","categoryId":7,"status":"available"}', 1n],
  ['pet.updated', '{"id":9007199254740993,"name":"\\"id\\":5,","categoryId":1}', 9007199254740993n],
  ['pet.deleted', '{"id":9223372036854775807,"name":"Zoë 🐕\\\\ud800","categoryId":1}', 9223372036854775807n],
  ['order.placed', '{"id":7,"petId":9223372036854775806,"status":"placed"}', 9223372036854775806n],
  ['order.expired', '{"id":1,"petId":3,"status":"expired","reference":"{\\"petId\\":4}"}', 3n],
];

async function checkPets(t: TestContext, store: string): Promise<void> {
  const database = await openStore(t, store);
  const rows = await database.read.selectFrom('events').select(['body', 'pet_id']).execute();
  const byBody = new Map(rows.map(({ body, pet_id }) => [body, pet_id]));
  assert.deepEqual(byBody, new Map(STORED.map(([, body, petId]) => [body, petId])));
  for (const [index, [, body, petId]] of STORED.entries()) {
    const { events } = await readEvents(database, { after: 0n, limit: 10, viewer: MANAGER, petId });
    assert.deepEqual(
      events.map((event) => [event.id, event.body]),
      [[BigInt(index + 1), body]],
    );
  }
}

testOldStore('the events of an older store get their pets, with all digits', {
  migrations: [initial, storeArea],
  fill: async (db, engine) => {
    for (const [type, body] of STORED) {
      await sql`insert into events (type, at, body) values (${type}, 0, ${body})`.execute(db);
    }
    // With concurrent writes, only the events that were read have an id.
    if (engine.supportsConcurrentWrites)
      await sql`update events set id = sequence where sequence <= 2`.execute(db);
  },
  check: checkPets,
});
