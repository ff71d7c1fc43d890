import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { SECOND } from '../../service/src/platform/core/clock.ts';

/**
 * For `node --import`: ends a process that has not ended by itself 30 s after its tests, and prints what kept it alive. Its
 * status is that of the tests. Otherwise a run of tests would wait for it without a limit.
 */

const LIMIT_MS = 30 * SECOND;
/** For the summary of the tests. */
const SUMMARY_MS = SECOND;
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

function end(): void {
  const lines = [
    `The tests have ended, but this process has not. It is kept alive by: ${process.getActiveResourcesInfo().join(', ')}`,
    ...openHandles().map((handle) => JSON.stringify(handle)),
  ];
  writeSync(STANDARD_ERROR, `${lines.join('\n')}\n`);
  // The runner prints its summary, and sets the status, when nothing is left to do.
  process.emit('beforeExit', 0);
  setTimeout(() => process.exit(), SUMMARY_MS);
}

// A thread has the options of its process.
if (isMainThread) {
  const { after } = await import('node:test');
  after(() => {
    setTimeout(end, LIMIT_MS).unref();
  });
}
