import { readCsvRows } from './csv.ts';
import { readLines } from './lines.ts';
import { readNdjsonRows } from './ndjson.ts';
import type { NeededColumn, SourceRow } from './row.ts';

export const ROW_FORMATS = ['csv', 'ndjson'] as const;
/** CSV as in RFC 4180 with a header, or NDJSON: a JSON object on each line. Both in UTF-8. */
export type RowFormat = (typeof ROW_FORMATS)[number];

/**
 * Yields the rows of a file in blocks and in order. A row that cannot be read has a fault, and reading continues.
 *
 * @throws {ImportError} if the file lacks a required column.
 */
export function readRows(
  bytes: AsyncIterable<Uint8Array>,
  format: RowFormat,
  columns: readonly NeededColumn[],
): AsyncGenerator<SourceRow[]> {
  const lines = readLines(bytes);
  return format === 'csv' ? readCsvRows(lines, columns) : readNdjsonRows(lines, columns);
}

const EXTENSIONS: Readonly<Record<string, RowFormat>> = { csv: 'csv', ndjson: 'ndjson', jsonl: 'ndjson' };

/** Returns the format of a file by its extension: `.csv`, `.ndjson` or `.jsonl`. */
export function formatOfFile(path: string): RowFormat | undefined {
  const extension = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
}
