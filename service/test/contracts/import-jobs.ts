import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { until } from '@petstore/testing/until.ts';
import { insertAccount } from '../../src/access/accounts/account-queries.ts';
import { ImportInterrupted } from '../../src/exchange/import-export/import-interrupted.ts';
import { ImportRunner } from '../../src/exchange/import-export/jobs/import-runner.ts';
import {
  deleteImportFiles,
  ImportFileWriter,
  readImportFile,
} from '../../src/exchange/import-export/jobs/job-files.ts';
import { addReceiving, addWaiting, findImport } from '../../src/exchange/import-export/jobs/job-queries.ts';
import { runImport } from '../../src/exchange/import-export/jobs/run-import.ts';
import {
  claimImport,
  readOpenImports,
  releaseImport,
  saveProgress,
} from '../../src/exchange/import-export/jobs/run-queries.ts';
import { SECOND } from '../../src/platform/core/clock.ts';
import type { Database } from '../../src/platform/database/database.ts';

type Open = (test: TestContext) => Promise<Database>;

/** The contract of every engine for imports. `open` gives a new, empty store that is closed after the test. */
export function testImportJobs(engine: string, open: Open): void {
  describe(`imports on ${engine}`, () => {
    testClaims(open);
    testFiles(open);
    testRunners(open);
  });
}

const NOW = 1_000_000;

/** Adds an import of a file that waits. */
async function addImport(database: Database, file = 'name,categoryId\nRex,1\n'): Promise<bigint> {
  const account = {
    name: `shelter ${Math.random()}`,
    plan: 'pro',
    role: 'admin',
    customQuota: undefined,
  } as const;
  const { id: ownerId = 0n } = (await database.write((db) => insertAccount(db, account, NOW))) ?? {};
  const id = (await database.write((db) => addReceiving(db, ownerId, NOW))) ?? 0n;
  const writer = new ImportFileWriter(database, { importId: id, name: 'upload' });
  await writer.write(Buffer.from(file));
  await writer.flush();
  const job = {
    ownerId,
    dryRun: false,
    fileName: 'a.csv',
    format: 'csv',
    mapping: undefined,
    createdAt: NOW,
    language: 'en',
    hasPreview: false,
  } as const;
  await database.write((db) => addWaiting(db, id, job, null));
  return id;
}

function testClaims(open: Open): void {
  test('one process runs an import at a time, the oldest first', async (t) => {
    const database = await open(t);
    const ids = [await addImport(database), await addImport(database)];
    const claim = (runner: string) => database.write((db) => claimImport(db, runner, undefined));
    const claimed = await Promise.all([claim('a'), claim('b')]);
    assert.deepEqual(
      claimed.map((job) => job?.id).filter((id) => id !== undefined),
      ids.slice(0, 1),
    );
  });

  test('a process that was replaced can neither store progress nor end the import', async (t) => {
    const database = await open(t);
    const id = await addImport(database);
    await database.write((db) => claimImport(db, 'a', undefined));
    const { running } = await readOpenImports(database.read);
    assert.equal((await database.write((db) => claimImport(db, 'b', running[0])))?.id, id);
    assert.equal(await database.write((db) => claimImport(db, 'c', running[0])), undefined);
    assert.equal(await database.write((db) => saveProgress(db, { id, runner: 'a' }, { applied: 1 })), false);
    assert.equal(await database.write((db) => saveProgress(db, { id, runner: 'b' }, { applied: 2 })), true);
    await database.write((db) => releaseImport(db, { id, runner: 'a' }, { state: 'waiting', now: NOW }));
    const job = await findImport(database.read, id);
    assert.deepEqual([job?.state, job?.applied], ['running', 2]);
  });
}

function testFiles(open: Open): void {
  test('a process that was replaced neither writes nor deletes bad rows, and cannot end the import', async (t) => {
    const database = await open(t);
    const id = await addImport(database, 'name,categoryId\nRex,none\n');
    const job = await database.write((db) => claimImport(db, 'a', undefined));
    assert.ok(job !== undefined);
    const { running } = await readOpenImports(database.read);
    await database.write((db) => claimImport(db, 'b', running[0]));
    const file = { importId: id, name: 'bad rows' } as const;
    const writer = new ImportFileWriter(database, file);
    await writer.write(Buffer.from('of b'));
    await writer.flush();
    const clock = new FakeClock(NOW);
    const run = { database, clock, publicUrl: 'https://pets.example', timeZone: () => 'UTC' };
    const { signal } = new AbortController();
    await assert.rejects(runImport(job, { ...run, runner: 'a', signal }), ImportInterrupted);
    const kept = await Array.fromAsync(readImportFile(database.read, file));
    assert.equal(Buffer.concat(kept).toString(), 'of b');
    const end = { state: 'waiting', now: NOW } as const;
    assert.equal(await database.write((db) => releaseImport(db, { id, runner: 'a' }, end)), false);
  });

  test('a file of several pieces is read in the order of its bytes, until it is deleted', async (t) => {
    const database = await open(t);
    const importId = await addImport(database, '');
    const bytes = Buffer.alloc(2_000_000, Buffer.from('0123456789'));
    const writer = new ImportFileWriter(database, { importId, name: 'bad rows' });
    for (let at = 0; at < bytes.length; at += 70_000) await writer.write(bytes.subarray(at, at + 70_000));
    await writer.flush();
    const read = () => Array.fromAsync(readImportFile(database.read, { importId, name: 'bad rows' }));
    assert.ok(Buffer.concat(await read()).equals(bytes));
    await deleteImportFiles(database, importId);
    assert.deepEqual(await read(), []);
  });
}

function testRunners(open: Open): void {
  const startRunner = (t: TestContext, database: Database, clock: FakeClock, faults: unknown[] = []) => {
    const onFault = (error: unknown) => faults.push(error);
    const runner = new ImportRunner({
      database,
      clock,
      publicUrl: 'https://pets.example',
      timeZone: () => 'UTC',
      onFault,
    });
    t.after(() => runner.stop());
    return runner;
  };
  const untilDone = async (database: Database, id: bigint) => {
    await until(
      async () => !['waiting', 'running'].includes((await findImport(database.read, id))?.state ?? ''),
    );
    return findImport(database.read, id);
  };

  test('an import whose process ended is continued by the next one, on a server after 30 s', async (t) => {
    const [database, clock] = [await open(t), new FakeClock(NOW)];
    const id = await addImport(database);
    await database.write((db) => claimImport(db, 'ended', undefined));
    startRunner(t, database, clock);
    await until(async () => {
      clock.advance(SECOND);
      return (await findImport(database.read, id))?.state === 'done';
    });
    assert.equal((await findImport(database.read, id))?.summary?.created, 1);
    if (database.engine.supportsConcurrentWrites) assert.ok(clock.now() >= NOW + 30 * SECOND);
  });

  test('as many processes as the store serves import each file once', async (t) => {
    const [database, clock] = [await open(t), new FakeClock(NOW)];
    const processes = database.engine.supportsConcurrentWrites ? 2 : 1;
    const ids = [await addImport(database), await addImport(database), await addImport(database)];
    const runners = Array.from({ length: processes }, () => startRunner(t, database, clock));
    for (const runner of runners) runner.wake();
    for (const id of ids) {
      // The other process finds the next import when it polls.
      clock.advance(SECOND);
      assert.equal((await untilDone(database, id))?.state, 'done');
    }
    assert.equal((await database.read.selectFrom('pets').select('id').execute()).length, 3);
  });

  test('an import that five processes began without applying a row fails, and the next one runs', async (t) => {
    const [database, clock] = [await open(t), new FakeClock(NOW)];
    const [first, second] = [await addImport(database), await addImport(database)];
    await database.write((db) =>
      db.updateTable('imports').set({ starts: 5n }).where('id', '=', first).execute(),
    );
    startRunner(t, database, clock);
    assert.match((await untilDone(database, first))?.failure ?? '', /^The service ended 5 times/);
    assert.equal((await untilDone(database, second))?.state, 'done');
  });

  test('an import whose mapping cannot be read fails, is reported, and the next one runs', async (t) => {
    const [database, clock, faults] = [await open(t), new FakeClock(NOW), [] as unknown[]];
    const [first, second] = [await addImport(database), await addImport(database)];
    await database.write((db) =>
      db.updateTable('imports').set({ mapping: '{' }).where('id', '=', first).execute(),
    );
    startRunner(t, database, clock, faults);
    assert.match((await untilDone(database, first))?.failure ?? '', /^The import failed because of a fault/);
    assert.equal((await untilDone(database, second))?.state, 'done');
    assert.equal(faults.length, 1);
  });
}
