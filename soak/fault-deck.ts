import type { Checker } from '@petstore/testing/history/checker.ts';
import type { Random } from '@petstore/testing/random.ts';
import { FAULTS, type Fault, type Stage } from './faults.ts';
import { pause } from './visitor.ts';

const PAUSE_MS = { least: 500, most: 3_000 };

interface Play {
  signal: AbortSignal;
  /** After this, by the clock of `performance`, nothing restarts the service. */
  lastRestart: number;
  checker: Checker;
  onFault: (name: string) => void;
}

/** Throws one fault after the other, each as often as any other, in an order without a pattern, until the signal is aborted or a promise is broken. */
export async function throwFaults(
  stage: Stage,
  { signal, lastRestart, checker, onFault }: Play,
): Promise<void> {
  const { random, violations } = stage;
  let deck: Fault[] = [];
  for (;;) {
    await pause(random.between(PAUSE_MS.least, PAUSE_MS.most), signal);
    if (signal.aborted) return;
    if (deck.length === 0) deck = shuffled(FAULTS, random);
    const fault = deck.pop();
    if (fault === undefined || (fault.restarts && performance.now() > lastRestart)) continue;
    onFault(fault.name);
    await fault.happen(stage);
    if (fault.restarts) violations.push(...(await checker.checkWrites()));
    if (violations.length > 0) return;
  }
}

function shuffled<T>(things: readonly T[], random: Random): T[] {
  return things
    .map((thing) => ({ thing, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ thing }) => thing);
}
