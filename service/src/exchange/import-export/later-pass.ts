import type { Queries } from '../../platform/database/database.ts';
import type { ImportTally } from './summary.ts';

/** What is done with the rows of a file when the animals of all rows are there. */
export interface LaterPass {
  /** Applies at most `limit` staged rows, beginning with row number `from`. Call it in a transaction, or in a dry run. */
  apply(db: Queries, from: number, limit: number, tally: ImportTally): Promise<AppliedSlice>;
}

export interface AppliedSlice {
  /** The line of the last row. */
  readonly lastLine: number;
  /** The number of the row that follows. */
  readonly next: number;
}
