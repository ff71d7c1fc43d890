import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Dialect, Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { openStore, sqliteIn, temporaryFolder } from '../../../test/harness.ts';
import { freshDatabase } from '../../../test/postgres-server.ts';
import { readEvents } from '../../events/event-store.ts';
import type { Engine, Tables } from '../database.ts';
import { SqliteConnection } from '../sqlite-adapter.ts';
import { initial } from './0001-initial.ts';
import { storeArea } from './0002-store-area.ts';

const MANAGER = { accountId: 1n, seesAll: true };

/** Events as they were stored, with the pets that they are about. */
const STORED: ReadonlyArray<[type: string, body: string, petId: bigint]> = [
  ['pet.created', '{"id":1,"name":"Frank","categoryId":7,"status":"available"}', 1n],
  ['pet.updated', '{"id":9007199254740993,"name":"\\"id\\":5,","categoryId":1}', 9007199254740993n],
  ['pet.deleted', '{"id":9223372036854775807,"name":"Zoë 🐕\\\\ud800","categoryId":1}', 9223372036854775807n],
  ['order.placed', '{"id":7,"petId":9223372036854775806,"status":"placed"}', 9223372036854775806n],
  ['order.expired', '{"id":1,"petId":3,"status":"expired","reference":"{\\"petId\\":4}"}', 3n],
];

/** A store as it was made before: with the first two migrations, and with events. */
async function makeOldStore(dialect: Dialect, engine: Engine): Promise<void> {
  const old = new Kysely<Tables>({ dialect });
  const migrations = {
    '0001-initial': { up: (db: Kysely<Tables>) => initial(db, engine) },
    '0002-store-area': { up: (db: Kysely<Tables>) => storeArea(db, engine) },
  };
  const migrator = new Migrator({ db: old, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  assert.equal(error, undefined);
  for (const [type, body] of STORED) {
    await sql`insert into events (type, at, body) values (${type}, 0, ${body})`.execute(old);
  }
  // What was read before has its id; where transactions write at the same time the rest has none.
  if (engine.writesAtOnce) await sql`update events set id = sequence where sequence <= 2`.execute(old);
  await old.destroy();
}

async function opensFilled(t: TestContext, store: string): Promise<void> {
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

async function engineOf(t: TestContext, store: string): Promise<Engine> {
  return (await openStore(t, store)).engine;
}

test('on SQLite the events of an older store get their pets, to the last digit', async (t) => {
  const engine = await engineOf(t, sqliteIn(await temporaryFolder(t)));
  const folder = await temporaryFolder(t);
  const connection = new SqliteConnection(`${folder}/petstore.db`, 'write');
  await makeOldStore(new SqliteDialect({ database: connection }), engine);
  await opensFilled(t, sqliteIn(folder));
});

test('on PostgreSQL too, those without an id as well', async (t) => {
  const engine = await engineOf(t, await freshDatabase(t));
  const url = await freshDatabase(t);
  await makeOldStore(new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }), engine);
  await opensFilled(t, url);
});
