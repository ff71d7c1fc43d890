import type { Line } from './report.ts';
import type { Sizes } from './sizes.ts';

/** One row of the table in docs/performance.md. */
export interface Row {
  readonly name: string;
  /** It takes too long to be measured without being asked for. */
  readonly onlyByName?: true;
  measure(sizes: Sizes): Promise<Line[]>;
}
