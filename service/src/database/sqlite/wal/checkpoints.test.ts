import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { until } from '@petstore/testing/until.ts';
import { LatestFault } from '../../latest-fault.ts';
import { SqliteConnection } from '../sqlite-adapter.ts';
import { identityOf } from '../store-path.ts';
import { Checkpoints } from './checkpoints.ts';
import { WalIndex } from './wal-index.ts';

const LONG = 50;
/** Each text takes at least a page. */
const BYTES_OF_A_TEXT = 4_000;

async function begin(t: TestContext) {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const connection = new SqliteConnection(path, 'write');
  connection.exec('create table texts (id integer primary key, text text)');
  const index = new WalIndex(path);
  const store = { path, identity: identityOf(path) };
  const faults = new LatestFault();
  const checkpoints = new Checkpoints({ store, connection, index, faults, longWalPages: LONG });
  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    await checkpoints.close();
    connection.close();
    index.close();
  };
  const close = () => {
    closing ??= closeAll();
    return closing;
  };
  t.after(close);
  const add = (texts: number) => {
    const values = Array.from({ length: texts }, () => `('${'x'.repeat(BYTES_OF_A_TEXT)}')`);
    connection.exec(`insert into texts (text) values ${values}`);
  };
  return {
    path,
    index,
    faults,
    close,
    bytesOfFile: () => statSync(path).size,
    add,
    afterCommit: () => checkpoints.afterCommit(),
    /** Adds texts in one commit. Returns whether the next write had to wait. */
    write: async (texts: number) => {
      add(texts);
      const wait = checkpoints.afterCommit();
      await wait;
      return wait !== undefined;
    },
  };
}

/** Writes until the WAL begins again. Returns how many texts that took, and how long the WAL was before. */
async function writeUntilItBeginsAgain({ write, index }: Awaited<ReturnType<typeof begin>>) {
  let texts = 0;
  let pages = 0;
  await until(async () => {
    pages = index.pages();
    await write(1);
    texts += 1;
    assert.ok(texts < 20 * LONG, 'the WAL does not begin again');
    return index.pages() < pages;
  });
  return { texts, pages };
}

test('a long WAL begins again while the store is written, and the store keeps everything', async (t) => {
  const store = await begin(t);
  const first = await writeUntilItBeginsAgain(store);
  assert.ok(first.pages >= LONG);
  const { texts } = await writeUntilItBeginsAgain(store);
  assert.ok(store.bytesOfFile() > (first.texts + texts - 1) * BYTES_OF_A_TEXT, 'all but the last write');
  await store.close();
  const reopened = new DatabaseSync(store.path);
  t.after(() => reopened.close());
  assert.equal(reopened.prepare('select count(*) as count from texts').get()?.count, first.texts + texts);
  assert.equal(reopened.prepare('pragma integrity_check').get()?.integrity_check, 'ok');
});

test('while a reader needs the WAL, writes wait only each time that it is long again', async (t) => {
  const store = await begin(t);
  const reader = new DatabaseSync(store.path);
  t.after(() => reader.close());
  reader.exec('begin; select count(*) from texts');
  await store.write(LONG);
  await until(() => store.write(1));
  const pages = store.index.pages();
  while (store.index.pages() < pages + LONG / 2) {
    assert.equal(await store.write(1), false);
    // Receives what the thread has sent.
    await nextTurn();
  }
  assert.ok(store.bytesOfFile() < LONG * BYTES_OF_A_TEXT, 'nothing was copied');
  reader.exec('commit');
  await writeUntilItBeginsAgain(store);
});

test('after a reader that needed a very long WAL, the thread copies again from the usual length', async (t) => {
  const store = await begin(t);
  const reader = new DatabaseSync(store.path);
  t.after(() => reader.close());
  reader.exec('begin; select count(*) from texts');
  await store.write(3 * LONG);
  await until(() => store.write(1));
  reader.exec('commit');
  await writeUntilItBeginsAgain(store);
  const { pages } = await writeUntilItBeginsAgain(store);
  assert.ok(pages < 3 * LONG, `${pages} pages`);
});

test('writes wait for the thread once they have added much more than it can copy', async (t) => {
  const store = await begin(t);
  await store.write(LONG);
  let texts = LONG;
  // Nothing that the thread sends is received between these writes.
  while (texts < 5 * LONG && !(await store.write(1))) texts += 1;
  assert.ok(texts < 4 * LONG, `${texts} texts`);
  await store.write(1);
  assert.ok(store.index.pages() < LONG, 'the WAL has begun again');
});

test('if another file is in the place of the store, the thread touches neither, and SQLite copies the WAL', async (t) => {
  const store = await begin(t);
  const moved = `${store.path}.moved`;
  const bytes = store.bytesOfFile();
  renameSync(store.path, moved);
  const content = 'another file';
  writeFileSync(store.path, content);
  await sqliteCopies(store);
  assert.equal(readFileSync(store.path, 'utf8'), content);
  assert.ok(statSync(moved).size > bytes);
});

test('if the file of the store was moved, the thread creates no other one, and SQLite copies the WAL', async (t) => {
  const store = await begin(t);
  renameSync(store.path, `${store.path}.moved`);
  await sqliteCopies(store);
  assert.equal(existsSync(store.path), false);
  assert.equal(existsSync(`${store.path}-wal`), true);
});

test('reports a checkpoint that fails until the next one succeeds', async (t) => {
  const store = await begin(t);
  const wal = `${store.path}-wal`;
  const observed: Error[] = [];
  store.faults.observe((error) => observed.push(error));
  // The thread has opened the store then.
  await writeUntilItBeginsAgain(store);
  assert.deepEqual(observed, []);
  // More than may be left of the part of the WAL that was copied before.
  store.add(3 * LONG);
  const content = readFileSync(wal);
  truncateSync(wal, 0);
  // An earlier copy may not have ended yet: then a later commit begins the next one.
  await until(async () => {
    await store.afterCommit();
    return observed.length > 0;
  });
  assert.match(String(observed[0]), /disk I\/O error/);
  assert.ok(store.faults.latest);
  writeFileSync(wal, content);
  await until(async () => {
    await store.write(1);
    return store.faults.latest === undefined;
  });
});

test('if the process may start no thread, writes continue and SQLite copies the WAL', async (t) => {
  const pages = await runProgram(
    t,
    `for (let count = 0; count < 3 * LONG; count += 1) { write(); await checkpoints.afterCommit(); }
    process.stdout.write(String(index.pages()));`,
    ['--permission', '--allow-fs-read=*', '--allow-fs-write=*'],
  );
  assert.ok(Number(pages) < 2 * LONG, `${pages} pages`);
});

test('a store that is closed when the thread is just done does not end the process', async (t) => {
  const output = await runProgram(
    t,
    `const writeMuch = () => { for (let count = 0; count < LONG; count += 1) write(); };
    writeMuch();
    while (checkpoints.afterCommit() === undefined) await nextTurn();
    // In the meantime the thread copies the rest, and its reply waits to be received.
    writeMuch();
    await checkpoints.close();
    process.stdout.write('closed');`,
  );
  assert.equal(output, 'closed');
});

/** Runs a program in a process that nothing else keeps alive, with a store and its `checkpoints`. Returns what it prints. */
async function runProgram(t: TestContext, program: string, flags: readonly string[] = []): Promise<string> {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'program.mjs');
  const whole = `
    import { setImmediate as nextTurn } from 'node:timers/promises';
    import { SqliteConnection } from '${import.meta.resolve('../sqlite-adapter.ts')}';
    import { identityOf } from '${import.meta.resolve('../store-path.ts')}';
    import { LatestFault } from '${import.meta.resolve('../../latest-fault.ts')}';
    import { Checkpoints } from '${import.meta.resolve('./checkpoints.ts')}';
    import { WalIndex } from '${import.meta.resolve('./wal-index.ts')}';
    const LONG = ${LONG};
    const path = ${JSON.stringify(join(folder, 'petstore.db'))};
    const connection = new SqliteConnection(path, 'write');
    connection.exec('create table texts (text blob)');
    const write = () => connection.exec('insert into texts values (zeroblob(${BYTES_OF_A_TEXT}))');
    const index = new WalIndex(path);
    const store = { path, identity: identityOf(path) };
    const faults = new LatestFault();
    const checkpoints = new Checkpoints({ store, connection, index, faults, longWalPages: LONG });
    ${program}`;
  writeFileSync(file, whole);
  const child = spawnSync(process.execPath, [...flags, file]);
  assert.equal(child.status, 0, String(child.stderr));
  return String(child.stdout);
}

/** Until the thread has failed, SQLite copies a WAL that is much longer. */
function sqliteCopies(store: Awaited<ReturnType<typeof begin>>): Promise<void> {
  return until(async () => (await writeUntilItBeginsAgain(store)).pages < 2 * LONG);
}

test('a closed store has no WAL', async (t) => {
  const store = await begin(t);
  await store.write(LONG);
  await until(async () => store.bytesOfFile() > LONG * BYTES_OF_A_TEXT);
  await store.close();
  assert.equal(existsSync(`${store.path}-wal`), false);
});
