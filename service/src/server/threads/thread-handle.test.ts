import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { StartedThread } from './start-worker.ts';
import { ThreadHandle } from './thread-handle.ts';

/** Replies to each question, and ends after `close`. */
const PROGRAM = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ kind }) => {
    if (kind === 'close') return parentPort.close();
    parentPort.postMessage({ kind: 'measured', followers: 0 });
  });`;

const FAILING = `
  require('node:worker_threads').parentPort.once('message', () => {
    throw new Error('out of order');
  });`;

function start(program: string): ThreadHandle {
  const worker: StartedThread = new Worker(program, { eval: true });
  return new ThreadHandle(worker, () => {});
}

test('two that ask a thread at the same time both get a reply', async () => {
  const thread = start(PROGRAM);
  const ask = () => thread.ask({ kind: 'measure' }, 'measured');
  await Promise.all([ask(), ask()]);
  await thread.end('close');
});

test('all that wait for a thread that fails get its error', async () => {
  const thread = start(FAILING);
  const ask = () => thread.ask({ kind: 'measure' }, 'measured');
  const asked = await Promise.allSettled([ask(), ask(), thread.reply('listens')]);
  assert.deepEqual(
    asked.map((each) => each.status === 'rejected' && each.reason.message),
    ['out of order', 'out of order', 'out of order'],
  );
  assert.equal((await thread.ended)?.message, 'out of order');
});
