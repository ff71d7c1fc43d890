import assert from 'node:assert/strict';
import { readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { until } from '@petstore/testing/until.ts';
import { LatestFault } from '../../latest-fault.ts';
import { SqliteConnection } from '../sqlite-adapter.ts';
import { identityOf } from '../store-path.ts';
import { emptyWal, IdleCheckpoints, walBytes } from './wal.ts';

async function begin(t: TestContext) {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const connection = new SqliteConnection(path, 'write');
  t.after(() => connection.close());
  connection.exec('create table texts (id integer primary key, text text)');
  return {
    path,
    store: { path, identity: identityOf(path) },
    add: () => connection.exec("insert into texts (text) values ('Rex')"),
    count: () => connection.rows('select count(*) as n from texts', []),
  };
}

test('when nothing was written for a while the WAL is empty, and the store has everything', async (t) => {
  const { path, store, add, count } = await begin(t);
  const checkpoints = new IdleCheckpoints(store, new LatestFault(), 1);
  t.after(() => checkpoints.close());
  for (const n of [1n, 2n]) {
    add();
    assert.ok(walBytes(path) > 0);
    checkpoints.afterCommit();
    await until(async () => walBytes(path) === 0);
    assert.deepEqual(count(), [{ n }]);
  }
});

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

test('a WAL that cannot be copied is a fault until it can be', async (t) => {
  const { path, store, add } = await begin(t);
  const faults = new LatestFault();
  add();
  const content = readFileSync(`${path}-wal`);
  truncateSync(`${path}-wal`, 0);
  const checkpoints = new IdleCheckpoints(store, faults, 1);
  t.after(() => checkpoints.close());
  await until(async () => faults.latest !== undefined);
  assert.match(String(faults.latest), /disk I\/O error/);
  writeFileSync(`${path}-wal`, content);
  checkpoints.afterCommit();
  await until(async () => faults.latest === undefined);
});

test('another file in the place of the store is left as it is', async (t) => {
  const { path, store, add } = await begin(t);
  add();
  renameSync(path, `${path}.old`);
  writeFileSync(path, 'other');
  assert.equal(emptyWal(store), false);
  assert.equal(readFileSync(path, 'latin1'), 'other');
});
