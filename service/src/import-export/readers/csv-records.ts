import { CsvError, parse } from 'csv-parse/sync';
import { MAX_ROW_LENGTH, type SourceLine } from './lines.ts';

/** Bounds the memory of a record with an unclosed quote: each of its lines takes memory, even an empty one. */
const MAX_RECORD_LINES = 10_000;

const UNCLOSED_QUOTE = 'has an unclosed quote';

/** One record of a CSV file: its values, or why it is invalid. */
export interface CsvRecord {
  /** The line on which the record begins. */
  readonly line: number;
  /** If false, some bytes are not UTF-8 and the values have one character for each byte. */
  readonly isUtf8: boolean;
  readonly values: string[] | CsvFault;
}

export class CsvFault {
  readonly reason: string;
  /** The index of the column if it is known. */
  readonly column: number | undefined;

  constructor(reason: string, column?: number) {
    this.reason = reason;
    this.column = column;
  }
}

/** A record on one line, which is parsed later together with others, or a record that is parsed already. */
type Piece = { readonly line: SourceLine } | CsvRecord;

/**
 * Joins the lines of a CSV file into records, because a quoted value may contain line feeds. If a record is invalid,
 * only its first line fails and reading continues with the second line. Otherwise an unclosed quote would swallow the
 * valid rows after it.
 */
export class CsvRecords {
  /** The lines of a record with an unclosed quote. */
  #open: SourceLine[] = [];
  #openLength = 0;

  /** Returns the records that end in these lines. */
  read(lines: readonly SourceLine[]): CsvRecord[] {
    return parsePieces(lines.flatMap((line) => this.#add(line)));
  }

  /** Returns the records that remain at the end of the file. */
  end(): CsvRecord[] {
    return this.#open.length === 0 ? [] : parsePieces(this.#fail(new CsvFault(UNCLOSED_QUOTE)));
  }

  #add(line: SourceLine): Piece[] {
    const closes = hasOddQuotes(line.text);
    if (this.#open.length === 0 && (!closes || line.text.length > MAX_ROW_LENGTH)) return onOneLine(line);
    this.#open.push(line);
    this.#openLength += line.text.length;
    if (this.#openLength > MAX_ROW_LENGTH) return this.#fail(tooLong());
    if (this.#open.length > MAX_RECORD_LINES) return this.#fail(tooManyLines());
    return closes && this.#open.length > 1 ? this.#close() : [];
  }

  /** Fails the first line, and adds the other lines again, which may be rows of their own. */
  #fail(fault: CsvFault): Piece[] {
    const [first, ...rest] = this.#take();
    if (first === undefined) return [];
    const failed: CsvRecord = { line: first.number, isUtf8: first.isUtf8, values: fault };
    return [failed, ...rest.flatMap((line) => this.#add(line))];
  }

  #close(): Piece[] {
    const record = parseLines(this.#open);
    if (record.values instanceof CsvFault) return this.#fail(record.values);
    this.#take();
    return [record];
  }

  #take(): SourceLine[] {
    const lines = this.#open;
    this.#open = [];
    this.#openLength = 0;
    return lines;
  }
}

function tooLong(): CsvFault {
  return new CsvFault(
    `is longer than ${MAX_ROW_LENGTH.toLocaleString('en')} characters, or ${UNCLOSED_QUOTE}`,
  );
}

function tooManyLines(): CsvFault {
  return new CsvFault(`has more than ${MAX_RECORD_LINES.toLocaleString('en')} lines, or ${UNCLOSED_QUOTE}`);
}

function onOneLine(line: SourceLine): Piece[] {
  if (line.text.length > MAX_ROW_LENGTH)
    return [{ line: line.number, isUtf8: line.isUtf8, values: tooLong() }];
  return line.text.trim() === '' ? [] : [{ line }];
}

/** An odd number of quotes leaves one unclosed, because a quote inside a value is doubled. */
function hasOddQuotes(text: string): boolean {
  let odd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) odd = !odd;
  return odd;
}

/** Parses all records together, because setting up a parser costs as much as 20 rows. If that fails, parses each alone. */
function parsePieces(pieces: readonly Piece[]): CsvRecord[] {
  const single = pieces.flatMap((piece) => (isParsed(piece) ? [] : [piece.line]));
  const parsed = tryParse(single.map(textOf).join('\n'));
  const together = Array.isArray(parsed) && parsed.length === single.length ? parsed.values() : undefined;
  return pieces.map((piece) => {
    if (isParsed(piece)) return piece;
    const values = together?.next().value;
    return values === undefined
      ? parseLines([piece.line])
      : { line: piece.line.number, isUtf8: piece.line.isUtf8, values };
  });
}

function isParsed(piece: Piece): piece is CsvRecord {
  return 'values' in piece;
}

function textOf({ text }: SourceLine): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

function parseLines(lines: readonly SourceLine[]): CsvRecord {
  const isUtf8 = lines.every((line) => line.isUtf8);
  const text = lines.map((line) => (isUtf8 || !line.isUtf8 ? line.text : toLatin1(line.text))).join('\n');
  const parsed = tryParse(text.endsWith('\r') ? text.slice(0, -1) : text);
  const values = parsed instanceof CsvFault ? parsed : (parsed[0] ?? []);
  return { line: lines[0]?.number ?? 0, isUtf8, values };
}

function toLatin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function tryParse(text: string): string[][] | CsvFault {
  try {
    // `CsvTable` checks the number of values, because it knows the header.
    return parse(text, { record_delimiter: '\n', relax_column_count: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const column = typeof error.column === 'number' ? error.column : undefined;
    return new CsvFault(
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? UNCLOSED_QUOTE
        : 'has a misplaced quote: quote the whole value and double each quote inside it',
      column,
    );
  }
}
