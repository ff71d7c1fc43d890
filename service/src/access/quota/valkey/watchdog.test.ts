import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { Watchdog } from './watchdog.ts';

const TIMEOUT_MS = 100;
const INTERVAL_MS = 25;

/** Starts a watchdog of a peer whose reply is due. */
function start() {
  const clock = new FakeClock();
  const peer = { isAwaited: true, timeouts: 0 };
  const watchdog = new Watchdog(
    clock,
    TIMEOUT_MS,
    () => peer.isAwaited,
    () => {
      peer.timeouts += 1;
      peer.isAwaited = false;
    },
  );
  watchdog.start();
  /** Advances the clock in steps in which each check is on time. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += INTERVAL_MS) {
      clock.advance(INTERVAL_MS);
      await nextTurn();
    }
  };
  return { clock, peer, watchdog, pass };
}

test('reports a peer that sends nothing for the timeout', async () => {
  const { peer, pass } = start();
  await pass(TIMEOUT_MS - INTERVAL_MS);
  assert.equal(peer.timeouts, 0);
  await pass(INTERVAL_MS);
  assert.equal(peer.timeouts, 1);
});

test('begins again with each reply, also for the calls that still wait', async () => {
  const { peer, watchdog, pass } = start();
  await pass(TIMEOUT_MS - INTERVAL_MS);
  watchdog.reset();
  await pass(TIMEOUT_MS - INTERVAL_MS);
  assert.equal(peer.timeouts, 0);
  await pass(INTERVAL_MS);
  assert.equal(peer.timeouts, 1);
});

test('does not watch while no reply is due', async () => {
  const { peer, watchdog, pass } = start();
  peer.isAwaited = false;
  await pass(10 * TIMEOUT_MS);
  peer.isAwaited = true;
  watchdog.start();
  await pass(TIMEOUT_MS - INTERVAL_MS);
  assert.equal(peer.timeouts, 0);
});

test('does not count the time in which the process is blocked', async () => {
  const { clock, peer, pass } = start();
  clock.advance(10 * TIMEOUT_MS);
  await nextTurn();
  assert.equal(peer.timeouts, 0);
  await pass(TIMEOUT_MS - 2 * INTERVAL_MS);
  assert.equal(peer.timeouts, 0);
  await pass(INTERVAL_MS);
  assert.equal(peer.timeouts, 1);
});
