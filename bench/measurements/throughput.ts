import type { Candidate, Candidates, Throughput, ThroughputLoad } from '../candidates/candidate.ts';
import { storeOfPets } from '../data/stores.ts';
import type { Durations } from '../load/wrk.ts';
import { type Result, thousands } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import { inTurns, median, medianRatio } from '../statistics.ts';

export interface ThroughputSizes extends Durations {
  readonly pets: number;
  readonly rounds: number;
}

interface Comparison {
  readonly loads: readonly ThroughputLoad[];
  readonly candidate: Candidates;
  readonly baseline: Candidates;
  /** True where several servers run: no core is reserved then. */
  readonly isUnpinned?: boolean;
}

/** Compares how many requests a second each candidate and each baseline can serve. */
export function throughput(comparison: Comparison): Measurement<ThroughputSizes> {
  const { loads, isUnpinned = false } = comparison;
  return async ({ pets, rounds, ...durations }, { profileFolder }) => {
    await using scope = new RunScope();
    const store = await storeOfPets(pets);
    const cores = isUnpinned ? {} : ({ server: 'server', load: 'load' } as const);
    const setup = { scope, store, durations, cores, profileFolder };
    const candidates = await comparison.candidate(setup);
    const baselines = await comparison.baseline(setup);
    if (baselines.length === 0) return [];
    const all = [...candidates, ...baselines];
    const measured = await inTurns(
      rounds,
      all.map((each) => () => each.measure(loads)),
    );
    const sides = all.map((each, index) => ({ ...each, rounds: measured[index] ?? [] }));
    const [ours, theirs] = [sides.slice(0, candidates.length), sides.slice(candidates.length)];
    return loads.flatMap((load, index) =>
      ours.flatMap((candidate) => theirs.flatMap((baseline) => resultsOf(load, index, candidate, baseline))),
    );
  };
}

interface Side extends Candidate {
  /** The throughputs of all loads, round by round. */
  readonly rounds: ReadonlyArray<readonly Throughput[]>;
}

function resultsOf(
  { title, target }: ThroughputLoad,
  index: number,
  candidate: Side,
  baseline: Side,
): Result[] {
  const [ours, theirs] = [candidate, baseline].map(({ rounds }) =>
    rounds.flatMap((round) => round[index] ?? []),
  );
  const [candidateRates = [], baselineRates = []] = [ours, theirs].map((rounds = []) =>
    rounds.map(({ perSecond }) => perSecond),
  );
  const ratio: Result = {
    what: `${title}: ${candidate.name} against ${baseline.name}`,
    value: medianRatio(candidateRates, baselineRates),
    target,
    figures: `${thousands(median(candidateRates))} against ${thousands(median(baselineRates))} a second`,
  };
  const beside = (ours ?? []).flatMap((round) => round.beside ?? []);
  if (beside.length === 0) return [ratio];
  const p50 = median(beside.map(({ p50Ms }) => p50Ms)).toFixed(2);
  const baselineP99 = median((theirs ?? []).map(({ p99Ms }) => p99Ms)).toFixed(2);
  return [
    ratio,
    {
      what: 'page of another client meanwhile, p99',
      value: median(beside.map(({ p99Ms }) => p99Ms)),
      unit: 'ms',
      figures: `p50 ${p50} ms; p99 of ${baseline.name} ${baselineP99} ms`,
    },
  ];
}
