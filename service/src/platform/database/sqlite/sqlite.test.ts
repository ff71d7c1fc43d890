import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { sql } from 'kysely';
import type { WorkClock } from '../../core/clock.ts';
import { ApiError } from '../../core/errors.ts';
import type { Database, Queries } from '../database.ts';
import { openSqlite } from './sqlite.ts';

const BUSY_TIMEOUT_MS = 2_000;

test('a write waits for another process without blocking reads', async (t) => {
  const { path, db, clock } = await begin(t);
  await db.write((queries) => addCategory(queries, 1n));
  const other = hold(t, path);
  clock.onPause = async (pauses) => {
    assert.deepEqual(await categoryIds(db), [1n]);
    if (pauses === 50) other.exec('commit');
  };
  await db.write((queries) => addCategory(queries, 2n));
  assert.equal(clock.pauses, 50);
  assert.deepEqual(await categoryIds(db), [1n, 2n]);
});

test('a write fails (503) after the store was busy for 2 s, keeps nothing, and the next one succeeds', async (t) => {
  const { path, db, clock } = await begin(t);
  const other = hold(t, path);
  let ran = false;
  const work = db.write(async () => {
    ran = true;
  });
  await assertUnavailable(work, /busy/);
  assert.equal(clock.monotonic(), BUSY_TIMEOUT_MS);
  assert.equal(ran, false);
  other.exec('rollback');
  await db.write((queries) => addCategory(queries, 1n));
  assert.deepEqual(await categoryIds(db), [1n]);
});

test('queued writes wait 2 s for a busy store all together, not one after the other', async (t) => {
  const { path, db, clock } = await begin(t);
  hold(t, path);
  const writes = Array.from({ length: 5 }, () => db.write((queries) => addCategory(queries, 1n)));
  for (const write of writes) await assertUnavailable(write, /busy/);
  assert.ok(clock.monotonic() < BUSY_TIMEOUT_MS + 100, `${clock.monotonic()} ms`);
});

test('transactions run one after the other, in the order of their calls', async (t) => {
  const { db } = await begin(t);
  const seen: string[] = [];
  const work = (name: string) =>
    db.write(async (queries) => {
      seen.push(`${name} begins`);
      await sql`select 1`.execute(queries);
      seen.push(`${name} ends`);
    });
  await Promise.all(['a', 'b', 'c'].map(work));
  assert.deepEqual(seen, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('reads do not wait for a transaction of this process', async (t) => {
  const { db } = await begin(t);
  await db.write(async (queries) => {
    await addCategory(queries, 1n);
    assert.deepEqual(await categoryIds(db), []);
  });
});

test('uses WAL with synchronous=FULL, so that a commit is on the disk before it is acknowledged, and foreign keys', async (t) => {
  const { db } = await begin(t);
  const pragmas = await db.write(async (queries) => [
    (await sql<{ journal_mode: string }>`pragma journal_mode`.execute(queries)).rows[0]?.journal_mode,
    (await sql<{ synchronous: bigint }>`pragma synchronous`.execute(queries)).rows[0]?.synchronous,
    (await sql<{ foreign_keys: bigint }>`pragma foreign_keys`.execute(queries)).rows[0]?.foreign_keys,
  ]);
  assert.deepEqual(pragmas, ['wal', 2n, 1n]);
});

test('creates a new store after another process releases its lock', async (t) => {
  for (const mode of ['delete', 'wal']) {
    const path = join(await temporaryFolder(t), 'petstore.db');
    const other = new DatabaseSync(path);
    t.after(() => other.close());
    other.exec(`pragma journal_mode = ${mode}; pragma user_version = 1; begin immediate`);
    const clock = new FakeWorkClock();
    clock.onPause = async (pauses) => {
      if (pauses === 50) other.exec('commit');
    };
    const db = await openSqlite(path, clock);
    t.after(() => db.close());
    assert.deepEqual(await categoryIds(db), [], mode);
  }
});

/** Waits without taking time, and counts the pauses. */
class FakeWorkClock implements WorkClock {
  pauses = 0;
  onPause: (pauses: number) => Promise<void> = async () => {};
  #now = 0;

  monotonic(): number {
    return this.#now;
  }

  async pause(ms: number): Promise<void> {
    this.#now += ms;
    this.pauses += 1;
    await this.onPause(this.pauses);
  }
}

async function begin(t: TestContext) {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const clock = new FakeWorkClock();
  const db = await openSqlite(path, clock);
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= db.close();
    return closed;
  };
  t.after(close);
  return { path, db: { ...db, close }, clock };
}

/** Opens another connection, as another process would, and takes the write lock. */
function hold(t: TestContext, path: string): DatabaseSync {
  const other = new DatabaseSync(path);
  t.after(() => other.close());
  other.exec('begin immediate');
  return other;
}

async function assertUnavailable(work: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof ApiError, `${error} is not an ApiError`);
    assert.deepEqual([error.code, error.headers['Retry-After']], ['service_unavailable', '1']);
    assert.match(error.message, message);
    return true;
  });
}

async function addCategory(queries: Queries, id: bigint): Promise<void> {
  await queries.insertInto('categories').values({ id, name: 'Dog' }).execute();
}

async function categoryIds(db: Database): Promise<bigint[]> {
  const rows = await db.read.selectFrom('categories').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}
