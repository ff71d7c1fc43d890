/** Measures each side once a round, in the order A B C, C B A, A B C: what slows the machine down meanwhile slows all of them. */
export async function inTurns<T>(rounds: number, sides: ReadonlyArray<() => Promise<T>>): Promise<T[][]> {
  const measured: T[][] = sides.map(() => []);
  const inOrder = [...sides.entries()];
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? inOrder : inOrder.toReversed();
    for (const [index, measure] of order) measured[index]?.push(await measure());
  }
  return measured;
}

/** Returns the median of the ratios of the rounds, since the two sides of a round ran next to each other. */
export function medianRatio(candidate: readonly number[], baseline: readonly number[]): number {
  return median(candidate.map((value, round) => value / (baseline[round] ?? Number.NaN)));
}

export function medianDifference(candidate: readonly number[], baseline: readonly number[]): number {
  return median(candidate.map((value, round) => value - (baseline[round] ?? Number.NaN)));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** @param share from 0 to 1: 0.99 is the value that 99 of 100 do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly count: number;
}

export function latencyOf(latencies: readonly number[]): Latency {
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => percentile(latencies, share));
  return { p50: p50 ?? 0, p99: p99 ?? 0, max: max ?? 0, count: latencies.length };
}
