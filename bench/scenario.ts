import type { Result } from './report.ts';

/** What the command line asks of every scenario. */
export interface RunOptions {
  /** Small sizes prove that the scenarios run; their figures mean nothing. */
  readonly isQuick: boolean;
  /** Comparisons of throughput leave out what does not have this in its title. */
  readonly only: string | undefined;
}

interface Description {
  readonly name: string;
  /** What is measured. */
  readonly measures: string;
  /** What it is compared with. */
  readonly baseline: string;
  /** True if it takes too long to run without being named. */
  readonly onlyByName?: boolean;
}

export interface Scenario extends Description {
  run(options: RunOptions): Promise<Result[]>;
}

interface Definition<Sizes> extends Description {
  readonly full: Sizes;
  readonly quick: Sizes;
  readonly measure: Measurement<Sizes>;
}

/** A kind of measurement. */
export type Measurement<Sizes> = (sizes: Sizes, options: RunOptions) => Promise<Result[]>;

/** Binds the sizes of a scenario to its kind of measurement. */
export function scenario<Sizes>({ full, quick, measure, ...description }: Definition<Sizes>): Scenario {
  return { ...description, run: (options) => measure(options.isQuick ? quick : full, options) };
}
