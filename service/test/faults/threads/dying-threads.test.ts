// Waits for processes.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { addAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { sendOn } from '@petstore/testing/http/send-on-agent.ts';
import { serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';

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

  const acknowledged = new Set<bigint>();
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const body = '{"name":"Kept","categoryId":1}';
      const headers = { 'content-type': 'application/json' };
      for (let count = 0; count < 20 && !isOver; count += 1) {
        const sent = sendOn(agent, `${service.url}/v1/pets`, { key, method: 'POST', headers, body });
        const added = await sent.catch(() => undefined);
        if (added?.status === 201)
          acknowledged.add(BigInt(String(added.headers.location).split('/').at(-1) ?? ''));
      }
      agent.destroy();
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  const untilMore = (count: number) => {
    const { size } = acknowledged;
    return until(async () => acknowledged.size > size + count);
  };
  await untilMore(100);
  service.kill('SIGUSR2');
  const ended = () =>
    service
      .err()
      .split('\n')
      .filter((line) => line.includes('a serving thread has ended'));
  await until(async () => ended().length === FAULTS.length);
  await untilMore(100);
  isOver = true;
  await Promise.all(clients);
  const { status } = await service.stop();

  assert.equal(status, 0);
  assert.equal(ended().filter((line) => line.includes('an exception in a transaction')).length, 1);
  assert.equal(ended().filter((line) => line.includes('ERR_WORKER_OUT_OF_MEMORY')).length, 1);
  const rows = await database.read.selectFrom('pets').select('id').execute();
  const stored = new Set(rows.map(({ id }) => BigInt(id)));
  assert.deepEqual(
    [...acknowledged].filter((id) => !stored.has(id)),
    [],
  );
  assert.deepEqual(await database.faults(), []);
});
