import { readCsvRows, readTable } from './csv.ts';
import { readLines } from './lines.ts';
import { readNdjsonRows } from './ndjson.ts';
import type { NeededColumn, SourceRow } from './row.ts';
import { readSheetRecords } from './xlsx/sheet-records.ts';

export const ROW_FORMATS = ['csv', 'ndjson'] as const;
/** CSV as in RFC 4180 with a header, or NDJSON: a JSON object on each line. Both in UTF-8. */
export type RowFormat = (typeof ROW_FORMATS)[number];

export const IMPORT_FORMATS = [...ROW_FORMATS, 'xlsx'] as const;
/** A format that can only be read is `xlsx`: the first sheet of a spreadsheet, whose first row is the header. */
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/**
 * Yields the rows of a file in blocks and in order. A row that cannot be read has a fault, and reading continues.
 *
 * @throws {ImportError} if the file lacks a required column.
 */
export function readRows(
  bytes: AsyncIterable<Uint8Array>,
  format: ImportFormat,
  columns: readonly NeededColumn[],
): AsyncGenerator<SourceRow[]> {
  if (format === 'xlsx') return readTable(readSheetRecords(bytes), columns);
  const lines = readLines(bytes);
  return format === 'csv' ? readCsvRows(lines, columns) : readNdjsonRows(lines, columns);
}

const EXTENSIONS: Readonly<Record<string, RowFormat>> = { csv: 'csv', ndjson: 'ndjson', jsonl: 'ndjson' };

/** Returns the format of a file by its extension: `.csv`, `.ndjson` or `.jsonl`. */
export function formatOfFile(path: string): RowFormat | undefined {
  const extension = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
}

/** Returns the format of a file to import by its extension, which may also be `.xlsx`. */
export function importFormatOf(path: string): ImportFormat | undefined {
  return /\.xlsx$/i.test(path) ? 'xlsx' : formatOfFile(path);
}
