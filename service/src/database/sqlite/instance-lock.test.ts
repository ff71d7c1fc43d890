import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { takeInstanceLock } from './instance-lock.ts';
import { openSqlite } from './sqlite.ts';

test('one store is served once at a time, and again after it was released', async (t) => {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const release = takeInstanceLock(path);
  assert.ok(release);
  assert.equal(takeInstanceLock(path), undefined);
  release();
  const again = takeInstanceLock(path);
  assert.ok(again);
  again();
});

test('stores beside each other are served independently', async (t) => {
  const folder = await temporaryFolder(t);
  const releases = ['a.db', 'b.db'].map((name) => takeInstanceLock(join(folder, name)));
  for (const release of releases) {
    assert.ok(release);
    release();
  }
});

test('the lock keeps no command from reading and writing the store', async (t) => {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const release = takeInstanceLock(path);
  t.after(() => release?.());
  const db = await openSqlite(path);
  t.after(() => db.close());
  await db.write((queries) => queries.insertInto('categories').values({ id: 1n, name: 'Dog' }).execute());
  assert.equal((await db.read.selectFrom('categories').selectAll().execute()).length, 1);
});

test('the lock of another process holds until that process dies, by kill -9 too', async (t) => {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const program = `
    import { takeInstanceLock } from ${JSON.stringify(import.meta.resolve('./instance-lock.ts'))};
    process.stdout.write(takeInstanceLock(${JSON.stringify(path)}) ? 'taken' : 'refused');
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  assert.equal(String(said), 'taken');
  assert.equal(takeInstanceLock(path), undefined);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const release = takeInstanceLock(path);
  assert.ok(release);
  release();
});

test('a store that does not exist yet has one lock, by its own name and by a link to it', async (t) => {
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
