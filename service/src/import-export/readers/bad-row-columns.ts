/** The first columns of a file with the rows that failed. */
export const BAD_ROW_COLUMNS = ['line', 'reason'];

/** Returns true for the header of a file with the rows that an import left out. */
export function isBadRows(names: readonly string[]): boolean {
  return BAD_ROW_COLUMNS.every((name, index) => names[index] === name);
}
