import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import fc from 'fast-check';
import { WalIndex } from './wal-index.ts';

async function begin(t: TestContext) {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const connect = () => {
    const database = new DatabaseSync(path);
    t.after(() => database.close());
    database.exec('pragma journal_mode = wal');
    return database;
  };
  const own = connect();
  own.exec('create table pets (id integer primary key, name text)');
  const index = new WalIndex(path);
  t.after(() => index.close());
  return { path, own, other: connect(), index };
}

const insert = "insert into pets (name) values ('Rex')";

test('changes with every commit and nothing else, as `PRAGMA data_version` does', async (t) => {
  const { path, own, other, index } = await begin(t);
  const reader = new DatabaseSync(path);
  t.after(() => reader.close());
  const dataVersion = () => reader.prepare('pragma data_version').get()?.data_version;
  const step = fc.constantFrom(
    insert,
    'select * from pets',
    `begin; ${insert}; rollback`,
    `begin; ${insert}; ${insert}; commit`,
    'update pets set name = name where id = 0',
    'pragma wal_checkpoint(truncate)',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), step), { maxLength: 20 }), (steps) => {
      for (const [isOwn, sql] of steps) {
        const [version, data] = [index.version(), dataVersion()];
        (isOwn ? own : other).exec(sql);
        const [isOther, isOtherData] = [index.version() !== version, dataVersion() !== data];
        // A checkpoint changes the index, too. Then one page is built more often than necessary.
        if (sql.includes('checkpoint')) assert.ok(isOther || !isOtherData);
        else assert.equal(isOther, isOtherData, sql);
      }
    }),
  );
});

test('finds the index of a store that is opened by a link', async (t) => {
  const { path, own } = await begin(t);
  const link = `${path}-link`;
  await symlink(path, link);
  const index = new WalIndex(link);
  t.after(() => index.close());
  const before = index.version();
  own.exec(insert);
  assert.notEqual(index.version(), before);
});
