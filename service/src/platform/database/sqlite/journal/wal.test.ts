import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { SqliteConnection } from '../sqlite-adapter.ts';
import { identityOf } from '../store-path.ts';
import { emptyWal, walBytes } from './wal.ts';

async function begin(t: TestContext) {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const connection = new SqliteConnection(path, 'write');
  t.after(() => connection.close());
  connection.exec('create table texts (id integer primary key, text text)');
  return {
    path,
    store: { path, identity: identityOf(path) },
    add: () => connection.exec("insert into texts (text) values ('Rex')"),
  };
}

test('while another program reads, the WAL stays and writes go on; afterwards it is emptied', async (t) => {
  const { path, store, add } = await begin(t);
  add();
  using reader = new DatabaseSync(path);
  reader.exec('begin; select * from texts');
  add();
  assert.equal(emptyWal(store), false);
  add();
  reader.exec('commit');
  assert.equal(emptyWal(store), true);
  assert.equal(walBytes(path), 0);
});

test('another file in the place of the store is left as it is', async (t) => {
  const { path, store, add } = await begin(t);
  add();
  renameSync(path, `${path}.old`);
  writeFileSync(path, 'other');
  assert.equal(emptyWal(store), false);
  assert.equal(readFileSync(path, 'latin1'), 'other');
});
