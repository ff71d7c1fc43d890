import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkloadClient } from '@petstore/testing/history/clients/workload.ts';
import type { Random } from '@petstore/testing/random.ts';

/** Lets a person do one thing after the other, at irregular intervals, until the signal is aborted. */
export async function visit(
  person: WorkloadClient,
  { random, perSecond, signal }: { random: Random; perSecond: number; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await person.step();
    await pause((2 * random.next() * 1_000) / perSecond, signal);
  }
}

/** Shorter when the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
