/** What is wrong with a row. The reason is the end of a sentence that begins with the column, or with the row. */
export interface Fault {
  readonly column?: string;
  readonly reason: string;
}

/** One row of a file: the text of each column that the import needs, by the column's name. */
export interface SourceRow {
  /** The line of the file on which the row begins, from 1. */
  readonly line: number;
  /** Columns without a value here are missing in the row. */
  readonly values: ReadonlyMap<string, string>;
  /** Set if the row could not be read; `values` then holds what could. */
  readonly fault?: Fault;
}

/** A column that the import reads; a file may lack those that are optional. */
export interface NeededColumn {
  readonly name: string;
  readonly optional: boolean;
}

/** Why a file cannot be imported, or could not be imported to its end. The message is for the person who imports. */
export class ImportError extends Error {
  override name = 'ImportError';
}
