import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { sql } from 'kysely';
import { insertAccount } from '../../accounts/account-store.ts';
import { ApiError } from '../../core/errors.ts';
import type { Database, Queries } from '../database.ts';
import type { WaitClock } from '../write-lock.ts';
import { openSqlite } from './sqlite.ts';

const BUSY_LIMIT_MS = 2_000;

test('a writer waits for another process without blocking: reading goes on meanwhile', async (t) => {
  const { path, db, waiting } = await begin(t);
  await db.write((queries) => addCategory(queries, 1n));
  const other = hold(t, path);
  waiting.onPause = async (pauses) => {
    assert.deepEqual(await categoryIds(db), [1n]);
    if (pauses === 50) other.exec('commit');
  };
  await db.write((queries) => addCategory(queries, 2n));
  assert.equal(waiting.pauses, 50);
  assert.deepEqual(await categoryIds(db), [1n, 2n]);
});

test('after 2 s of a busy store a write is 503, nothing of it was kept, and the next one works', async (t) => {
  const { path, db, waiting } = await begin(t);
  const other = hold(t, path);
  let ran = false;
  const work = db.write(async () => {
    ran = true;
  });
  await assertUnavailable(work, /busy/);
  assert.equal(waiting.now(), BUSY_LIMIT_MS);
  assert.equal(ran, false);
  other.exec('rollback');
  await db.write((queries) => addCategory(queries, 1n));
  assert.deepEqual(await categoryIds(db), [1n]);
});

test('writes that queue behind a busy store wait 2 s each from their asking, not one after the other', async (t) => {
  const { path, db, waiting } = await begin(t);
  hold(t, path);
  const writes = Array.from({ length: 5 }, () => db.write((queries) => addCategory(queries, 1n)));
  for (const write of writes) await assertUnavailable(write, /busy/);
  assert.ok(waiting.now() < BUSY_LIMIT_MS + 100, `${waiting.now()} ms`);
});

test('transactions run one after the other, in the order in which they were asked for', async (t) => {
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

test('reading goes on while this process has a transaction open', async (t) => {
  const { db } = await begin(t);
  await db.write(async (queries) => {
    await addCategory(queries, 1n);
    assert.deepEqual(await categoryIds(db), []);
  });
});

test('a full disk fails the whole transaction with 503, keeps what was acknowledged, and passes', async (t) => {
  const { db } = await begin(t);
  await db.write((queries) => addCategory(queries, 1n));
  await limitPages(db, 1);
  const work = db.write(async (queries) => {
    for (let id = 2n; id < 1_000n; id += 1n) await addCategory(queries, id, 'x'.repeat(4_000));
  });
  await assertUnavailable(work, /full/);
  assert.deepEqual(await categoryIds(db), [1n]);
  await limitPages(db, 1_000_000);
  await db.write((queries) => addCategory(queries, 2n));
  assert.deepEqual(await categoryIds(db), [1n, 2n]);
  assert.deepEqual(await db.faults(), []);
});

test('a commit is on the disk before it is acknowledged: WAL with synchronous=FULL, and foreign keys hold', async (t) => {
  const { db } = await begin(t);
  const pragmas = await db.write(async (queries) => [
    (await sql<{ journal_mode: string }>`pragma journal_mode`.execute(queries)).rows[0]?.journal_mode,
    (await sql<{ synchronous: bigint }>`pragma synchronous`.execute(queries)).rows[0]?.synchronous,
    (await sql<{ foreign_keys: bigint }>`pragma foreign_keys`.execute(queries)).rows[0]?.foreign_keys,
  ]);
  assert.deepEqual(pragmas, ['wal', 2n, 1n]);
});

test('a new store can be made while another process holds its lock for a moment', async (t) => {
  for (const mode of ['delete', 'wal']) {
    const path = join(await temporaryFolder(t), 'petstore.db');
    const other = new DatabaseSync(path);
    t.after(() => other.close());
    other.exec(`pragma journal_mode = ${mode}; create table theirs (x); begin immediate`);
    const waiting = new FakeWaiting();
    waiting.onPause = async (pauses) => {
      if (pauses === 50) other.exec('commit');
    };
    const db = await openSqlite(path, waiting);
    t.after(() => db.close());
    assert.deepEqual(await categoryIds(db), [], mode);
  }
});

test('a file that is no store, and a place where none can be, say so in words for the operator', async (t) => {
  const folder = await temporaryFolder(t);
  const text = join(folder, 'notes.txt');
  await writeFile(text, 'These are notes and no database.\n'.repeat(100));
  await assertUnavailable(openSqlite(text), /not a SQLite file/);
  for (const path of [
    folder,
    join(folder, 'missing', 'petstore.db'),
    join(text, 'petstore.db'),
    '/proc/petstore.db',
  ]) {
    await assertUnavailable(openSqlite(path), /cannot be (opened|written)/);
  }
});

test('damage that no query would notice is found by looking at the whole store', async (t) => {
  const { path, db } = await begin(t);
  const terms = { name: 'City shelter', plan: 'free', role: 'member', customQuota: undefined } as const;
  await db.write((queries) => insertAccount(queries, terms, 0));
  await db.close();
  const bytes = await readFile(path);
  bytes.write('Cxty', bytes.indexOf('City shelter'));
  await writeFile(path, bytes);
  const damaged = await openSqlite(path);
  t.after(() => damaged.close());
  assert.match((await damaged.faults()).join(), /accounts/);
});

/** Waits in no time, and counts it. */
class FakeWaiting implements WaitClock {
  pauses = 0;
  onPause: (pauses: number) => Promise<void> = async () => {};
  #now = 0;

  now(): number {
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
  const waiting = new FakeWaiting();
  const db = await openSqlite(path, waiting);
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= db.close();
    return closed;
  };
  t.after(close);
  return { path, db: { ...db, close }, waiting };
}

/** Another connection, as another process has one, that holds the write lock. */
function hold(t: TestContext, path: string): DatabaseSync {
  const other = new DatabaseSync(path);
  t.after(() => other.close());
  other.exec('begin immediate');
  return other;
}

async function assertUnavailable(work: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof ApiError, `${error} is no answer for a caller`);
    assert.deepEqual([error.code, error.headers['Retry-After']], ['service_unavailable', '1']);
    assert.match(error.message, message);
    return true;
  });
}

/** Lets the store grow to at most so many pages; it never gets smaller than it is. */
async function limitPages(db: Database, pages: number): Promise<void> {
  await db.write((queries) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(queries));
}

async function addCategory(queries: Queries, id: bigint, name = 'Dog'): Promise<void> {
  await queries.insertInto('categories').values({ id, name }).execute();
}

async function categoryIds(db: Database): Promise<bigint[]> {
  const rows = await db.read.selectFrom('categories').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}
