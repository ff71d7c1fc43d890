import type { Line } from './report.ts';
import type { Sizes } from './sizes.ts';

/** One row of the design's table of speed. */
export interface Row {
  readonly name: string;
  measure(sizes: Sizes): Promise<Line[]>;
}
