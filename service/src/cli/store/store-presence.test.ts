// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type CommandResult, runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { missingStore, sqliteIn, temporaryStore } from '@petstore/testing/stores.ts';

/** The commands that need an existing store. */
const NEEDS_A_STORE: readonly (readonly string[])[] = [
  ['accounts', 'list'],
  ['accounts', 'show', 'Zoo'],
  ['accounts', 'update', 'Zoo', '--plan', 'pro'],
  ['keys', 'create', 'Zoo'],
  ['keys', 'list', 'Zoo'],
  ['keys', 'revoke', '1'],
  ['keys', 'rotate', '1'],
  ['keys', 'unban', '1'],
  ['usage'],
  ['pets', 'export'],
  ['pets', 'import', '-', '--format', 'csv'],
];

function assertRejected({ status, out, err }: CommandResult, place: string): void {
  assert.deepEqual([status, out], [1, ''], err);
  assert.match(
    err,
    /^petstore: [^\n]* name another with --database \S+, or create one with "petstore serve"\n$/,
  );
  assert.ok(err.includes(place), err);
}

test('a command on a store that does not exist fails with one line and creates nothing', async (t) => {
  const store = await missingStore(t);
  const place = store.startsWith('sqlite:') ? store.slice('sqlite:'.length) : new URL(store).pathname;
  for (const args of NEEDS_A_STORE) assertRejected(await runCommand(store, args), place);
  const { out } = await runCommand(store, ['doctor']);
  assert.match(out, /\nwarning store: .* name another with --database /);
});

test('accounts create and reset create a missing store and print its location', async (t) => {
  const created = /^Created a new store: (\/\S+petstore\.db|PostgreSQL \S+)\n/;
  const commands = [
    ['accounts', 'create', 'Zoo', '--plan', 'free', '--role', 'admin', '--json'],
    ['reset', '--yes', '--env', 'staging'],
  ];
  for (const args of commands) {
    const { status, err } = await runCommand(await missingStore(t), args);
    assert.equal(status, 0, err);
    assert.match(err, created);
    assert.equal((await runCommand(await temporaryStore(t), args)).err, '');
  }
});

test('every command names a folder that does not exist', async (t) => {
  const store = sqliteIn(join(await temporaryFolder(t), 'missing'));
  for (const args of [['accounts', 'list'], ['usage'], ['pets', 'export'], ['serve', '--port', '0']]) {
    const { status, out, err } = await runCommand(store, args);
    assert.deepEqual([status, out], [1, ''], `${args.join(' ')}: ${err}`);
    assert.match(err, /^petstore: .*missing[^\n]*\n$/);
  }
});

const CREATES_A_STORE: readonly (readonly string[])[] = [
  ['serve', '--port', '0'],
  ['accounts', 'create', 'Zoo', '--plan', 'free'],
  ['reset', '--yes', '--env', 'staging'],
];

test('a SQLite store that was removed or cut to nothing is not replaced by an empty one', async (t) => {
  const folder = await temporaryFolder(t);
  const [store, path] = [sqliteIn(folder), join(folder, 'petstore.db')];
  const [, create = []] = CREATES_A_STORE;
  assert.equal((await runCommand(store, create)).status, 0);
  await rename(path, join(folder, 'backup'));
  const assertLost = async (args: readonly string[]) => {
    const { status, out, err } = await runCommand(store, args);
    assert.deepEqual([status, out], [1, ''], err);
    assert.match(
      err,
      /^petstore: there is no store at \S+ any more, but [^\n]* "petstore restore FILE --force"[^\n]*\n$/,
    );
  };
  for (const args of [...CREATES_A_STORE, ['usage']]) await assertLost(args);
  await writeFile(path, '');
  for (const args of CREATES_A_STORE) await assertLost(args);
  const restored = await runCommand(store, ['restore', join(folder, 'backup'), '--force']);
  assert.equal(restored.status, 0, restored.err);
  assert.equal((await runCommand(store, ['accounts', 'create', 'Farm', '--plan', 'free'])).status, 0);
  await rm(path);
  await assertLost(create);
  await rm(`${path}.last-event`);
  assert.equal((await runCommand(store, create)).status, 0);
});

test('a SQLite store is not created beside one whose name differs by upper and lower case', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'PetStore.db'), '');
  for (const args of [...CREATES_A_STORE, ['usage']]) {
    const { status, out, err } = await runCommand(sqliteIn(folder), args);
    assert.deepEqual([status, out], [1, ''], err);
    assert.match(
      err,
      /^petstore: there is no store at [^\n]*, but there is \S+\/PetStore\.db: name [^\n]*\n$/,
    );
  }
  assert.deepEqual(await readdir(folder), ['PetStore.db']);
});
