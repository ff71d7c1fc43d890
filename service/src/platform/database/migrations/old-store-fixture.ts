import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Scope } from '@petstore/testing/folders.ts';
import { freshDatabase } from '@petstore/testing/servers/postgres-server.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { missingStore, openStore, temporaryStore } from '@petstore/testing/stores.ts';
import { type Dialect, Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import type { Engine } from '../database.ts';
import { SqliteConnection } from '../sqlite/sqlite-adapter.ts';
import type { Tables } from '../tables.ts';
import { compareMigrations } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';

export interface OldStore {
  /** The migrations of the older version, in order, from the first one on. */
  readonly migrations: ReadonlyArray<(db: Kysely<Tables>, engine: Engine) => Promise<void>>;
  fill(db: Kysely<Tables>, engine: Engine): Promise<void>;
  /** Opens the store with this version and checks it. */
  check(t: TestContext, store: string): Promise<void>;
}

/** Tests what opening a store of an older version does to it: on SQLite, or on PostgreSQL if TEST_STORE is `postgres`. */
export function testOldStore(expectation: string, old: OldStore): void {
  test(expectation, async (t) => old.check(t, await oldStore(t, old)));
}

/** Makes a store of an older version, and returns its URL. */
export async function oldStore(t: Scope, old: Pick<OldStore, 'migrations' | 'fill'>): Promise<string> {
  const { engine } = await openStore(t, await temporaryStore(t));
  const store = await missingStore(t);
  const dialect =
    engine.name === 'sqlite'
      ? new SqliteDialect({ database: new SqliteConnection(store.slice('sqlite:'.length), 'write') })
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: store, max: 1 }) });
  await createStore(dialect, engine, old);
  return store;
}

/** Makes a store in a new PostgreSQL database that has recorded the migrations before `next`, and returns its URL. */
export async function oldPostgres(t: Scope, next: string): Promise<string> {
  const { engine } = await openStore(t, await freshStore(t));
  const url = await freshDatabase(t);
  const migrations = Object.entries(MIGRATIONS).flatMap(([name, up]) => (name < next ? [up] : []));
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await createStore(new PostgresDialect({ pool }), engine, { migrations, fill: async () => {} });
  return url;
}

async function createStore(
  dialect: Dialect,
  engine: Engine,
  { migrations, fill }: Pick<OldStore, 'migrations' | 'fill'>,
): Promise<void> {
  const db = new Kysely<Tables>({ dialect });
  // The names of the migrations in `migrate.ts`, which the store has recorded.
  const names = compareMigrations([]).missing;
  const known = Object.fromEntries(
    migrations.map((up, n) => [names[n], { up: (queries: Kysely<Tables>) => up(queries, engine) }]),
  );
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => known },
  }).migrateToLatest();
  assert.equal(error, undefined);
  await fill(db, engine);
  await db.destroy();
}
