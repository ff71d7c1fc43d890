import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import fc from 'fast-check';
import { DAY, SECOND, settlesWithin, timeText, withTimeout } from './clock.ts';

const run = promisify(execFile);

test('a scheduled task does not keep the process alive', async () => {
  const module = new URL('./clock.ts', import.meta.url).href;
  const program = `import(${JSON.stringify(module)}).then(({ systemClock, DAY }) => {
    systemClock.every(DAY, () => {});
    systemClock.after(DAY, () => {});
  })`;
  await run(process.execPath, ['-e', program]);
});

test('the text of a time is that of Date.toISOString, for every time that a Date can have', () => {
  const last = 8_640_000_000_000_000;
  const times = fc.oneof(fc.integer({ min: -last, max: last }), fc.integer({ min: 0, max: 2 ** 41 }));
  const isSame = (at: number) => assert.equal(timeText(BigInt(at)), new Date(at).toISOString());
  fc.assert(fc.property(times, isSame), { examples: [[last], [-last], [0], [-1], [DAY - 1], [DAY]] });
  assert.throws(() => timeText(last + DAY), RangeError);
});

const never = new Promise<never>(() => {});

test('withTimeout returns the result, and undefined after the time', async () => {
  assert.equal(await withTimeout(60 * SECOND, Promise.resolve(1)), 1);
  assert.equal(await withTimeout(1, never), undefined);
  await assert.rejects(withTimeout(60 * SECOND, Promise.reject(new Error('no'))), /no/);
});

test('settlesWithin is true for work that is resolved or rejected in time, and false after the time', async () => {
  const clock = new FakeClock(0);
  assert.equal(await settlesWithin(clock, SECOND, Promise.resolve(1)), true);
  assert.equal(await settlesWithin(clock, SECOND, Promise.reject(new Error('no'))), true);
  const late = settlesWithin(clock, SECOND, never);
  clock.advance(SECOND);
  assert.equal(await late, false);
});
