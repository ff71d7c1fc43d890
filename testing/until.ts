import { setTimeout as pause } from 'node:timers/promises';

const MAX_PAUSE_MS = 20;

/**
 * Checks a condition until it is true, at first in each turn of the event loop, and later every 20 ms: checks without a
 * pause would take the processor from the program that they wait for. The runner's time limit ends it.
 */
export async function until(isDone: () => Promise<boolean>): Promise<void> {
  let pauseMs = 0;
  while (!(await isDone())) {
    await pause(pauseMs);
    pauseMs = Math.min(pauseMs + 1, MAX_PAUSE_MS);
  }
}
