import { setTimeout as sleep } from 'node:timers/promises';
import type { Checker } from '@petstore/testing/history/checker.ts';
import { FAULTS, type Fault, type FaultTarget } from './faults.ts';
import type { Tally } from './tally.ts';

const PAUSE_MS = { min: 500, max: 3_000 };

interface NemesisOptions {
  signal: AbortSignal;
  /** No fault restarts the service after this time, as `performance.now()`. */
  lastRestart: number;
  checker: Checker;
  tally: Tally;
}

/** Injects the faults one after the other, all equally often and in random order, until the signal is aborted or a promise is broken. */
export async function runNemesis(
  target: FaultTarget,
  { signal, lastRestart, checker, tally }: NemesisOptions,
): Promise<void> {
  const { random, violations } = target;
  let faults: Fault[] = [];
  while (violations.length === 0) {
    await sleep(random.between(PAUSE_MS.min, PAUSE_MS.max), undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    if (faults.length === 0)
      faults = [...random.permutation(FAULTS.length)].flatMap((number) => FAULTS[number - 1] ?? []);
    const fault = faults.pop();
    if (fault === undefined || (fault.restarts && performance.now() > lastRestart)) continue;
    tally.noteFault(fault.name);
    await fault.inject(target);
    if (fault.restarts) violations.push(...(await checker.checkWrites()));
  }
}
