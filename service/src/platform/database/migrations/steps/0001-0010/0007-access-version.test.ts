// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { testOldStore } from '@petstore/testing/fixtures/old-store.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import type { Database } from '../../../database.ts';
import { openSqlite } from '../../../sqlite/sqlite.ts';
import { initial } from './0001-initial.ts';
import { storeArea } from './0002-store-area.ts';
import { eventsOfAPet } from './0003-events-of-a-pet.ts';

async function versionOf({ read }: Database): Promise<string> {
  const { version } = await read.selectFrom('access_version').select('version').executeTakeFirstOrThrow();
  return version;
}

async function changePlan({ write }: Database, plan: string): Promise<void> {
  await write((db) => db.updateTable('accounts').set({ plan }).execute());
}

testOldStore('a store of version 1.0.0 gets a version, which changes with its accounts', {
  migrations: [initial, storeArea, eventsOfAPet],
  fill: async (db) => {
    await sql`insert into accounts (name, plan, role, created_at) values ('Zoo', 'free', 'member', 0)`.execute(
      db,
    );
  },
  check: async (t, store) => {
    const database = await openStore(t, store);
    const before = await versionOf(database);
    assert.equal(await versionOf(database), before);
    await changePlan(database, 'pro');
    assert.notEqual(await versionOf(database), before);
  },
});

/** A process that was not stopped during a restore would trust what it knows of a version that occurs a second time. */
test('the versions after a restore differ from those before it', async (t) => {
  const folder = await temporaryFolder(t);
  const [path, backup] = [join(folder, 'petstore.db'), join(folder, 'backup.db')];
  const petstore = async (...args: string[]) => {
    const { status, err } = await runCommand(sqliteIn(folder), args);
    assert.equal(status, 0, err);
  };
  const change = async (plan: string) => {
    const database = await openSqlite(path);
    await changePlan(database, plan);
    return versionOf(database).finally(() => database.close());
  };
  await petstore('accounts', 'create', 'Zoo', '--plan', 'free');
  await petstore('backup', backup);
  const before = await change('pro');
  await petstore('restore', backup, '--force');
  assert.notEqual(await change('business'), before);
});
