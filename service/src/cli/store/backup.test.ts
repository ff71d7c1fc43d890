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
import { takeInstanceLock } from '../../database/sqlite/instance-lock.ts';
import { openSqlite } from '../../database/sqlite/sqlite.ts';

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

test('backup and restore print what they did', async (t) => {
  const { path, command } = await idleStore(t);
  const backup = await command('backup', path('backup.db'));
  assert.deepEqual(backup, {
    status: 0,
    out: `The store was backed up to ${path('backup.db')} and verified: 3 pets, 1 accounts.\n`,
    err: '',
    json: undefined,
  });
  const restore = await command('restore', path('backup.db'), '--force');
  assert.deepEqual([restore.status, restore.err], [0, '']);
  assert.deepEqual(restore.out.split('\n').slice(0, 3), [
    `The store was restored from ${path('backup.db')} and verified: 3 pets, 1 accounts.`,
    'New ids continue after the highest ids of the replaced store.',
    'Highest used or skipped ids: animal 3, order 0, event 0.',
  ]);
});

test('--json prints one document with the file and the counts', async (t) => {
  const { path, command } = await idleStore(t);
  const file = path('backup.db');
  const backup = await command('backup', file, '--json');
  assert.deepEqual([backup.status, backup.err], [0, '']);
  assert.deepEqual(backup.json, { file, accounts: 1, pets: 3 });
  const restore = await command('restore', file, '--force', '--json');
  assert.deepEqual([restore.status, restore.err], [0, '']);
  const lastIds = { pets: 3, orders: 0, events: 0, accounts: 1, keys: 1, bans: 0 };
  assert.partialDeepStrictEqual(restore.json, {
    file,
    accounts: 1,
    pets: 3,
    ids: { basis: 'replacedStore', lastIds },
  });
});

test('a backup overwrites an older one', async (t) => {
  const { path, command, backup } = await idleStore(t);
  await backup();
  await fillStore(path('petstore.db'), 'Network', 2);
  await backup();
  assert.deepEqual(await contentOf(path('backup.db')), [['City shelter', 'Network'], 5]);
  // The test has added the animals without their entries of the search.
  assert.equal((await command('doctor', '--reindex')).status, 0);
});

const INVALID_TARGETS: Record<string, [string, RegExp]> = {
  'a folder that does not exist': [
    'none/backup.db',
    /none.backup\.db": its folder does not exist: create the folder first/,
  ],
  'a folder': ['', /petstore-.*it is a folder: name a file in it/],
  'the store itself': ['petstore.db', /petstore\.db/],
};

for (const [what, [name, message]] of Object.entries(INVALID_TARGETS)) {
  test(`a backup to ${what} fails with one line and leaves no partial file`, async (t) => {
    const { folder, path, command } = await idleStore(t);
    const { status, out, err } = await command('backup', path(name));
    assert.deepEqual([status, out], [1, '']);
    assert.match(err, /^petstore: (?!unexpected).*\n$/);
    assert.match(err, message);
    assert.deepEqual(await storesIn(folder), ['petstore.db']);
    assert.deepEqual(await contentOf(path('petstore.db')), [['City shelter'], 3]);
  });
}

/** Returns the files of a folder without locks and without the journals of SQLite. */
async function storesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !/-(?:wal|shm)$|\.lock(?:-journal)?$/.test(name)).sort();
}

test('a backup rejects a store that does not exist and does not create it', async (t) => {
  const folder = await temporaryFolder(t);
  const { status, out, err } = await runCommand(sqliteIn(folder), ['backup', join(folder, 'backup.db')]);
  assert.deepEqual([status, out], [1, '']);
  assert.match(
    err,
    /^petstore: there is no store at .*petstore\.db: name another with --database sqlite:FILE, .*\n$/,
  );
  assert.deepEqual(await readdir(folder), []);
});

test('restore without a file is wrong usage', async (t) => {
  const { command } = await idleStore(t);
  const { status, out, err } = await command('restore');
  assert.deepEqual([status, out], [2, '']);
  assert.match(err, /missing required argument 'file'/);
});

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

test('restore overwrites an existing store only with --force', async (t) => {
  const { path, command, backup } = await idleStore(t);
  const file = await backup();
  await fillStore(path('petstore.db'), 'Network', 2);
  const { status, out, err } = await command('restore', file);
  assert.deepEqual([status, out], [1, '']);
  assert.match(err, /^petstore: .* already exists\. Use --force to overwrite it, or another file with .*\n$/);
  assert.deepEqual(await contentOf(path('petstore.db')), [['City shelter', 'Network'], 5]);
  assert.equal((await command('restore', file, '--force')).status, 0);
  assert.deepEqual(await contentOf(path('petstore.db')), [['City shelter'], 3]);
});

test('restore to a new store needs no --force', async (t) => {
  const { path, command, backup } = await idleStore(t);
  const file = await backup();
  const other = `sqlite:${path('other.db')}`;
  const { status, err } = await command('--database', other, 'restore', file);
  assert.deepEqual([status, err], [0, `Created a new store: ${path('other.db')}\n`]);
  assert.deepEqual(await contentOf(path('other.db')), [['City shelter'], 3]);
});

const INVALID_BACKUPS: Record<string, (backup: Buffer) => Buffer | undefined> = {
  'a file that does not exist': () => undefined,
  'a text file': () => Buffer.from('Dear shelter, '.repeat(1_000)),
  'an empty file': () => Buffer.alloc(0),
  'half of a backup': (backup) => backup.subarray(0, backup.length / 2),
  'a backup with a damaged page': (backup) => Buffer.from(backup).fill(0xff, 5 * 4096, 6 * 4096),
  'a backup with a damaged header': (backup) => Buffer.from(backup).fill(0, 0, 16),
};

for (const [what, damage] of Object.entries(INVALID_BACKUPS)) {
  test(`restore rejects ${what} and leaves the store unchanged`, async (t) => {
    const { folder, path, command, backup } = await idleStore(t, 500);
    const bytes = damage(await readFile(await backup()));
    if (bytes !== undefined) await writeFile(path('wrong.db'), bytes);
    const [before, names] = [await readFile(path('petstore.db')), await storesIn(folder)];
    const { status, out, err } = await command('restore', path('wrong.db'), '--force');
    assert.deepEqual([status, out], [1, '']);
    assert.match(
      err,
      /^petstore: .*wrong\.db (?:cannot be opened|is not a store of petstore|is damaged).*\n$/,
    );
    assert.ok((await readFile(path('petstore.db'))).equals(before));
    assert.deepEqual(await storesIn(folder), names);
  });
}

test('the help of backup and restore has an example', async (t) => {
  const { command } = await idleStore(t);
  for (const name of ['backup', 'restore']) {
    const { status, out } = await command(name, '--help');
    assert.equal(status, 0);
    assert.match(out, new RegExp(`Examples?:\n {2}petstore ${name} `));
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
