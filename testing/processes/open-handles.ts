import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { SECOND } from '../../service/src/core/clock.ts';

/** For `node --import`: a process that does not end after its tests fails, with a list of what keeps it alive. */

const LIMIT_MS = 30 * SECOND;
const STANDARD_ERROR = 2;

/** Of the timers, sockets and processes in a diagnostic report: https://nodejs.org/api/report.html */
interface Handle {
  type: string;
  is_active: boolean;
  is_referenced: boolean;
}

function openHandles(): Handle[] {
  const report: { libuv?: Handle[] } = process.report.getReport();
  return (report.libuv ?? []).filter((handle) => handle.is_active && handle.is_referenced);
}

function fail(): never {
  const lines = [
    `The tests have ended, but this process has not. It is kept alive by: ${process.getActiveResourcesInfo().join(', ')}`,
    ...openHandles().map((handle) => JSON.stringify(handle)),
  ];
  writeSync(STANDARD_ERROR, `${lines.join('\n')}\n`);
  process.exit(1);
}

// A thread has the options of its process.
if (isMainThread) {
  const { after } = await import('node:test');
  after(() => {
    setTimeout(fail, LIMIT_MS).unref();
  });
}
