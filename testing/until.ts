import { setImmediate as nextTurn } from 'node:timers/promises';

/** Waits for what goes on in the background of this process, turn by turn of its event loop; the runner's time limit ends it. */
export async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await nextTurn();
}
