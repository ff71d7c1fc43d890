import type { Candidates, Throughput, ThroughputLoad } from '../candidates/candidate.ts';
import { storeOfPets } from '../data/stores.ts';
import type { Durations } from '../load/wrk.ts';
import { type Result, thousands } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import { inTurns, median, medianRatio } from '../statistics.ts';

interface Comparison {
  readonly loads: readonly ThroughputLoad[];
  readonly candidate: Candidates;
  readonly baseline: Candidates;
  /** True where several servers run: no core is reserved then. */
  readonly isUnpinned?: boolean;
}

type Sizes = Durations & { readonly pets: number; readonly rounds: number };

/** Compares how many requests a second each candidate and each baseline serves. */
export function throughput({ loads, isUnpinned = false, ...sides }: Comparison) {
  const measure: Measurement<Sizes> = async ({ pets, rounds, ...durations }, { profileFolder }) => {
    await using scope = new RunScope();
    const cores = isUnpinned ? {} : ({ server: 'server', load: 'load' } as const);
    const setup = { scope, store: await storeOfPets(pets), durations, cores, profileFolder };
    const candidates = await sides.candidate(setup);
    const baselines = await sides.baseline(setup);
    const results: Result[] = [];
    if (baselines.length === 0) return results;
    for (const load of loads) {
      const all = [...candidates, ...baselines];
      const measures = all.map((each) => () => each.measure(load));
      const measured = await inTurns(rounds, measures);
      const named = all.map(({ name }, index) => ({ name, rounds: measured[index] ?? [] }));
      const theirs = named.splice(candidates.length);
      results.push(...named.flatMap((ours) => theirs.flatMap((other) => resultsOf(load, ours, other))));
    }
    return results;
  };
  return { measure, usesWrk: true };
}

interface Side {
  readonly name: string;
  readonly rounds: readonly Throughput[];
}

function resultsOf({ title, target }: ThroughputLoad, candidate: Side, baseline: Side): Result[] {
  const [ours, theirs] = [candidate, baseline].map(({ rounds }) => rounds.map((round) => round.perSecond));
  const ratio: Result = {
    what: `${title}: ${candidate.name} against ${baseline.name}`,
    value: medianRatio(ours ?? [], theirs ?? []),
    target,
    figures: `${thousands(median(ours ?? []))} against ${thousands(median(theirs ?? []))} a second`,
  };
  const beside = candidate.rounds.flatMap((round) => round.beside ?? []);
  if (beside.length === 0) return [ratio];
  const p50 = median(beside.map(({ p50Ms }) => p50Ms)).toFixed(2);
  const baselineP99 = median(baseline.rounds.map(({ p99Ms }) => p99Ms)).toFixed(2);
  const p99: Result = {
    what: 'page of another client meanwhile, p99',
    value: median(beside.map(({ p99Ms }) => p99Ms)),
    unit: 'ms',
    figures: `p50 ${p50} ms; p99 of ${baseline.name} ${baselineP99} ms`,
  };
  return [ratio, p99];
}
