import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 10;
/** Far longer than anything that is waited for here takes. */
const LIMIT_MS = 30_000;

/** @throws {Error} that says `what` did not come, if `isDone` does not become true within 30 s. */
export async function until(isDone: () => Promise<boolean>, what: string): Promise<void> {
  const start = performance.now();
  while (!(await isDone())) {
    if (performance.now() - start > LIMIT_MS) throw new Error(`${what} did not come within ${LIMIT_MS} ms`);
    await sleep(LOOK_EVERY_MS);
  }
}
