import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@petstore/testing/until.ts';
import { pino } from 'pino';
import { logStalls } from './stalls.ts';

test('a process that has answered nothing for long logs for how long, once', async (t) => {
  const lines: string[] = [];
  const stop = logStalls(pino({}, { write: (line: string) => lines.push(line) }), {
    longMs: 200,
    intervalMs: 1,
  });
  t.after(stop);
  const waiting = new Int32Array(new SharedArrayBuffer(4));
  Atomics.wait(waiting, 0, 0, 300);
  await until(async () => lines.length > 0);
  assert.match(lines[0] ?? '', /"ms":(?:29|3|4)\d+,"msg":"the process has answered nothing/);
});
