import assert from 'node:assert/strict';
import { readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { readAll } from '@petstore/testing/api-calls.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { listOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { takeInstanceLock } from '../../platform/database/sqlite/instance-lock.ts';
import { openSqlite } from '../../platform/database/sqlite/sqlite.ts';

/** Creates a store with one account and `pets` pets that no process uses. */
async function idleStore(t: TestContext, pets = 3) {
  const folder = await temporaryFolder(t);
  const path = (name: string) => join(folder, name);
  await fillStore(path('petstore.db'), 'City shelter', pets);
  const command = (...args: string[]) => runCommand(sqliteIn(folder), args);
  const backup = async () => {
    assert.equal((await command('backup', path('backup.db'))).status, 0);
    return path('backup.db');
  };
  return { folder, path, command, backup };
}

async function fillStore(path: string, account: string, pets: number): Promise<void> {
  const database = await openSqlite(path);
  await addAccount(database, account, 0, {});
  const rows = Array.from({ length: pets }, (_, n) => ({ name: `pet ${n}`, category_id: 1n }));
  await database.write((db) => db.insertInto('pets').values(rows).execute());
  await database.close();
}

/** Returns the names of the accounts of a store, and the number of its pets. */
async function contentOf(path: string): Promise<[string[], number]> {
  const database = await openSqlite(path);
  assert.deepEqual(await database.faults(), []);
  const accounts = await database.read.selectFrom('accounts').select('name').orderBy('id').execute();
  const pets = await database.read.selectFrom('pets').select('id').execute();
  await database.close();
  return [accounts.map(({ name }) => name), pets.length];
}

/** Adds pets one after the other until `isStopped`; returns the ids of the acknowledged ones. */
async function addUntil(service: TestService, key: string, isStopped: () => boolean): Promise<unknown[]> {
  const ids = [];
  while (!isStopped()) {
    const body = { name: 'Frank', categoryId: 1 };
    const response = await service.send('/v1/pets', { method: 'POST', key, body });
    assert.equal(response.status, 201, response.text);
    ids.push(Number(response.headers.get('location')?.split('/').at(-1)));
  }
  return ids;
}

test('a backup during writes contains every pet that was acknowledged before it started', async (t) => {
  const folder = await temporaryFolder(t);
  const service = await startService(t, { store: sqliteIn(folder) });
  const { key } = await service.account({ perMinute: 1_000_000 });
  const writers = (count: number, isStopped: () => boolean) =>
    Promise.all(Array.from({ length: count }, () => addUntil(service, key, isStopped)));
  const turns = Iterator.from(Array(200).keys());
  const before = (await writers(8, () => turns.next().done === true)).flat();

  let ended = false;
  const during = writers(8, () => ended);
  const copy = join(folder, 'copy.db');
  const result = await runCommand(sqliteIn(folder), ['backup', copy, '--json']).finally(() => {
    ended = true;
  });
  assert.deepEqual([result.status, result.err], [0, '']);
  const after = (await during).flat();
  assert.ok(after.length > 0, 'pets were added while it ran');

  const { pets, ...others } = JSON.parse(result.out);
  assert.deepEqual(others, { file: copy, accounts: 1 });
  const elsewhere = await temporaryFolder(t);
  assert.equal((await runCommand(sqliteIn(elsewhere), ['restore', copy])).status, 0);
  assert.equal((await runCommand(sqliteIn(elsewhere), ['doctor'])).status, 0);
  const restored = await startService(t, { store: sqliteIn(elsewhere) });
  const found = (await readAll(restored, key, '/v1/pets?limit=100')).map(({ id }) => id);
  assert.equal(found.length, pets);
  for (const id of before) assert.ok(found.includes(id), `pet ${id} was acknowledged`);
  // Pets that were added during the backup may be missing, but there must be no gap.
  assert.deepEqual(
    found.toReversed(),
    Array.from({ length: found.length }, (_, n) => n + 1),
  );
  assert.ok(found.length <= before.length + after.length);
  const events = listOf(await restored.send('/v1/events?limit=1', { key }));
  assert.deepEqual(
    events.map(({ id }) => id),
    [1],
  );
});

const INVALID_TARGETS: Record<string, RegExp> = {
  'none/backup.db': /none.backup\.db": its folder does not exist: create the folder first/,
  '': /petstore-.*it is a folder: name a file in it/,
  'petstore.db': /petstore\.db/,
};

test('a backup to a missing folder, a folder or the store itself fails with one line and leaves no partial file', async (t) => {
  const { folder, path, command } = await idleStore(t);
  for (const [name, message] of Object.entries(INVALID_TARGETS)) {
    const { status, out, err } = await command('backup', path(name));
    assert.deepEqual([status, out], [1, '']);
    assert.match(err, /^petstore: (?!unexpected).*\n$/);
    assert.match(err, message);
    assert.deepEqual(await storesIn(folder), ['petstore.db']);
  }
  assert.deepEqual(await contentOf(path('petstore.db')), [['City shelter'], 3]);
});

/** Returns the files of a folder without locks and without the journals of SQLite. */
async function storesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !/-(?:wal|shm)$|\.lock(?:-journal)?$/.test(name)).sort();
}

test('restore rejects a store that is served, even with --force', async (t) => {
  const { path, command, backup } = await idleStore(t);
  const file = await backup();
  await fillStore(path('petstore.db'), 'Network', 2);
  const release = takeInstanceLock(path('petstore.db'));
  t.after(() => release?.());
  for (const flags of [[], ['--force']]) {
    const { status, out, err } = await command('restore', file, ...flags);
    assert.deepEqual([status, out], [1, '']);
    assert.match(err, /^petstore: a "petstore serve" or another command is using .*: stop it first\n$/);
  }
  assert.deepEqual(await contentOf(path('petstore.db')), [['City shelter', 'Network'], 5]);
});

test('a backup overwrites an older one, a restore overwrites a store only with --force, and both print what they did', async (t) => {
  const { path, command, backup } = await idleStore(t);
  await backup();
  await fillStore(path('petstore.db'), 'Network', 2);
  const file = path('backup.db');
  const made = await command('backup', file, '--json');
  assert.deepEqual([made.status, made.err, made.json], [0, '', { file, accounts: 2, pets: 5 }]);
  await fillStore(path('petstore.db'), 'Zoo', 1);
  const { status, out, err } = await command('restore', file);
  assert.deepEqual([status, out], [1, '']);
  assert.match(err, /^petstore: .* already exists\. Use --force to overwrite it, or another file with .*\n$/);
  assert.deepEqual(await contentOf(path('petstore.db')), [['City shelter', 'Network', 'Zoo'], 6]);
  const restored = await command('restore', file, '--force');
  assert.deepEqual([restored.status, restored.err], [0, '']);
  assert.deepEqual(restored.out.split('\n').slice(0, 3), [
    `The store was restored from ${file} and verified: 5 pets, 2 accounts.`,
    'New ids continue after the highest ids of the replaced store.',
    'Highest used or skipped ids: animal 6, order 0, event 0.',
  ]);
  assert.deepEqual(await contentOf(path('petstore.db')), [['City shelter', 'Network'], 5]);
  const other = await command('--database', `sqlite:${path('other.db')}`, 'restore', file, '--json');
  assert.deepEqual([other.status, other.err], [0, `Created a new store: ${path('other.db')}\n`]);
  assert.partialDeepStrictEqual(other.json, { file, accounts: 2, pets: 5, ids: { basis: 'time' } });
  assert.deepEqual(await contentOf(path('other.db')), [['City shelter', 'Network'], 5]);
});

const INVALID_BACKUPS: Record<string, (backup: Buffer) => Buffer | undefined> = {
  'a file that does not exist': () => undefined,
  'a text file': () => Buffer.from('Dear shelter, '.repeat(1_000)),
  'an empty file': () => Buffer.alloc(0),
  'half of a backup': (backup) => backup.subarray(0, backup.length / 2),
  'a backup with a damaged page': (backup) => Buffer.from(backup).fill(0xff, 5 * 4096, 6 * 4096),
  'a backup with a damaged header': (backup) => Buffer.from(backup).fill(0, 0, 16),
};

test('restore rejects what is no intact backup of a store, and leaves the store unchanged', async (t) => {
  const { folder, path, command, backup } = await idleStore(t, 500);
  const intact = await readFile(await backup());
  const before = await readFile(path('petstore.db'));
  for (const [what, damage] of Object.entries(INVALID_BACKUPS)) {
    const bytes = damage(intact);
    if (bytes !== undefined) await writeFile(path('wrong.db'), bytes);
    const names = await storesIn(folder);
    const { status, out, err } = await command('restore', path('wrong.db'), '--force');
    assert.deepEqual([status, out], [1, ''], what);
    assert.match(
      err,
      /^petstore: .*wrong\.db (?:cannot be opened|is not a store of petstore|is damaged).*\n$/,
    );
    assert.ok((await readFile(path('petstore.db'))).equals(before), what);
    assert.deepEqual(await storesIn(folder), names, what);
  }
});

test('restore through a symbolic link replaces its target and keeps the link', async (t) => {
  const { path, command, backup } = await idleStore(t);
  const copy = await backup();
  await fillStore(path('real.db'), 'Old shelter', 1);
  await symlink('real.db', path('link.db'));
  const { status } = await command('restore', copy, '--force', '--database', `sqlite:${path('link.db')}`);
  assert.equal(status, 0);
  assert.equal(await readlink(path('link.db')), 'real.db');
  assert.deepEqual(await contentOf(path('real.db')), [['City shelter'], 3]);
});
