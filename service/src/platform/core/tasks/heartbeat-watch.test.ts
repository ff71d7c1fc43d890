import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { HeartbeatWatch } from './heartbeat-watch.ts';

test('work is abandoned after its heartbeat has been the same for so long, and not earlier', () => {
  const clock = new FakeClock();
  const watch = new HeartbeatWatch<bigint>(clock, 1000);
  const first = { runner: 'a', heartbeat: 1n };
  assert.equal(watch.isAbandoned(1n, first), false, 'seen for the first time');
  clock.advance(999);
  assert.equal(watch.isAbandoned(1n, first), false);
  clock.advance(1);
  assert.equal(watch.isAbandoned(1n, first), true);
  assert.equal(watch.isAbandoned(1n, { ...first, heartbeat: 2n }), false, 'it runs');
  clock.advance(1000);
  assert.equal(watch.isAbandoned(1n, { runner: 'b', heartbeat: 2n }), false, 'another process runs it');
  assert.equal(watch.isAbandoned(2n, first), false, 'other work');
});

test('work that was forgotten is watched from its beginning again', () => {
  const clock = new FakeClock();
  const watch = new HeartbeatWatch<bigint>(clock, 1000);
  const same = { runner: 'a', heartbeat: 1n };
  watch.isAbandoned(1n, same);
  watch.isAbandoned(2n, same);
  clock.advance(1000);
  watch.keepOnly([2n]);
  assert.deepEqual([watch.isAbandoned(1n, same), watch.isAbandoned(2n, same)], [false, true]);
});
