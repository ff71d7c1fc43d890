import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { until } from '@petstore/testing/until.ts';
import { SqliteConnection } from '../sqlite-adapter.ts';
import { Checkpoints } from './checkpoints.ts';
import { WalIndex } from './wal-index.ts';

const LONG = 50;
/** Each text takes at least a page. */
const BYTES_OF_A_TEXT = 4_000;

async function begin(t: TestContext, storePath = (path: string) => path) {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const connection = new SqliteConnection(path, 'write');
  connection.exec('create table texts (id integer primary key, text text)');
  const index = new WalIndex(path);
  const checkpoints = new Checkpoints({ path: storePath(path), connection, index, longJournalPages: LONG });
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
  return {
    path,
    index,
    close,
    bytesOfFile: () => statSync(path).size,
    /** Adds texts in one commit. Returns whether the next write had to wait. */
    write: async (texts: number) => {
      const values = Array.from({ length: texts }, () => `('${'x'.repeat(BYTES_OF_A_TEXT)}')`);
      connection.exec(`insert into texts (text) values ${values}`);
      const wait = checkpoints.afterCommit();
      await wait;
      return wait !== undefined;
    },
  };
}

/** Writes until the journal begins again. Returns how many texts that took, and how long the journal was before. */
async function writeUntilItBeginsAgain({ write, index }: Awaited<ReturnType<typeof begin>>) {
  let texts = 0;
  let pages = 0;
  await until(async () => {
    pages = index.pages();
    await write(1);
    texts += 1;
    return index.pages() < pages;
  });
  return { texts, pages };
}

test('a long journal begins again while the store is written, and the store keeps everything', async (t) => {
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

test('while a reader needs the journal, writes wait only each time that it is long again', async (t) => {
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

test('if the thread fails, writes continue and SQLite copies a long journal', async (t) => {
  const store = await begin(t, (path) => join(path, 'not a folder'));
  // Until it has failed, SQLite copies a journal that is much longer.
  await until(async () => (await writeUntilItBeginsAgain(store)).pages < 2 * LONG);
});

test('a closed store has no journal', async (t) => {
  const store = await begin(t);
  await store.write(LONG);
  await until(async () => store.bytesOfFile() > LONG * BYTES_OF_A_TEXT);
  await store.close();
  assert.equal(existsSync(`${store.path}-wal`), false);
});
