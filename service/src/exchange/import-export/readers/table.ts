import { isUtf8 } from 'node:buffer';
import { unescapeFormula } from '../exports/formulas.ts';
import type { ImportTexts } from '../texts/import-texts.ts';
import { CsvFault, type CsvRecord, MAX_RECORD_LINES, MAX_VALUES } from './csv-records.ts';
import { type Fault, ImportError, MAX_SHOWN_COLUMNS, type NeededColumn, type SourceRow } from './row.ts';
import { MAX_ROW_LENGTH } from './text/lines.ts';

/** The records before the header that may be a title, an address or a date. */
const MAX_TITLE_RECORDS = 20;

/** The first columns of a file with the rows that failed. */
export const BAD_ROW_COLUMNS = ['line', 'reason'];

export interface TableOptions {
  readonly texts: ImportTexts;
  readonly columns: readonly NeededColumn[];
  /** The line of the header; by default the first line that looks like one. */
  readonly headerRow?: number | undefined;
  /** Finds the header among the first records; by default the record that has all needed columns. */
  readonly chooseHeader?: ((records: readonly (readonly string[])[]) => number) | undefined;
  /** True for a sheet: a row may have fewer cells than the header. */
  readonly hasShortRows?: boolean | undefined;
}

/** Rows, and the header that they are read by. */
export interface TableBlock {
  readonly header: Header;
  readonly rows: readonly SourceRow[];
}

export interface Header {
  /** The names of the columns, without white space around them. */
  readonly names: readonly string[];
  readonly line: number;
}

/** Yields the rows of a table. Records without a value are no rows. The first block may have no rows, but has the header. */
export async function* readTable(
  blocks: AsyncIterable<readonly CsvRecord[]>,
  options: TableOptions,
): AsyncGenerator<TableBlock> {
  let table: CsvTable | undefined;
  let first: CsvRecord[] = [];
  for await (const block of blocks) {
    const records = block.filter(hasValue);
    if (table !== undefined) {
      yield table.read(records);
      continue;
    }
    first = [...first, ...records];
    if (first.length < MAX_TITLE_RECORDS || (first.at(-1)?.line ?? 0) < (options.headerRow ?? 0)) continue;
    table = new CsvTable(headerOf(first, options), options);
    yield table.read(first);
  }
  if (table === undefined) yield new CsvTable(headerOf(first, options), options).read(first);
}

function hasValue({ values }: CsvRecord): boolean {
  return values instanceof CsvFault || values.some((value) => value.trim() !== '');
}

/** @throws {ImportError} if no record can be the header. */
function headerOf(records: readonly CsvRecord[], options: TableOptions): Header {
  const { columns, headerRow, chooseHeader, texts } = options;
  const [first] = records;
  if (first === undefined) throw new ImportError(texts.file.empty);
  if (headerRow !== undefined) {
    const named = records.find(({ line }) => line === headerRow);
    if (named === undefined) throw new ImportError(texts.file.noHeaderRow(headerRow));
    return readHeader(named, texts);
  }
  const titles = records.slice(0, MAX_TITLE_RECORDS).filter(isReadable);
  const choose = chooseHeader ?? ((all) => all.findIndex((cells) => hasColumns(cells, columns)));
  return readHeader(titles[choose(titles.map(namesOf))] ?? first, texts);
}

function isReadable({ values, isUtf8: readable }: CsvRecord): boolean {
  return readable && !(values instanceof CsvFault);
}

function namesOf({ values }: CsvRecord): string[] {
  return values instanceof CsvFault ? [] : values.map((name) => name.trim());
}

function hasColumns(names: readonly string[], columns: readonly NeededColumn[]): boolean {
  return columns.every(({ name, optional }) => optional || names.includes(name.trim()));
}

function readHeader(record: CsvRecord, texts: ImportTexts): Header {
  const { line, values } = record;
  if (isReadable(record)) {
    const names = namesOf(record);
    return { names: isBadRows(names) ? names.map(unescapeFormula) : names, line };
  }
  const fault = values instanceof CsvFault ? faultText(values, texts) : texts.reading.damagedText;
  throw new ImportError(texts.file.header(line, fault));
}

function faultText({ kind }: CsvFault, { reading }: ImportTexts): string {
  if (kind === 'tooManyValues') return reading.tooManyValues(MAX_VALUES);
  if (kind === 'tooLong') return reading.tooLongOrUnclosed(MAX_ROW_LENGTH);
  return kind === 'tooManyLines' ? reading.tooManyLines(MAX_RECORD_LINES) : reading.unclosedQuote;
}

/** Converts records to rows by the header. */
class CsvTable {
  readonly #header: Header;
  readonly #wanted: { readonly name: string; readonly index: number }[];
  /** The columns up to the last one with a name. */
  readonly #width: number;
  readonly #hasShortRows: boolean;
  /** True for a file with bad rows, in which texts that look like formulas are escaped. */
  readonly #hasEscapes: boolean;
  readonly #texts: ImportTexts;

  constructor(header: Header, { columns, hasShortRows = false, texts }: TableOptions) {
    const { names } = header;
    checkColumns(names, columns, texts);
    this.#header = header;
    this.#width = names.findLastIndex((name) => name !== '') + 1;
    this.#hasShortRows = hasShortRows;
    this.#hasEscapes = isBadRows(names);
    this.#texts = texts;
    this.#wanted = columns
      .map(({ name }) => ({ name, index: names.indexOf(name.trim()) }))
      .filter(({ index }) => index !== -1);
  }

  read(records: readonly CsvRecord[]): TableBlock {
    const rows = records.filter((record) => this.#isRow(record)).map((record) => this.#toRow(record));
    return { header: this.#header, rows };
  }

  /** Some programs write the header again on each page. */
  #isRow({ line, values }: CsvRecord): boolean {
    if (line <= this.#header.line) return false;
    if (values instanceof CsvFault || values[0]?.trim() !== this.#header.names[0]) return true;
    // Compared with a short row, a long header would take long.
    if (values.length < this.#width) return true;
    return !this.#header.names.every((name, index) => (values[index] ?? '').trim() === name);
  }

  #toRow({ line, values: fields, isUtf8: isReadableText }: CsvRecord): SourceRow {
    const values = new Map<string, string>();
    if (fields instanceof CsvFault)
      return { line, values, fault: { reason: faultText(fields, this.#texts) }, cells: () => fields.cells };
    const own = withoutEmptyEnd(fields, this.#width);
    const cells = this.#hasEscapes ? own.map(unescapeFormula) : own;
    const isShort = cells.length < this.#width && !this.#hasShortRows;
    if (isShort || cells.length > Math.max(this.#width, this.#header.names.length))
      return { line, values, fault: this.#wrongCount(cells.length), cells: () => cells };
    const decoded = isReadableText ? cells : cells.map(decode);
    for (const { name, index } of this.#wanted) {
      const text = decoded[index];
      if (text !== undefined) values.set(name, text);
    }
    if (isReadableText) return { line, values, cells: () => cells };
    return { line, values, fault: this.#damaged(decoded.findIndex(isUndecodable)), cells: () => cells };
  }

  #damaged(index: number): Fault {
    const name = this.#header.names[index];
    const reason = this.#texts.reading.damagedText;
    return name === undefined ? { reason } : { column: name, reason };
  }

  #wrongCount(count: number): Fault {
    return { reason: this.#texts.reading.wrongCount(count, this.#width) };
  }
}

/** Some programs end each line with delimiters. */
function withoutEmptyEnd(fields: readonly string[], width: number): readonly string[] {
  let end = fields.length;
  while (end > width && fields[end - 1]?.trim() === '') end -= 1;
  return end === fields.length ? fields : fields.slice(0, end);
}

function checkColumns(
  names: readonly string[],
  columns: readonly NeededColumn[],
  { file }: ImportTexts,
): void {
  const missing = columns.filter((column) => !hasColumns(names, [column])).map(({ name }) => name);
  if (missing.length > 0) {
    const found = names.filter(Boolean).slice(0, MAX_SHOWN_COLUMNS);
    throw new ImportError(file.missingColumns(missing, found));
  }
  const duplicate = columns.find(({ name }) => names.indexOf(name.trim()) !== names.lastIndexOf(name.trim()));
  if (duplicate !== undefined) throw new ImportError(file.twoColumns(duplicate.name));
}

function isUndecodable(text: string | undefined): boolean {
  return text === undefined;
}

/** Decodes a value that has one character for each byte; undefined if the bytes are not UTF-8. */
function decode(latin1: string): string | undefined {
  const bytes = Buffer.from(latin1, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** Returns true for the header of a file with the rows that an import left out. */
export function isBadRows(names: readonly string[]): boolean {
  return BAD_ROW_COLUMNS.every((name, index) => names[index] === name);
}
