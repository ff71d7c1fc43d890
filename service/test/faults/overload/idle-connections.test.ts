// Runs in a process of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rawRequest } from '@petstore/testing/http/raw-http.ts';
import { noProcFiles } from '@petstore/testing/processes/proc-files.ts';
import { skipReason } from '@petstore/testing/skip-reason.ts';
import { until } from '@petstore/testing/until.ts';
import { assertServesOthers, KIB, serveMeasured } from '../overload/measured-service.ts';
import { openFilesLimit, openIdle } from './idle-connections.ts';

/** Ten thousand idle connections, as browsers and connection pools leave them. */

const CONNECTIONS = 10_000;
const MAX_BYTES_A_CONNECTION = 32 * KIB;
/** The store, the sockets of requests in flight, and Node's own files. */
const OTHER_FILES = 500;

const tooFewFiles = () =>
  openFilesLimit() < CONNECTIONS + OTHER_FILES
    ? skipReason('idle connections', `a process may open ${openFilesLimit()} files, 10,500 are needed`)
    : false;

test('10,000 idle connections stay open, take little memory, and delay no one', {
  skip: noProcFiles || tooFewFiles(),
}, async (t) => {
  const service = await serveMeasured(t);
  await assertServesOthers(service, 50);
  const [memory, files] = [service.residentBytes(), service.openFiles()];
  const start = performance.now();
  // A connection with one request stays open for the next; the others have 10 s for their first.
  const request = rawRequest({ path: '/v1/pets', key: service.key });
  const asked = await openIdle(service.url, CONNECTIONS / 2, (connection) => connection.ask(request));
  const silent = await openIdle(service.url, CONNECTIONS / 2, async () => {});
  t.after(() => [...asked, ...silent].forEach((connection) => void connection.close()));
  const openedMs = Math.round(performance.now() - start);

  const slowest = await assertServesOthers(service, 50);
  const bytes = (service.residentBytes() - memory) / CONNECTIONS;
  const held = service.openFiles() - files;
  const isHeld = ({ isClosed, received }: { isClosed: boolean; received: string }) =>
    !isClosed && received.startsWith('HTTP/1.1 200');
  assert.equal(asked.filter(isHeld).length, asked.length);
  // On a slow machine their 10 s may end.
  const isDefined = ({ isClosed, received }: { isClosed: boolean; received: string }) =>
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
