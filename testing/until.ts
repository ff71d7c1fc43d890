import { setImmediate as nextTurn } from 'node:timers/promises';

/** Checks a condition in each turn of the event loop until it is true. The runner's time limit ends it. */
export async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await nextTurn();
}
