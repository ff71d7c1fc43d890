import assert from 'node:assert/strict';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { backUpStore, restoreStore } from './backup.ts';
import { openSqlite } from './sqlite.ts';
import { BackupError, verifyStore } from './verify-store.ts';

const PAGE = 4096;
const ignore = () => {};

/** Creates a folder with an open store in `store.db`. */
async function begin(t: TestContext) {
  const folder = await temporaryFolder(t);
  const path = (name: string) => join(folder, name);
  const database = await openSqlite(path('store.db'));
  t.after(() => database.close());
  return { folder, path, database };
}

async function addPets(database: Database, count: number): Promise<void> {
  await database.write((db) =>
    sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
        insert into pets (name, category_id) select 'pet ' || i, 1 from n`.execute(db),
  );
}

/** Creates a store with some pets, and closes it. */
async function closedStore(path: string, pets: number): Promise<void> {
  const database = await openSqlite(path);
  await addPets(database, pets);
  await database.close();
}

async function countPets(path: string): Promise<number> {
  const database = await openSqlite(path);
  assert.deepEqual(await database.faults(), []);
  const rows = await database.read.selectFrom('pets').select('id').execute();
  await database.close();
  return rows.length;
}

test('a backup is a single file, also while it is read', async (t) => {
  const { folder, path, database } = await begin(t);
  await addPets(database, 10);
  await backUpStore(path('store.db'), path('copy.db'), 0, ignore);
  const beside = async () => (await readdir(folder)).filter((name) => name.startsWith('copy.db'));
  assert.deepEqual(await beside(), ['copy.db']);
  await restoreStore(path('copy.db'), path('other.db'), 0);
  assert.deepEqual(await beside(), ['copy.db']);
});

test('a backup ends while other connections write continuously, and reports its progress', async (t) => {
  const { path, database } = await begin(t);
  await addPets(database, 30_000);
  let hasEnded = false;
  const seen: [left: number, pages: number][] = [];
  const copying = backUpStore(path('store.db'), path('copy.db'), 0, (...step) => seen.push(step)).finally(
    () => {
      hasEnded = true;
    },
  );
  // Many more than fit into the time of such a short backup. The limit ends the test if the backup does not.
  for (let writes = 0; writes < 1_000 && !hasEnded; writes += 1) {
    await addPets(database, 1);
    // A write does not wait for the event loop. In a service it would, for the sockets.
    await nextTurn();
  }
  const endedInTime = hasEnded;
  const { pets } = await copying;
  assert.ok(endedInTime, 'the backup must end while the writers continue');
  assert.ok(pets >= 30_000 && pets <= 31_000, `${pets}`);
  assert.ok(seen.length > 0);
  for (const [left, pages] of seen) assert.ok(left >= 0 && left <= pages);
});

test('a failed backup leaves the previous one and no partial file', async (t) => {
  const { folder, path } = await begin(t);
  await closedStore(path('damaged.db'), 2_000);
  await destroyPage(path('damaged.db'), 5);
  await writeFile(path('copy.db'), 'the backup of yesterday');
  const before = (await readdir(folder)).filter((name) => !name.startsWith('damaged.db-'));
  await assert.rejects(backUpStore(path('damaged.db'), path('copy.db'), 0, ignore), BackupError);
  assert.equal(await readFile(path('copy.db'), 'utf8'), 'the backup of yesterday');
  const after = (await readdir(folder)).filter((name) => !name.startsWith('damaged.db-'));
  assert.deepEqual(after, before);
});

test('rejects a backup of a store to itself, which would detach its writers', async (t) => {
  const { path, database } = await begin(t);
  await addPets(database, 3);
  await assert.rejects(backUpStore(path('store.db'), path('store.db'), 0, ignore), BackupError);
  await addPets(database, 1);
  assert.equal(await countPets(path('store.db')), 4);
});

/** Creates a store with `pets` pets, of which all but one are still in its journal, as after a crash. */
async function withJournal(path: string, pets: number): Promise<void> {
  await closedStore(path, 1);
  const database = await openSqlite(path);
  await addPets(database, pets - 1);
  await copyFile(path, `${path}.main`);
  await copyFile(`${path}-wal`, `${path}.journal`);
  await database.close();
  await copyFile(`${path}.main`, path);
  await copyFile(`${path}.journal`, `${path}-wal`);
}

test('does not replay the journal of the replaced store into the restored one', async (t) => {
  const { path } = await begin(t);
  await closedStore(path('backup.db'), 7);
  await withJournal(path('old.db'), 500);
  assert.equal((await restoreStore(path('backup.db'), path('old.db'), 0)).pets, 7);
  assert.equal(await countPets(path('old.db')), 7);
});

test('does not replay the journal of an older file into a backup of the same name', async (t) => {
  const { path, database } = await begin(t);
  await addPets(database, 7);
  await withJournal(path('copy.db'), 500);
  await backUpStore(path('store.db'), path('copy.db'), 0, ignore);
  assert.equal(await countPets(path('copy.db')), 7);
});

test('restores also what is still in the journal of the backup', async (t) => {
  const { path } = await begin(t);
  await withJournal(path('crashed.db'), 500);
  assert.equal((await restoreStore(path('crashed.db'), path('new.db'), 0)).pets, 500);
  assert.equal(await countPets(path('new.db')), 500);
});

test('restoring a store from itself loses nothing', async (t) => {
  const { path } = await begin(t);
  await withJournal(path('crashed.db'), 500);
  await restoreStore(path('crashed.db'), path('crashed.db'), 0).catch((error: unknown) => {
    assert.ok(error instanceof BackupError);
  });
  assert.equal(await countPets(path('crashed.db')), 500);
});

async function destroyPage(path: string, page: number): Promise<void> {
  const bytes = await readFile(path);
  bytes.fill(0xff, page * PAGE, (page + 1) * PAGE);
  await writeFile(path, bytes);
}

test('rejects a store with any damaged page', async (t) => {
  const { path } = await begin(t);
  await closedStore(path('sound.db'), 500);
  const sound = await readFile(path('sound.db'));
  assert.ok(sound.length / PAGE > 20);
  // To check each of 213 pages takes 3 s of processor time.
  for (let page = 0; page < sound.length / PAGE; page += 10) {
    await writeFile(path('damaged.db'), sound);
    await destroyPage(path('damaged.db'), page);
    assert.throws(() => verifyStore(path('damaged.db'), 'damaged.db'), BackupError, `page ${page}`);
  }
});
