import { timeText } from '../platform/core/clock.ts';

/** Returns the lines of a table whose columns are as wide as their widest cell. */
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

/** Formats a time in RFC 3339 (UTC, seconds); `-` if undefined. */
export function time(ms: number | undefined): string {
  return ms === undefined ? '-' : timeText(ms).replace(/\.\d+Z$/, 'Z');
}
