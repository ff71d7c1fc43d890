import { CsvRecords } from './csv-records.ts';
import { readNdjson } from './ndjson.ts';
import { readTable, type TableBlock, type TableOptions } from './table.ts';
import { type Delimiter, delimiterOf, delimiterOfSepLine } from './text/delimiter.ts';
import { type Encoding, encodingOf, jsonEncodingOf } from './text/encoding.ts';
import { readLines, type SourceLine } from './text/lines.ts';
import { readText } from './text/text-stream.ts';
import type { Sheet } from './xlsx/sheet.ts';
import { openWorkbook } from './xlsx/workbook.ts';

export const ROW_FORMATS = ['csv', 'ndjson'] as const;
/** CSV with a header, or NDJSON: a JSON object on each line. */
export type RowFormat = (typeof ROW_FORMATS)[number];
export const IMPORT_FORMATS = [...ROW_FORMATS, 'xlsx'] as const;
/** A format that can only be read is `xlsx`: a sheet of a spreadsheet. */
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** A file that can be read several times. */
export interface SourceFile {
  readonly format: ImportFormat;
  open(): AsyncIterable<Uint8Array>;
  /** Called between rows. Lets other work of the process run: it returns a promise if this reading has taken its turn. */
  turn?(): Promise<void> | undefined;
  /** Ends the wait for a workbook that is being read, with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Returns the file with a function that is called with the bytes that were read, and awaited before each chunk. */
export function watched(file: SourceFile, onRead: (bytes: number) => unknown): SourceFile {
  async function* open(): AsyncGenerator<Uint8Array> {
    let read = 0;
    for await (const chunk of file.open()) {
      read += chunk.length;
      await onRead(read);
      yield chunk;
    }
  }
  return { ...file, open };
}

export interface ReadOptions extends TableOptions {
  /** The name of the sheet; by default the first that is not hidden. */
  readonly sheet?: string | undefined;
  /** Receives what is known of the file before its rows. */
  readonly onOpened?: ((found: FoundFile) => void) | undefined;
}

/** Using them takes a few milliseconds, after which other work has its turn. */
const MAX_BLOCK_ROWS = 100;
/** Of a file with more columns, blocks have fewer rows. */
const USUAL_COLUMNS = 20;

/** How a file is read. */
export interface FoundFile {
  readonly encoding?: Encoding;
  readonly delimiter?: Delimiter;
  /** The sheets of a workbook; empty for a text file. */
  readonly sheets: readonly Sheet[];
}

/**
 * Yields the rows of a file in blocks and in order. A row that cannot be read has a fault, and reading continues. A text file
 * may have any of the encodings, delimiters and line ends that spreadsheet programs write.
 *
 * @throws {ImportError} if the file cannot be read, or lacks a required column.
 */
export async function* readRows(file: SourceFile, options: ReadOptions): AsyncGenerator<TableBlock> {
  for await (const { header, rows } of readBlocks(file, options)) {
    const size = Math.ceil(MAX_BLOCK_ROWS / Math.max(1, header.names.length / USUAL_COLUMNS));
    for (let at = 0; at === 0 || at < rows.length; at += size) {
      yield { header, rows: rows.slice(at, at + size) };
      const turn = file.turn?.();
      if (turn !== undefined) await turn;
    }
  }
}

async function* readBlocks(file: SourceFile, options: ReadOptions): AsyncGenerator<TableBlock> {
  if (file.format === 'xlsx') {
    yield* readSheet(file, options);
    return;
  }
  const find = file.format === 'ndjson' ? jsonEncodingOf : encodingOf;
  const encoding = await find(file.open());
  const lines = readLines(readText(file.open(), encoding));
  if (file.format === 'csv') {
    yield* readTable(csvRecords(lines, encoding, options), options);
    return;
  }
  options.onOpened?.({ encoding, sheets: [] });
  yield* readNdjson(lines, options.columns, options.texts);
}

async function* readSheet(file: SourceFile, options: ReadOptions): AsyncGenerator<TableBlock> {
  const workbook = await openWorkbook(file.open(), options.texts.sheet, { signal: file.signal });
  try {
    options.onOpened?.({ sheets: workbook.sheets });
    yield* readTable(workbook.records(options.sheet), { ...options, hasShortRows: true });
  } finally {
    await workbook.close();
  }
}

/** The lines by which the delimiter is recognised. */
const SAMPLE_LINES = 20;
/** Of each of these lines. */
const SAMPLE_LENGTH = 10_000;
/** Fewer lines are enough if they are so long, because they are parsed together. */
const MAX_SAMPLE_LENGTH = 100_000;

async function* csvRecords(lines: AsyncIterable<SourceLine[]>, encoding: Encoding, options: ReadOptions) {
  let records: CsvRecords | undefined;
  for await (const block of withSample(lines)) {
    if (records !== undefined) {
      yield records.read(block);
      continue;
    }
    const delimiter = delimiterIn(block);
    options.onOpened?.({ encoding, delimiter, sheets: [] });
    records = new CsvRecords(delimiter);
    yield records.read(withoutSepLine(block));
  }
  yield records?.end() ?? [];
}

/** Joins the first blocks, so that the first one has all lines by which the delimiter is recognised. */
async function* withSample(blocks: AsyncIterable<SourceLine[]>): AsyncGenerator<SourceLine[]> {
  let first: SourceLine[] | undefined = [];
  for await (const block of blocks) {
    if (first === undefined) {
      yield block;
      continue;
    }
    first = [...first, ...block];
    if (first.length < SAMPLE_LINES && lengthOf(first) < MAX_SAMPLE_LENGTH) continue;
    yield first;
    first = undefined;
  }
  if (first !== undefined) yield first;
}

function lengthOf(lines: readonly SourceLine[]): number {
  return lines.reduce((sum, { text }) => sum + text.length, 0);
}

function delimiterIn(lines: readonly SourceLine[]): Delimiter {
  const texts = lines.slice(0, SAMPLE_LINES).map(({ text }) => text.slice(0, SAMPLE_LENGTH));
  return delimiterOfSepLine(texts[0] ?? '') ?? delimiterOf(texts);
}

function withoutSepLine([first, ...others]: readonly SourceLine[]): readonly SourceLine[] {
  if (first === undefined) return [];
  return delimiterOfSepLine(first.text) === undefined ? [first, ...others] : others;
}

const EXTENSIONS: Readonly<Record<string, RowFormat>> = { csv: 'csv', ndjson: 'ndjson', jsonl: 'ndjson' };

/** Returns the format of a file by its extension: `.csv`, `.ndjson` or `.jsonl`. */
export function formatOfFile(path: string): RowFormat | undefined {
  const extension = extensionOf(path);
  return Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
}

/** Returns the format of a file to import by its extension, which may also be `.xlsx`, `.tsv` or `.txt`. */
export function importFormatOf(path: string): ImportFormat | undefined {
  const extension = extensionOf(path);
  if (extension === 'xlsx' || extension === 'xlsm') return 'xlsx';
  return extension === 'tsv' || extension === 'tab' || extension === 'txt' ? 'csv' : formatOfFile(path);
}

function extensionOf(path: string): string {
  return /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}
