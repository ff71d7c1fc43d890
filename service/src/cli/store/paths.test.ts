// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import {
  ALL,
  ALONE,
  begin,
  COPYING,
  CREATING,
  READING,
  stateOf,
  WRITING,
} from '@petstore/testing/fixtures/paths.ts';
import { startService } from '@petstore/testing/service.ts';
import { takeInstanceLock } from '../../platform/database/sqlite/instance-lock.ts';
import { restrictPermissions } from '../../platform/database/sqlite/private-files.ts';
import { readMigrations } from '../../platform/database/sqlite/store-facts.ts';

/** Every command on every kind of path: what is no store stays as it is, to its permissions and what is beside it. */

function foreignDatabase(path: string, mode: 'delete' | 'wal'): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec(
    `pragma journal_mode = ${mode}; create table pets (name text); insert into pets values ('theirs')`,
  );
  return database;
}

const NO_STORE: Record<string, { make: (path: string, stores: { current: Buffer }) => void; is: RegExp }> = {
  'a folder': { make: (path) => mkdirSync(path), is: /is a folder\. / },
  'a text file': {
    make: (path) => writeFileSync(path, 'notes\n'.repeat(200), { mode: 0o644 }),
    is: /is not a SQLite file, or is damaged\. |petstore\.db already exists/,
  },
  'a link to a text file': {
    make: (path) => {
      writeFileSync(`${path}.txt`, 'notes\n', { mode: 0o644 });
      symlinkSync(`${path}.txt`, path);
    },
    is: /is not a SQLite file, or is damaged\. |petstore\.db already exists/,
  },
  'a named pipe': { make: (path) => execFileSync('mkfifo', ['-m', '644', path]), is: /is a named pipe\. / },
  'a SQLite file of another program': {
    make: (path) => foreignDatabase(path, 'delete').close(),
    is: /is the SQLite file of another program\. /,
  },
  'a SQLite file of another program in WAL mode': {
    make: (path) => foreignDatabase(path, 'wal').close(),
    is: /is the SQLite file of another program\. /,
  },
  "a store's journal that does not exist yet": {
    make: (path, { current }) =>
      writeFileSync(path.replace('petstore.db', 'zoo.db'), current, { mode: 0o600 }),
    is: /zoo\.db-wal is a file of the store \S+zoo\.db\. /,
  },
};

for (const [what, { make, is }] of Object.entries(NO_STORE)) {
  test(`every command names ${what} in place of the store in one line, and leaves it as it is`, async (t) => {
    const { folder, path, run, ...stores } = await begin(t);
    make(path, stores);
    if (existsSync(path)) chmodSync(path, 0o755);
    const named = what.startsWith("a store's journal") ? join(folder, 'zoo.db-wal') : path;
    const unchanged = stateOf(folder);
    for (const [name, args] of Object.entries(ALL)) {
      // A damaged store may be anything, and a restore with --force replaces it.
      if (name === 'restore --force' && /text/.test(what)) continue;
      const { status, out, err } = await run(args, named);
      const line = name === 'doctor' ? out : err;
      assert.match(line, is, `${name}: ${out}${err}`);
      assert.equal(status, 1, name);
      if (name !== 'doctor') assert.match(err, /^petstore: [^\n]+\n$/, name);
      assert.deepEqual(stateOf(folder), unchanged, name);
    }
  });
}

for (const [what, content] of [
  ['a path without a file', undefined],
  ['an empty file', ''],
] as const) {
  test(`on ${what} no command creates a store but those that are for it`, async (t) => {
    const { folder, path, run } = await begin(t);
    if (content !== undefined) writeFileSync(path, content, { mode: 0o640 });
    const unchanged = stateOf(folder);
    for (const [name, args] of Object.entries({ ...READING, ...WRITING, ...COPYING, ...ALONE })) {
      if (name.startsWith('restore')) continue;
      const { status, out, err } = await run(args);
      assert.match(name === 'doctor' ? out : err, /there is no store at /, name);
      assert.equal(status, name === 'doctor' ? 0 : 1, name);
      assert.deepEqual(stateOf(folder), unchanged, name);
    }
    assert.equal((await run(CREATING['accounts create'])).status, 0);
    assert.equal(applicationId(path), 'PetS');
  });
}

/** Returns the mark of the file as it is on the disk. */
function applicationId(path: string): string {
  return readFileSync(path).toString('latin1', 68, 72);
}

test('a store of version 1.0.0: what only reads refuses it and changes nothing, the first change migrates and marks it', async (t) => {
  const { folder, path, run, old } = await begin(t);
  writeFileSync(path, old, { mode: 0o600 });
  assert.equal(applicationId(path), '\0\0\0\0');
  const unchanged = stateOf(folder);
  for (const [name, args] of Object.entries({ ...READING, reset: CREATING.reset })) {
    const { status, out, err } = await run(args);
    if (name === 'doctor') assert.match(out, /\nwarning upgrade: the store is of version 1\.0\.0: the next /);
    else
      assert.match(
        err,
        /^petstore: \S+petstore\.db is a store of version 1\.0\.0, and what only reads [^\n]+\n$/,
      );
    assert.equal(status, name === 'doctor' ? 0 : 1, name);
    assert.deepEqual(stateOf(folder), unchanged, name);
  }
  for (const [name, args] of Object.entries(COPYING)) {
    const { status, err } = await run(args);
    assert.deepEqual([status, err], [0, ''], name);
    assert.deepEqual(readFileSync(path), old, name);
  }
  for (const [name, args] of Object.entries({ ...WRITING, 'advance-ids': ALONE['advance-ids'] })) {
    const other = join(folder, `${name}.db`);
    writeFileSync(other, old, { mode: 0o600 });
    const { status, err } = await run(args, other);
    assert.deepEqual([status, err], [0, ''], name);
    assert.ok((readMigrations(other)?.length ?? 0) > 3, name);
    assert.equal(applicationId(other), 'PetS', name);
  }
});

/** What is beside a store, or may be. */
const BESIDE = [
  '-wal',
  '-shm',
  '-journal',
  '.lock',
  '.lock-journal',
  '.last-event',
  '.last-backup',
  '.first-key',
  '.secrets-key',
];

test('no command writes to a name that belongs to a store, also through links, and the store stays complete', async (t) => {
  const { folder, out, path, run, current } = await begin(t);
  writeFileSync(path, current, { mode: 0o600 });
  const other = join(folder, 'zoo.db');
  writeFileSync(other, current, { mode: 0o600 });
  const service = await startService(t, { store: `sqlite:${path}` });
  const release = takeInstanceLock(path);
  t.after(() => release?.());
  linkSync(`${path}-wal`, join(out, 'hard-link'));
  linkSync(path, join(out, 'hard-link-of-the-store'));
  symlinkSync(`${path}-wal`, join(out, 'link'));
  symlinkSync(`${path}-journal`, join(out, 'link-to-nothing'));
  symlinkSync(folder, join(out, 'folder'));
  const names = [
    ...BESIDE.flatMap((suffix) => [`${path}${suffix}`, `${other}${suffix}`]),
    ...['hard-link', 'hard-link-of-the-store', 'link', 'link-to-nothing', 'folder/petstore.db-shm'].map(
      (name) => join(out, name),
    ),
    path,
  ];
  const unchanged = stateOf(folder);
  for (const name of names) {
    for (const args of [
      ['backup', name],
      ['backup', '--to', name],
      ['export', name],
      ['pets', 'export', '--format', 'csv', name],
      ['pets', 'export', '--format', 'ndjson', '--since', 'upgrade', name],
    ]) {
      const { status, err } = await run(args);
      assert.match(
        err,
        /^petstore: "[^"]+" belongs to the files of the store \S+\.db: choose another name\n$/,
        args.join(' '),
      );
      assert.equal(status, 1);
    }
  }
  const onStore = await run(['pets', 'export', '--format', 'csv', other]);
  assert.match(onStore.err, /zoo\.db" is a store of petstore: choose another name\n$/);
  for (const suffix of BESIDE) {
    const restored = await run(['restore', `${other}${suffix}`], join(out, 'new.db'));
    assert.match(
      restored.err,
      /^petstore: \S+ is a file of the store \S+zoo\.db: name a backup [^\n]+\n$/,
      suffix,
    );
  }
  assert.deepEqual(stateOf(folder), unchanged);
  assert.equal((await service.send('/healthz')).status, 200);
  // A backup replaces an older one.
  assert.equal((await run(['backup', 'OUT/backup.db'])).status, 0);
});

test('serve restricts the files of its store only, not what a link beside it leads to', async (t) => {
  const { folder, path, current } = await begin(t);
  writeFileSync(path, current);
  writeFileSync(join(folder, 'notes'), 'notes');
  for (const file of [path, join(folder, 'notes')]) chmodSync(file, 0o644);
  symlinkSync(join(folder, 'notes'), `${path}.first-key`);
  assert.deepEqual(restrictPermissions(path).restricted, [{ path, mode: '644' }]);
  assert.equal(lstatSync(join(folder, 'notes')).mode & 0o777, 0o644);
});

test('a store in use: every command works beside the service, or asks to stop it', async (t) => {
  const { path, run, current } = await begin(t);
  writeFileSync(path, current, { mode: 0o600 });
  const service = await startService(t, { store: `sqlite:${path}` });
  const release = takeInstanceLock(path);
  t.after(() => release?.());
  for (const [name, args] of Object.entries({ ...READING, ...WRITING, ...COPYING })) {
    const { status, out, err } = await run(args);
    // The service of the test listens on another port than the settings of the command name.
    assert.equal(status, name === 'doctor' ? 1 : 0, `${name}: ${out}${err}`);
  }
  const { restore: _existing, ...alone } = ALONE;
  for (const [name, args] of Object.entries({ ...alone, import: CREATING.import, serve: CREATING.serve })) {
    const { status, err } = await run(args);
    assert.equal(status, 1, name);
    assert.match(
      err,
      /^petstore: (a "petstore serve" or another command|another "petstore serve") is using /,
      name,
    );
  }
  assert.equal((await service.send('/healthz')).status, 200);
});
