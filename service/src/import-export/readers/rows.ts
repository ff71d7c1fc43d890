import { readCsvRows } from './csv.ts';
import { readLines } from './lines.ts';
import { readNdjsonRows } from './ndjson.ts';
import type { NeededColumn, SourceRow } from './row.ts';

export const ROW_FORMATS = ['csv', 'ndjson'] as const;
/** CSV as in RFC 4180 with a header, or NDJSON: a JSON object on each line. Both in UTF-8. */
export type RowFormat = (typeof ROW_FORMATS)[number];

/**
 * The rows of a file, some at a time and in its order. A row that cannot be read has a fault and does not stop the rest.
 *
 * @throws {ImportError} if the file lacks a column that is needed.
 */
export function readRows(
  bytes: AsyncIterable<Uint8Array>,
  format: RowFormat,
  columns: readonly NeededColumn[],
): AsyncGenerator<SourceRow[]> {
  const lines = readLines(bytes);
  return format === 'csv' ? readCsvRows(lines, columns) : readNdjsonRows(lines, columns);
}

const ENDINGS: Readonly<Record<string, RowFormat>> = { csv: 'csv', ndjson: 'ndjson', jsonl: 'ndjson' };

/** The format that a file's name promises: `.csv`, `.ndjson` or `.jsonl`. */
export function formatOfFile(path: string): RowFormat | undefined {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
}
