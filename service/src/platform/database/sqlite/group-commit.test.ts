import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { openStore } from '@petstore/testing/stores.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { ApiError } from '../../core/errors.ts';
import type { Database, Queries } from '../database.ts';
import { SqliteConnection, translateErrors } from './sqlite-adapter.ts';

const SQLITE_IOERR_WRITE = 778;
const SQLITE_IOERR_FSYNC = 1034;

/** Concurrent writes in SQLite: one transaction, one savepoint for each write. */

async function begin(t: TestContext) {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const db = await openStore(t, `sqlite:${path}`);
  const other = new DatabaseSync(path, { timeout: 0 });
  t.after(() => other.close());
  const version = other.prepare('pragma data_version');
  return { db, other, commits: () => version.get()?.data_version };
}

async function addCategory(queries: Queries, id: bigint, name = 'Dog'): Promise<void> {
  await queries.insertInto('categories').values({ id, name }).execute();
}

async function categoryIds({ read }: Pick<Database, 'read'>): Promise<number[]> {
  const rows = await read.selectFrom('categories').select('id').orderBy('id').execute();
  return rows.map(({ id }) => Number(id));
}

test('commits concurrent writes together: other processes see all of them or none', async (t) => {
  const { db, other } = await begin(t);
  // Otherwise the group could end early on a slow machine.
  t.mock.method(performance, 'now', () => 0);
  const count = other.prepare('select count(*) as count from categories');
  const seen = new Set<unknown>();
  const look = () => seen.add(count.get()?.count);
  const writes = Array.from({ length: 50 }, (_, index) =>
    db.write(async (queries) => {
      look();
      await addCategory(queries, BigInt(index));
      look();
    }),
  );
  look();
  for (const write of writes) await write.then(look);
  assert.deepEqual([...seen], [0, 50]);
});

test('resolves a write only after its commit: another process sees it then', async (t) => {
  const { db, other } = await begin(t);
  const find = other.prepare('select count(*) as count from categories where id = ?');
  const writes = Array.from({ length: 20 }, async (_, index) => {
    await db.write((queries) => addCategory(queries, BigInt(index)));
    return find.get(BigInt(index))?.count;
  });
  assert.deepEqual(new Set(await Promise.all(writes)), new Set([1]));
});

test('a write that fails does not affect the other writes of its group', async (t) => {
  const { db } = await begin(t);
  let next = 0;
  const outcomes = fc.array(fc.constantFrom('keeps', 'throws', 'breaks a constraint'), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(outcomes, async (wanted) => {
      const first = next;
      next += wanted.length;
      const writes = wanted.map((outcome, index) =>
        db.write(async (queries) => {
          await addCategory(queries, BigInt(first + index));
          if (outcome === 'throws') throw new Error('no');
          if (outcome === 'breaks a constraint') await addCategory(queries, BigInt(first + index));
        }),
      );
      const settled = await Promise.allSettled(writes);
      assert.deepEqual(
        settled.map(({ status }) => status === 'fulfilled'),
        wanted.map((outcome) => outcome === 'keeps'),
      );
      const kept = wanted.flatMap((outcome, index) => (outcome === 'keeps' ? [first + index] : []));
      assert.deepEqual(
        (await categoryIds(db)).filter((id) => id >= first),
        kept,
      );
    }),
    { numRuns: 50 },
  );
});

test('rejects a write that failed because of another one only after that one is committed', async (t) => {
  const { db, other } = await begin(t);
  const count = other.prepare('select count(*) as count from categories');
  const taken = db.write((queries) => addCategory(queries, 1n));
  const refused = db.write(async (queries) => {
    const known = await queries.selectFrom('categories').select('id').execute();
    if (known.length > 0) throw new Error('taken');
  });
  await assert.rejects(refused, /taken/);
  assert.equal(count.get()?.count, 1);
  await taken;
});

test('a full disk rejects the whole group (503) and keeps earlier writes', async (t) => {
  const { db } = await begin(t);
  await db.write((queries) => addCategory(queries, 1n));
  const pages = (queries: Queries, max: number) =>
    sql`pragma max_page_count = ${sql.lit(max)}`.execute(queries);
  await db.write((queries) => pages(queries, 1));
  const writes = [2n, 3n, 4n].map((id) =>
    db.write((queries) => addCategory(queries, id, id === 4n ? 'x'.repeat(1_000_000) : 'Cat')),
  );
  for (const { status, ...end } of await Promise.allSettled(writes)) {
    assert.equal(status, 'rejected');
    const reason = 'reason' in end ? end.reason : undefined;
    assert.ok(reason instanceof ApiError && reason.code === 'service_unavailable', String(reason));
  }
  assert.deepEqual(await categoryIds(db), [1]);
  await db.write((queries) => pages(queries, 1_000_000));
  await db.write((queries) => addCategory(queries, 5n));
  assert.deepEqual(await categoryIds(db), [1, 5]);
  assert.deepEqual(await db.faults(), []);
});

test('a long queue does not block the event loop', async (t) => {
  const { db } = await begin(t);
  const startedAt = performance.now();
  // Each write takes 1 ms of this process, so a group has about 20 of them.
  const work = () =>
    db.write(async () => {
      const until = performance.now() + 1;
      while (performance.now() < until);
    });
  let isDone = false;
  const all = Promise.all(Array.from({ length: 200 }, work)).then(() => {
    isDone = true;
  });
  let turns = 0;
  while (!isDone) {
    await nextTurn();
    turns += 1;
  }
  await all;
  assert.ok(performance.now() - startedAt >= 200);
  assert.ok(turns >= 8, `${turns} turns of the event loop`);
});

test('an asynchronous commit does not wait for the disk, unless another write of its group needs a synchronous one', async (t) => {
  const { db } = await begin(t);
  const synchronous = async (queries: Queries) =>
    (await sql<{ synchronous: bigint }>`pragma synchronous`.execute(queries)).rows[0]?.synchronous;
  assert.equal(await db.write(synchronous, { commit: 'asynchronous' }), 1n);
  assert.equal(await db.write(synchronous), 2n);
  const mixed = [
    db.write(synchronous, { commit: 'asynchronous' }),
    db.write(synchronous),
    db.write(synchronous, { commit: 'asynchronous' }),
  ];
  assert.deepEqual(await Promise.all(mixed), [2n, 2n, 2n]);
});

test('a failure after a change repeats a group once, however many of its writes fail', async (t) => {
  const { db } = await begin(t);
  let runs = 0;
  const writes = Array.from({ length: 20 }, (_, index) =>
    db.write(async (queries) => {
      runs += 1;
      await addCategory(queries, BigInt(index));
      if (index % 2 === 0) throw new Error('no');
    }),
  );
  const settled = await Promise.allSettled(writes);
  assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 10);
  // The first run ended at the first failure.
  assert.equal(runs, 21);
  assert.equal((await categoryIds(db)).length, 10);
});

test('a failure before any change, or one that was expected after a change, repeats nothing', async (t) => {
  const { db } = await begin(t);
  let runs = 0;
  const failing = (mayFailAfterChanges: boolean) =>
    db.write(
      async (queries) => {
        runs += 1;
        await queries.updateTable('categories').set({ name: 'Cat' }).where('id', '=', 99n).execute();
        if (mayFailAfterChanges) await addCategory(queries, 1n);
        throw new Error('no');
      },
      { mayFailAfterChanges },
    );
  const kept = db.write((queries) => addCategory(queries, 2n));
  const settled = await Promise.allSettled([failing(false), failing(true), failing(false)]);
  await kept;
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  assert.equal(runs, 3);
  assert.deepEqual(await categoryIds(db), [2]);
});

test('takes writes of the accounts in turn: one account waits for one write of another one', async (t) => {
  const { db } = await begin(t);
  const order: string[] = [];
  const write = (name: string, account?: bigint) =>
    db.write(
      async () => {
        order.push(name);
      },
      { account },
    );
  const writes = ['a1', 'a2', 'a3'].map((name) => write(name, 1n));
  await Promise.all([...writes, write('b1', 2n), write('b2', 2n), write('service')]);
  assert.deepEqual(order, ['a1', 'b1', 'service', 'a2', 'b2', 'a3']);
});

test('does not run a write whose client has disconnected while it waited', async (t) => {
  const { db } = await begin(t);
  const left = db.write((queries) => addCategory(queries, 1n), { account: 1n, isAbandoned: () => true });
  const kept = db.write((queries) => addCategory(queries, 2n), { account: 1n });
  await assert.rejects(left, { code: 'service_unavailable' });
  await kept;
  assert.deepEqual(await categoryIds(db), [2]);
});

test('the result of a commit whose fsync fails is unknown; another error of the disk leaves nothing', async (t) => {
  const { db } = await begin(t);
  let errcode = 0;
  const { prepare } = SqliteConnection.prototype;
  t.mock.method(SqliteConnection.prototype, 'prepare', function (this: SqliteConnection, text: string) {
    const statement = prepare.call(this, text);
    if (text === 'commit' && errcode !== 0) {
      const run = () =>
        translateErrors(() => {
          throw Object.assign(new Error('disk I/O error'), { errcode });
        });
      t.mock.method(statement, 'run', run, { times: 1 });
    }
    return statement;
  });
  for (const [failure, code] of [
    [SQLITE_IOERR_FSYNC, 'result_unknown'],
    [SQLITE_IOERR_WRITE, 'service_unavailable'],
  ] as const) {
    errcode = failure;
    await assert.rejects(
      db.write((queries) => addCategory(queries, 1n)),
      { code },
    );
    errcode = 0;
    assert.deepEqual(await categoryIds(db), []);
  }
});
