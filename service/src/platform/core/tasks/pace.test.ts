import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pace } from './pace.ts';

test('a rest is due after 5 ms of work, and takes as long as the work since the last one', async () => {
  let now = 0;
  const pauses: number[] = [];
  const pause = async (ms: number) => {
    pauses.push(ms);
    now += ms;
  };
  const pace = new Pace({ monotonic: () => now, pause });
  now += 4;
  assert.equal(pace.isDue, false);
  now += 16;
  assert.equal(pace.isDue, true);
  await pace.rest();
  assert.equal(pace.isDue, false);
  now += 7;
  await pace.rest();
  await pace.rest();
  assert.deepEqual(pauses, [20, 7, 1]);
});
