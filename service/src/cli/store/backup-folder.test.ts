import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { DAY } from '../../platform/core/clock.ts';

const OLD = ['2020-01-01', '2020-01-02', '2020-01-03'].map((day) => `petstore-${day}T020000Z.db`);

/** Creates a store with one account, and a folder with a new backup and three old ones. */
async function begin(t: TestContext) {
  const folder = await temporaryFolder(t);
  const to = join(folder, 'backups');
  await mkdir(to);
  const petstore = (...args: string[]) => runCommand(sqliteIn(folder), args);
  await petstore('accounts', 'create', 'Zoo', '--plan', 'free');
  const backUp = async (...flags: string[]) => {
    const { status, json, err } = await petstore('backup', '--to', to, '--json', ...flags);
    assert.equal(status, 0, err);
    return { file: String(at(json, 'file')), deleted: at(json, 'deleted') };
  };
  const first = await backUp();
  for (const name of OLD) await copyFile(first.file, join(to, name));
  await rm(first.file);
  return { folder, to, petstore, backUp };
}

test('backup --to writes a file with the date in its name, and keeps the newest ones of this store', async (t) => {
  const { folder, to, backUp } = await begin(t);
  const { file, deleted } = await backUp('--keep', '2');
  assert.match(file, /\/petstore-\d{4}-\d\d-\d\dT\d{6}Z\.db$/);
  assert.deepEqual(deleted, [OLD[1], OLD[0]]);
  const kept = [OLD[2], file.slice(to.length + 1)];
  assert.deepEqual((await readdir(to)).sort(), kept);
  assert.equal((await runCommand(sqliteIn(folder), ['backup', 'verify', file])).status, 0);
});

test('backup --to keeps 14 backups by default, other files, unreadable files and backups of other stores', async (t) => {
  const { folder, to, petstore, backUp } = await begin(t);
  const other = `sqlite:${join(folder, 'other.db')}`;
  await runCommand(other, ['accounts', 'create', 'Other', '--plan', 'free']);
  const others = ['petstore-2019-01-01T020000Z.db', 'petstore-2019-01-02T020000Z.db', 'before-upgrade.db'];
  await runCommand(other, ['backup', join(to, others[0] ?? '')]);
  await writeFile(join(to, others[1] ?? ''), 'damaged');
  await copyFile(join(to, OLD[0] ?? ''), join(to, others[2] ?? ''));
  assert.deepEqual((await backUp()).deleted, []);
  const { out } = await petstore('backup', '--to', to, '--keep', '1');
  assert.match(out, /^The store was backed up to .*\n(Deleted the older backup petstore-.*\n){3,4}$/);
  assert.deepEqual((await readdir(to)).filter((name) => others.includes(name)).sort(), others.toSorted());
});

test('backup --to deletes what an interrupted backup left behind a day ago', async (t) => {
  const { to, backUp } = await begin(t);
  const [old, fresh] = OLD.map((name) => join(to, `${name}.partial`));
  await writeFile(old ?? '', '');
  await writeFile(fresh ?? '', '');
  const yesterday = new Date(Date.now() - DAY - 60_000);
  await utimes(old ?? '', yesterday, yesterday);
  await backUp();
  assert.deepEqual(
    (await readdir(to)).filter((name) => name.endsWith('.partial')),
    [`${OLD[1]}.partial`],
  );
});

const WRONG_USAGE: ReadonlyArray<[args: string[], message: RegExp]> = [
  [[], /^petstore: name a file, or a folder with --to, /],
  [['a.db', '--to', '.'], /^petstore: name a file, or a folder with --to, /],
  [['a.db', '--keep', '3'], /^petstore: --keep needs --to, /],
  [['--to', '.', '--keep', '0'], /^petstore: --keep must be an integer between 1 and 10000; got "0"/],
];

test('backup is wrong usage with a file and --to, with neither, and with an invalid --keep', async () => {
  for (const [args, message] of WRONG_USAGE) {
    const { status, out, err } = await runCommand('', ['backup', ...args]);
    assert.deepEqual([status, out], [2, '']);
    assert.match(err, message);
  }
});

test('backup --to creates a missing folder for its user only; a missing parent is one line', async (t) => {
  const { folder, petstore } = await begin(t);
  const made = join(folder, 'made');
  assert.equal((await petstore('backup', '--to', made)).status, 0);
  assert.equal((await stat(made)).mode & 0o777, 0o700);
  const { status, err } = await petstore('backup', '--to', join(folder, 'none', 'backups'));
  assert.equal(status, 1);
  assert.match(err, /^petstore: cannot write .*: its folder does not exist: create the folder first.*\n$/);
});

test('backup verify prints what is in a backup, and rejects a damaged file with status 1', async (t) => {
  const { to, petstore } = await begin(t);
  const file = join(to, OLD[0] ?? '');
  const { status, out } = await petstore('backup', 'verify', file);
  assert.equal(status, 0);
  assert.match(out, /is intact: 0 pets, 1 accounts, time \d{4}-.*Z, environment production\.\n$/);
  const { json } = await petstore('backup', 'verify', file, '--json');
  assert.partialDeepStrictEqual(json, { file, pets: 0, accounts: 1, willBeMigrated: false });
  await writeFile(file, (await readFile(file)).fill(0xff, 5 * 4096, 6 * 4096));
  const damaged = await petstore('backup', 'verify', file);
  assert.deepEqual([damaged.status, damaged.out], [1, '']);
  assert.match(damaged.err, /^petstore: .* is (damaged|not a store).*\n$/);
});
