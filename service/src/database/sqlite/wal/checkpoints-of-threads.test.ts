import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { ThreadTurns } from '../../../core/threads/thread-turns.ts';
import { LatestFault } from '../../latest-fault.ts';
import { SqliteConnection } from '../sqlite-adapter.ts';
import { identityOf } from '../store-path.ts';
import { allocateCheckpointState, CheckpointState } from './checkpoint-state.ts';
import { Checkpoints } from './checkpoints.ts';
import { WalIndex } from './wal-index.ts';

const LONG = 50;
/** Each text takes at least a page. */
const BYTES_OF_A_TEXT = 4_000;
const TEXTS = 6 * LONG;

/** Adds texts in its turns, as a serving thread does. Sends `start` to ask for the thread that copies, and at its end the length of the longest WAL. */
const WRITER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { modules, store, memory, turns, thread, texts, long, bytes } = workerData;
  // What waits for its turn does not keep a thread alive.
  const alive = setInterval(() => {}, 1_000);
  Promise.all(modules.map((module) => import(module))).then(
    async ([{ SqliteConnection }, { LatestFault }, { Checkpoints }, { WalIndex }, { ThreadTurns }]) => {
      const connection = new SqliteConnection(store.path, 'write');
      const index = new WalIndex(store.path);
      const sharing = { memory, askMain: () => parentPort.postMessage('start') };
      const faults = new LatestFault();
      const checkpoints = new Checkpoints({ store, connection, index, faults, sharing, longWalPages: long });
      const own = new ThreadTurns(turns, thread);
      let longest = 0;
      for (let added = 0; added < texts; added += 1) {
        await own.take();
        connection.exec('insert into texts values (zeroblob(' + bytes + '))');
        longest = Math.max(longest, index.pages());
        await checkpoints.afterCommit();
        own.end();
        await new Promise(setImmediate);
      }
      connection.close();
      parentPort.postMessage(longest);
      clearInterval(alive);
    },
  );`;
const MODULES = [
  '../sqlite-adapter.ts',
  '../../latest-fault.ts',
  './checkpoints.ts',
  './wal-index.ts',
  '../../../core/threads/thread-turns.ts',
].map((name) => import.meta.resolve(name));

/** Opens a store in the main thread, which has the thread that copies. */
async function begin(t: TestContext) {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const connection = new SqliteConnection(path, 'write');
  connection.exec('create table texts (text blob)');
  const store = { path, identity: identityOf(path) };
  const index = new WalIndex(path);
  const memory = allocateCheckpointState();
  const sharing = { memory, askMain: undefined };
  const faults = new LatestFault();
  const checkpoints = new Checkpoints({ store, connection, index, faults, sharing, longWalPages: LONG });
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  /** Starts a thread that writes. `ended` resolves with the length of the longest WAL. */
  const startWriter = (thread: number, texts = TEXTS) => {
    const rest = { texts, long: LONG, bytes: BYTES_OF_A_TEXT };
    const workerData = { modules: MODULES, store, memory, turns, thread, ...rest };
    const writer = new Worker(WRITER, { eval: true, workerData, trackUnmanagedFds: false });
    const asked = once(writer, 'message');
    let longest = 0;
    writer.on('message', (message: 'start' | number) => {
      if (message === 'start') checkpoints.start();
      else longest = message;
    });
    return { asked, ended: once(writer, 'exit').then(() => longest), end: () => writer.terminate() };
  };
  const close = async () => {
    await checkpoints.close();
    connection.close();
    index.close();
    using reopened = new DatabaseSync(path);
    assert.equal(reopened.prepare('pragma integrity_check').get()?.integrity_check, 'ok');
    return Number(reopened.prepare('select count(*) as count from texts').get()?.count);
  };
  return { startWriter, forget: (thread: number) => new ThreadTurns(turns, 1).forget(thread), close };
}

/** Counts the threads that this process starts. */
function countThreads(t: TestContext): () => number {
  let started = 0;
  const count = () => {
    started += 1;
  };
  process.on('worker', count);
  t.after(() => process.off('worker', count));
  return () => started;
}

test('while two threads write, one thread copies the WAL for both, and it stays short', async (t) => {
  const threads = countThreads(t);
  const store = await begin(t);
  const longest = await Promise.all([2, 3].map((thread) => store.startWriter(thread).ended));
  assert.equal(threads(), longest.length + 1);
  for (const pages of longest) assert.ok(pages >= LONG && pages < 4 * LONG, `${longest}`);
  assert.equal(await store.close(), longest.length * TEXTS);
});

test('a thread that ends after it has asked for a copy stops neither the copy nor the other one', async (t) => {
  const store = await begin(t);
  const ended = store.startWriter(2, 1_000 * TEXTS);
  await ended.asked;
  const other = store.startWriter(3);
  await ended.end();
  store.forget(2);
  const longest = await other.ended;
  assert.ok(longest < 4 * LONG, `${longest}`);
  assert.ok((await store.close()) > TEXTS);
});

test('why the last checkpoint has failed is known in every thread, until one succeeds', () => {
  const memory = allocateCheckpointState();
  const [copying, other] = [new CheckpointState(memory), new CheckpointState(memory)];
  const faults = new LatestFault(() => other.fault);
  const known = () => faults.latest?.message;
  assert.equal(known(), undefined);
  copying.fault = new Error('disk I/O error');
  assert.equal(known(), 'disk I/O error');
  copying.fault = new Error('é'.repeat(1_000));
  assert.equal(known(), 'é'.repeat(250));
  copying.fault = undefined;
  assert.equal(known(), undefined);
});
