/** An error in a row. The reason is the end of a sentence that begins with the column, or with the row. */
export interface Fault {
  readonly column?: string;
  readonly reason: string;
}

/** Returns what is wrong as one text. */
export function describeFault({ column, reason }: Fault): string {
  return column === undefined ? reason : `${column} ${reason}`;
}

/** One row of a file. */
export interface SourceRow {
  /** The line of the file on which the row begins, from 1; of a sheet, the row. */
  readonly line: number;
  /** The text of each needed column that the row has, by the name of the column. */
  readonly values: ReadonlyMap<string, string>;
  /** Set if the row could not be read; `values` then has what could be read. */
  readonly fault?: Fault;
  /** Returns all cells of the row in the order of the header, or what could be read of it. Few rows need them. */
  cells(): readonly string[];
}

/** The maximum columns that an error message lists. */
export const MAX_SHOWN_COLUMNS = 50;

/** A column that the import reads. A file may lack optional columns. */
export interface NeededColumn {
  readonly name: string;
  readonly optional: boolean;
}

/** A file cannot be imported, or only a part of it. The message is for the user. */
export class ImportError extends Error {
  override name = 'ImportError';
}
