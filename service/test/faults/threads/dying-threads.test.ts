// Waits for processes.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { addAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { addNewPets } from './new-pets.ts';

/** The faults of the second thread and of the third one, in their next transaction after the signal. */
const FAULTS = ['exception in a transaction', 'heap limit before a commit'];
const PROGRAM = `
  import { StatementSync } from 'node:sqlite';
  import { BroadcastChannel, isMainThread, workerData } from 'node:worker_threads';
  const signal = new BroadcastChannel('signal');
  signal.unref();
  let fault;
  if (isMainThread) process.on('SIGUSR2', () => signal.postMessage('fail'));
  else signal.onmessage = () => { fault = ${JSON.stringify(FAULTS)}[workerData.number - 2]; };
  for (const method of ['run', 'all']) {
    const original = StatementSync.prototype[method];
    StatementSync.prototype[method] = function (...parameters) {
      if (fault === undefined) return original.apply(this, parameters);
      if (this.sourceSQL === 'commit' && fault === 'heap limit before a commit') fillHeap();
      const result = original.apply(this, parameters);
      if (this.sourceSQL.startsWith('insert into "pets"') && fault === 'exception in a transaction') {
        fault = undefined;
        queueMicrotask(() => { throw new Error('an exception in a transaction'); });
      }
      return result;
    };
  }
  function fillHeap() {
    const kept = [];
    for (;;) kept.push({ text: 'a fault', numbers: [kept.length] });
  }`;
const THREADS = FAULTS.length + 1;
const CLIENTS = 24;

test('threads that fail within a transaction or a commit, under load, are replaced, and no acknowledged pet is missing', async (t) => {
  const folder = await temporaryFolder(t);
  const store = sqliteIn(folder);
  const database = await openStore(t, store);
  const { key } = await addAccount(database, 'shelter', Date.now(), { role: 'manager', ...UNLIMITED });
  const program = join(folder, 'faults.mjs');
  writeFileSync(program, PROGRAM);
  const service = await serveProcess(t, {
    DATABASE_URL: store,
    WORKERS: String(THREADS),
    NODE_OPTIONS: `--import=${program} --max-old-space-size=96`,
  });
  assert.match(service.out(), new RegExp(`^Threads: ${THREADS} `, 'm'));

  const pets = addNewPets({ url: service.url, key }, CLIENTS);
  await pets.untilMore(100);
  service.kill('SIGUSR2');
  const ended = () =>
    service
      .err()
      .split('\n')
      .filter((line) => line.includes('a serving thread has ended'));
  await until(async () => ended().length === FAULTS.length);
  await pets.untilMore(100);
  await pets.stop();
  const { status } = await service.stop();

  assert.equal(status, 0);
  assert.equal(ended().filter((line) => line.includes('an exception in a transaction')).length, 1);
  assert.equal(ended().filter((line) => line.includes('ERR_WORKER_OUT_OF_MEMORY')).length, 1);
  await pets.assertStored(database.read);
  assert.deepEqual(await database.faults(), []);
});
