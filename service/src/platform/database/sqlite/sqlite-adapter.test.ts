import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { INT64_MAX, INT64_MIN } from '../../core/int64.ts';
import { isBusy, SqliteConnection } from './sqlite-adapter.ts';

test('binds integers as integers and reads them as bigint, in the whole range of int64', async (t) => {
  const connection = await open(t);
  const statement = connection.prepare('select ? as value, typeof(?1) as type');
  for (const value of [0n, 5n, -1n, 2n ** 53n + 1n, INT64_MIN, INT64_MAX]) {
    assert.deepEqual(plain(statement.all([value])), [{ value, type: 'integer' }]);
  }
  assert.deepEqual(plain(statement.all([5])), [{ value: 5n, type: 'integer' }]);
});

test('rejects values that SQLite would silently convert', async (t) => {
  const statement = (await open(t)).prepare('select ? as value');
  for (const value of [1.5, Number.NaN, 2 ** 53, undefined, true, {}, [], new Date(0)]) {
    assert.throws(() => statement.all([value]), TypeError, String(value));
  }
});

test('works with more statements than the cache holds', async (t) => {
  const connection = await open(t);
  for (let round = 0; round < 2; round += 1) {
    for (let number = 0; number < 450; number += 1) {
      assert.deepEqual(plain(connection.prepare(`select ${number} as value`).all([])), [
        { value: BigInt(number) },
      ]);
    }
  }
});

test('a read connection cannot write, and an error of a query is not an error of the storage', async (t) => {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const writer = new SqliteConnection(path, 'write');
  const reader = new SqliteConnection(path, 'read');
  t.after(() => {
    writer.close();
    reader.close();
  });
  writer.exec('create table pets (id integer primary key, name text unique)');
  assert.throws(() => reader.prepare('insert into pets (name) values (?)').run(['Rex']));
  writer.prepare('insert into pets (name) values (?)').run(['Rex']);
  assert.throws(
    () => writer.prepare('insert into pets (name) values (?)').run(['Rex']),
    (error) => error instanceof Error && 'errcode' in error && error.errcode === 2067,
  );
});

test('isBusy recognises a lock of another connection, and no other error', async (t) => {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const [one, other] = [new SqliteConnection(path, 'write'), new SqliteConnection(path, 'write')];
  t.after(() => {
    one.close();
    other.close();
  });
  one.begin('nowait');
  assert.throws(() => other.begin('nowait'), isBusy);
  assert.ok(one.inTransaction && !other.inTransaction);
  one.exec('rollback');
  other.begin('wait');
  assert.throws(
    () => other.exec('select * from nothing'),
    (error) => !isBusy(error),
  );
});

async function open(t: TestContext): Promise<SqliteConnection> {
  const connection = new SqliteConnection(join(await temporaryFolder(t), 'petstore.db'), 'write');
  t.after(() => connection.close());
  return connection;
}

/** Rows of `node:sqlite` have no prototype. */
function plain(rows: readonly unknown[]): unknown[] {
  return rows.map((row) => ({ ...(row as object) })); // `select` gives objects
}

test('a thread has its share of the memory for pages', async (t) => {
  const path = join(await temporaryFolder(t), 'petstore.db');
  for (const [access, kib] of [
    ['write', 32],
    ['read', 64],
  ] as const) {
    const connection = new SqliteConnection(path, access, 1 / 4);
    const [size] = connection.rows('pragma cache_size', []);
    assert.deepEqual(size, { cache_size: BigInt((-kib * 1024) / 4) });
    connection.close();
  }
});
