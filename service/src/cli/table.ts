/** Rows under headings, in columns as wide as their widest cell. */
export function table(headings: readonly string[], rows: ReadonlyArray<readonly string[]>): string[] {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  return [headings, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A time as people and machines read it, in UTC; `-` for none. */
export function time(ms: number | undefined): string {
  return ms === undefined ? '-' : new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}
