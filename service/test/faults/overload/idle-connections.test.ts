// Runs in a process of its own.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { rawRequest } from '@petstore/testing/http/raw-http.ts';
import { noProcFiles } from '@petstore/testing/processes/proc-files.ts';
import { skipReason } from '@petstore/testing/skip-reason.ts';
import { until } from '@petstore/testing/until.ts';
import { assertServesOthers, KIB, serveMeasured } from '../overload/measured-service.ts';

/** Ten thousand idle connections, as browsers and connection pools leave them. */

const CONNECTIONS = 10_000;
const MAX_BYTES_A_CONNECTION = 32 * KIB;
/** The store, the sockets of requests in flight, and Node's own files. */
const OTHER_FILES = 500;

const BATCH = 250;
/** One client address has about 28,000 ports, and other tests may still use some. */
const CLIENT_ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];

/** Node raises the soft limit to the hard one at its start. */
const tooFewFiles = () => {
  const [, limit = ''] = /Max open files\s+\S+\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return limit !== '' && Number(limit) < CONNECTIONS + OTHER_FILES
    ? skipReason('idle connections', `a process may open ${limit} files, 10,500 are needed`)
    : false;
};

interface IdleConnection {
  /** All bytes that the service sent. */
  received: string;
  isClosed: boolean;
  close(): void;
}

/** Resolves when the service has accepted or closed the connection, and with a request at the first bytes of its response. */
function open(url: string, localAddress: string, request: string | undefined): Promise<IdleConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, localAddress });
  const connection = { received: '', isClosed: false, close: () => void socket.destroy() };
  socket.on('error', () => {}); // The service may refuse the connection: see `isClosed`.
  return new Promise((resolve) => {
    socket.on('connect', () => {
      if (request === undefined) resolve(connection);
      else socket.write(request);
    });
    socket.on('data', (chunk) => {
      connection.received += chunk;
      resolve(connection);
    });
    socket.on('close', () => {
      connection.isClosed = true;
      resolve(connection);
    });
  });
}

/** Opens `count` connections in batches. */
async function openIdle(url: string, count: number, request?: string): Promise<IdleConnection[]> {
  const opened: IdleConnection[] = [];
  while (opened.length < count) {
    const some = Array.from({ length: Math.min(BATCH, count - opened.length) }, (_, index) =>
      open(url, CLIENT_ADDRESSES[index % CLIENT_ADDRESSES.length] ?? '', request),
    );
    opened.push(...(await Promise.all(some)));
  }
  return opened;
}

test('10,000 idle connections stay open, take little memory, and delay no one', {
  skip: noProcFiles || tooFewFiles(),
}, async (t) => {
  const service = await serveMeasured(t);
  await assertServesOthers(service, 50);
  const [memory, files] = [service.residentBytes(), service.openFiles()];
  const start = performance.now();
  // A connection with one request stays open for the next; the others have 10 s for their first.
  const request = rawRequest({ path: '/v1/pets', key: service.key });
  const asked = await openIdle(service.url, CONNECTIONS / 2, request);
  const silent = await openIdle(service.url, CONNECTIONS / 2);
  t.after(() => {
    for (const connection of [...asked, ...silent]) connection.close();
  });
  const openedMs = Math.round(performance.now() - start);

  const slowest = await assertServesOthers(service, 50);
  const bytes = (service.residentBytes() - memory) / CONNECTIONS;
  const held = service.openFiles() - files;
  const isHeld = ({ isClosed, received }: IdleConnection) => !isClosed && received.startsWith('HTTP/1.1 200');
  assert.equal(asked.filter(isHeld).length, asked.length);
  // On a slow machine their 10 s may end.
  const isDefined = ({ isClosed, received }: IdleConnection) =>
    received.startsWith('HTTP/1.1 408') || (received === '' && !isClosed);
  assert.equal(silent.filter(isDefined).length, silent.length);
  assert.ok(held >= asked.length, `${held} files more are open`);
  assert.ok(bytes < MAX_BYTES_A_CONNECTION, `${Math.round(bytes)} bytes a connection`);

  for (const connection of [...asked, ...silent]) connection.close();
  await until(async () => {
    await assertServesOthers(service, 1);
    return service.openFiles() <= files + 1;
  });
  const slowestAfter = await assertServesOthers(service, 50);
  t.diagnostic(`${held} held (opened in ${openedMs} ms), ${(bytes / KIB).toFixed(1)} KiB each`);
  t.diagnostic(`others waited at most ${slowest} ms; when all are closed, ${slowestAfter} ms`);
});
