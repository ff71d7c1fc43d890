import type { Line } from '../report.ts';
import { inTurns, median } from '../rounds.ts';
import type { Sizes } from '../sizes.ts';

/** What was measured at one size, by name. */
export type Figures = Readonly<Record<string, number>>;

/** One thing that there can be more and more of. */
export interface Growth {
  readonly of: 'pets' | 'accounts' | 'connections';
  sizes(sizes: Sizes): readonly number[];
  /** In a fresh process. */
  measure(size: number, sizes: Sizes): Promise<Figures>;
  lines(size: number, figures: Figures): Line[];
  readonly panels: readonly Panel[];
}

/** One part of a plot: how some figures go with the size. */
export interface Panel {
  readonly title: string;
  /** What is on the upright axis. */
  readonly unit: string;
  readonly scale: 'value' | 'log';
  readonly curves: ReadonlyArray<{ readonly name: CurveName; readonly figure: string }>;
}

export type CurveName = 'p50' | 'p95' | 'p99' | 'throughput' | 'after the load' | 'peak';

export interface Measured {
  readonly size: number;
  readonly figures: Figures;
}

/** The medians of rounds that go through the sizes up and down. */
export async function measureGrowth(growth: Growth, sizes: Sizes): Promise<Measured[]> {
  const grown = growth.sizes(sizes);
  const given = await inTurns(
    sizes.growth.rounds,
    grown.map((size) => () => {
      process.stderr.write(`growth: ${growth.of}, ${size.toLocaleString('en')}\n`);
      return growth.measure(size, sizes);
    }),
  );
  return grown.map((size, index) => ({ size, figures: medians(given[index] ?? []) }));
}

function medians(rounds: readonly Figures[]): Figures {
  const names = Object.keys(rounds[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, median(rounds.map((round) => figureOf(round, name)))]),
  );
}

/** NaN if it was not measured. */
export function figureOf(figures: Figures, name: string): number {
  return figures[name] ?? Number.NaN;
}
