import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Dialect, Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { openStore, sqliteIn, temporaryFolder } from '../../../test/harness.ts';
import { freshDatabase } from '../../../test/postgres-server.ts';
import { listCategories } from '../../pets/category-store.ts';
import { deletePet, insertPet } from '../../pets/pet-store.ts';
import { wrongCategoryCounts } from '../category-counts.ts';
import type { Engine, Tables } from '../database.ts';
import { SqliteConnection } from '../sqlite-adapter.ts';
import { initial } from './0001-initial.ts';
import { storeArea } from './0002-store-area.ts';
import { eventsOfAPet } from './0003-events-of-a-pet.ts';

/** A store as version 1.0.0 left it: with its migrations, pets, and every category that a pet was ever in. */
async function makeOldStore(dialect: Dialect, engine: Engine): Promise<void> {
  const old = new Kysely<Tables>({ dialect });
  const migrations = {
    '0001-initial': { up: (db: Kysely<Tables>) => initial(db, engine) },
    '0002-store-area': { up: (db: Kysely<Tables>) => storeArea(db, engine) },
    '0003-events-of-a-pet': { up: (db: Kysely<Tables>) => eventsOfAPet(db, engine) },
  };
  const migrator = new Migrator({ db: old, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  assert.equal(error, undefined);
  await sql`insert into categories (id, name) values (1, 'Dog'), (2, 'Cat'), (3, null), (4, null)`.execute(
    old,
  );
  await sql`insert into pets (name, category_id, status) values
    ('Rex', 1, 'available'), ('Rex', 1, 'available'), ('Rex', 1, 'sold'), ('Rex', 3, null),
    ('Rex', 9, 'available')`.execute(old);
  await old.destroy();
}

async function opensCounted(t: TestContext, store: string): Promise<void> {
  const database = await openStore(t, store);
  const categories = () => listCategories(database.read, { limit: 100 });
  assert.deepEqual(await wrongCategoryCounts(database), []);
  assert.deepEqual(await categories(), [
    { id: 1n, name: 'Dog', available: 2n },
    { id: 2n, name: 'Cat', available: 0n },
    { id: 3n, available: 0n },
    { id: 9n, available: 1n },
  ]);
  await database.write(async (db) => {
    await insertPet(db, { name: 'Tom', categoryId: 2n, status: 'available' }, null);
    await deletePet(db, 5n);
  });
  assert.deepEqual(
    (await categories()).map(({ id, available }) => [id, available]),
    [
      [1n, 2n],
      [2n, 1n],
      [3n, 0n],
    ],
  );
}

test('on SQLite a store of 1.0.0 opens with counts, without empty categories that have no name', async (t) => {
  const { engine } = await openStore(t, sqliteIn(await temporaryFolder(t)));
  const folder = await temporaryFolder(t);
  const connection = new SqliteConnection(`${folder}/petstore.db`, 'write');
  await makeOldStore(new SqliteDialect({ database: connection }), engine);
  await opensCounted(t, sqliteIn(folder));
});

test('on PostgreSQL a store of 1.0.0 opens with counts, without empty categories that have no name', async (t) => {
  const { engine } = await openStore(t, await freshDatabase(t));
  const url = await freshDatabase(t);
  await makeOldStore(new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }), engine);
  await opensCounted(t, url);
});
