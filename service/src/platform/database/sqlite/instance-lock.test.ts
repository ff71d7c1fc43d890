import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { takeInstanceLock } from './instance-lock.ts';
import { openSqlite } from './sqlite.ts';

test('a store has one lock, which can be taken again after its release', async (t) => {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const release = takeInstanceLock(path);
  assert.ok(release);
  assert.equal(takeInstanceLock(path), undefined);
  release();
  const again = takeInstanceLock(path);
  assert.ok(again);
  again();
});

test('two stores in one folder have separate locks', async (t) => {
  const folder = await temporaryFolder(t);
  const releases = ['a.db', 'b.db'].map((name) => takeInstanceLock(join(folder, name)));
  for (const release of releases) {
    assert.ok(release);
    release();
  }
});

test('the lock does not prevent reads and writes of the store', async (t) => {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const release = takeInstanceLock(path);
  t.after(() => release?.());
  const db = await openSqlite(path);
  t.after(() => db.close());
  await db.write((queries) => queries.insertInto('categories').values({ id: 1n, name: 'Dog' }).execute());
  assert.equal((await db.read.selectFrom('categories').selectAll().execute()).length, 1);
});

test('a lock is released when its process dies, also by kill -9', async (t) => {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const program = `
    import { takeInstanceLock } from ${JSON.stringify(import.meta.resolve('./instance-lock.ts'))};
    process.stdout.write(takeInstanceLock(${JSON.stringify(path)}) ? 'taken' : 'refused');
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const [output] = await once(child.stdout, 'data');
  assert.equal(String(output), 'taken');
  assert.equal(takeInstanceLock(path), undefined);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const release = takeInstanceLock(path);
  assert.ok(release);
  release();
});

test('a store that does not exist yet has the same lock by its name and by a link', async (t) => {
  const folder = await temporaryFolder(t);
  const [path, link] = [join(folder, 'petstore.db'), join(folder, 'link.db')];
  await symlink(path, link);
  const release = takeInstanceLock(link);
  t.after(() => release?.());
  assert.ok(release);
  await (await openSqlite(link)).close();
  assert.equal(takeInstanceLock(path), undefined);
  assert.equal(takeInstanceLock(link), undefined);
});
