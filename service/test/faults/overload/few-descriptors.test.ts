// Waits for processes.
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { send } from '@petstore/testing/http/send.ts';
import { PETSTORE } from '@petstore/testing/processes/petstore-process.ts';
import { cpuMsOf, openFilesOf } from '@petstore/testing/processes/proc-files.ts';
import { startProcess } from '@petstore/testing/processes/running-process.ts';
import { until } from '@petstore/testing/until.ts';
import { HeldLock } from '../disk/held-lock.ts';
import { assertUnavailable, type ServedStore, serveStore, stop } from '../disk/served-store.ts';
import { limitOpenFiles, noLimits } from './process-limits.ts';

/** A process that has reached its limit of open files. */

/** How many files the process may open beyond those that it has. */
const FREE_DESCRIPTORS = 32;
/** More than a service needs, but fewer than it has sockets. */
const FEW_DESCRIPTORS = 100;
const CLIENTS = 200;
/** Files that the process opens when it first writes. */
const OTHER_FILES = 4;

test('serves its open connections without spinning when more clients connect than it may open files, and serves new ones afterwards', {
  skip: noLimits,
}, async (t) => {
  const store = await serveStore(t, join(await temporaryFolder(t), 'petstore.db'));
  const { serving, key } = store;
  const first = await RawConnection.open(serving.url);
  await assertServed(first, key);
  const files = openFilesOf(serving.pid);
  const limit = files + FREE_DESCRIPTORS;
  limitOpenFiles(serving, limit);
  const flood = await openFlood(serving.url);
  await until(async () => openFilesOf(serving.pid) >= limit);
  for (let served = 0; served < 100; served += 1) await assertServed(first, key);
  const [cpu, ms] = await cpuWhileWaiting(t, store, first);
  const closed = flood.filter(({ destroyed }) => destroyed).length;
  t.diagnostic(
    `of ${CLIENTS} connections ${closed} were closed at once; in ${ms.toFixed(0)} ms of waiting ${cpu} ms of CPU`,
  );
  assert.ok(cpu < ms / 2, `${cpu} ms of CPU in ${ms} ms`);
  for (const socket of flood) socket.destroy();
  await until(async () => openFilesOf(serving.pid) <= files + OTHER_FILES);
  const later = await RawConnection.open(serving.url);
  await assertServed(later, key);
  await assertWrites(store);
  for (const connection of [first, later]) connection.close();
  await stop(serving);
});

test('serves, with one socket that accepts connections, if it may not open files for more of them', {
  skip: noLimits,
}, async (t) => {
  const folder = await temporaryFolder(t);
  const args = [`--nofile=${FEW_DESCRIPTORS}`, process.execPath, PETSTORE, 'serve', '--port', '0'];
  const env = { DATABASE_URL: `sqlite:${join(folder, 'petstore.db')}` };
  const started = startProcess(t, 'prlimit', args, { env, cwd: folder });
  const url = await started.printed(/listens on (http:\S+) /);
  assert.equal((await send(`${url}/healthz`)).status, 200);
  const { status, err } = await started.stop();
  assert.equal(status, 0, err);
});

/** Opens connections that send nothing; the kernel accepts those that the process cannot. */
function openFlood(url: string): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  return Promise.all(
    Array.from({ length: CLIENTS }, () => {
      const socket = connect(Number(port), hostname);
      // The service may close connections that it cannot accept.
      socket.on('error', () => {});
      return new Promise<Socket>((resolve) => {
        socket.once('connect', () => resolve(socket));
        socket.once('close', () => resolve(socket));
      });
    }),
  );
}

async function assertServed(connection: RawConnection, key: string): Promise<void> {
  connection.write(rawRequest({ key }));
  assert.equal((await connection.readResponse()).status, 200);
}

async function assertWrites({ send, key }: ServedStore): Promise<void> {
  const { status, text } = await send('/v1/pets', {
    method: 'POST',
    key,
    body: { name: 'Frank', categoryId: 1 },
  });
  assert.equal(status, 201, text);
}

/** Returns the CPU time of the process, and the time passed, while it waits two seconds for a lock. */
async function cpuWhileWaiting(
  t: TestContext,
  { path, serving, key }: ServedStore,
  connection: RawConnection,
) {
  const lock = new HeldLock(t, path);
  const [cpu, since] = [cpuMsOf(serving.pid), performance.now()];
  const headers = ['Content-Type: application/json'];
  connection.write(rawRequest({ method: 'POST', key, headers, body: '{"name":"Frank","categoryId":1}' }));
  assertUnavailable(await connection.readResponse(), 'The store is busy. Try again in a moment.');
  lock.release();
  return [cpuMsOf(serving.pid) - cpu, performance.now() - since] as const;
}
