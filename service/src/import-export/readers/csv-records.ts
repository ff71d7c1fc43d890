import { CsvError, parse } from 'csv-parse/sync';
import { ROW_LIMIT, type SourceLine } from './lines.ts';

/** The most lines of a record: each takes memory, an empty one too, until the quote before them is closed. */
const LINES_LIMIT = 10_000;

/** One record of a CSV file: its values, or why it has none. */
export interface CsvRecord {
  /** The line on which the record begins. */
  readonly line: number;
  /** False if some of the record's bytes are not UTF-8; its values then have one character for each byte. */
  readonly isUtf8: boolean;
  readonly values: string[] | CsvFault;
}

/** What is wrong, and in which column (from 0) if that is known. */
export class CsvFault {
  readonly reason: string;
  readonly column: number | undefined;

  constructor(reason: string, column?: number) {
    this.reason = reason;
    this.column = column;
  }
}

/** A record that is one line, which is parsed together with others, or one that is settled already. */
type Piece = { readonly line: SourceLine } | CsvRecord;

/**
 * Puts the lines of a CSV file together to records: a value in quotes may hold line feeds. A record with a fault is
 * given up with its first line and reading goes on with the next, because a quote that somebody forgot to close
 * would otherwise swallow the good rows after it.
 */
export class CsvRecords {
  /** The lines of a record whose last quote is not closed. */
  #open: SourceLine[] = [];
  #openLength = 0;

  /** The records that end in these lines. */
  read(lines: readonly SourceLine[]): CsvRecord[] {
    return parsePieces(lines.flatMap((line) => this.#add(line)));
  }

  /** What is left when the file ends. */
  end(): CsvRecord[] {
    return this.#open.length === 0
      ? []
      : parsePieces(this.#giveUp(new CsvFault('has a quote that is not closed')));
  }

  #add(line: SourceLine): Piece[] {
    const closes = hasOddQuotes(line.text);
    if (this.#open.length === 0 && (!closes || line.text.length > ROW_LIMIT)) return onOneLine(line);
    this.#open.push(line);
    this.#openLength += line.text.length;
    if (this.#openLength > ROW_LIMIT) return this.#giveUp(tooLong());
    if (this.#open.length > LINES_LIMIT) return this.#giveUp(tooManyLines());
    return closes && this.#open.length > 1 ? this.#close() : [];
  }

  /** The first line is the fault's; the others may be rows of their own. */
  #giveUp(fault: CsvFault): Piece[] {
    const [first, ...rest] = this.#take();
    if (first === undefined) return [];
    const given: CsvRecord = { line: first.number, isUtf8: first.isUtf8, values: fault };
    return [given, ...rest.flatMap((line) => this.#add(line))];
  }

  #close(): Piece[] {
    const record = parseLines(this.#open);
    if (record.values instanceof CsvFault) return this.#giveUp(record.values);
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
    `is longer than ${ROW_LIMIT.toLocaleString('en')} characters, or has a quote that is not closed`,
  );
}

function tooManyLines(): CsvFault {
  return new CsvFault(
    `has more than ${LINES_LIMIT.toLocaleString('en')} lines, or a quote that is not closed`,
  );
}

function onOneLine(line: SourceLine): Piece[] {
  if (line.text.length > ROW_LIMIT) return [{ line: line.number, isUtf8: line.isUtf8, values: tooLong() }];
  return line.text.trim() === '' ? [] : [{ line }];
}

/** Quotes open and close in turn, and a quote within a value counts twice: so an odd number leaves one open. */
function hasOddQuotes(text: string): boolean {
  let odd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) odd = !odd;
  return odd;
}

/** All at once, because a parser costs as much as 20 rows to set up; one by one only to find the one with a fault. */
function parsePieces(pieces: readonly Piece[]): CsvRecord[] {
  const single = pieces.flatMap((piece) => (isSettled(piece) ? [] : [piece.line]));
  const parsed = tryParse(single.map(textOf).join('\n'));
  const together = Array.isArray(parsed) && parsed.length === single.length ? parsed.values() : undefined;
  return pieces.map((piece) => {
    if (isSettled(piece)) return piece;
    const values = together?.next().value;
    return values === undefined
      ? parseLines([piece.line])
      : { line: piece.line.number, isUtf8: piece.line.isUtf8, values };
  });
}

function isSettled(piece: Piece): piece is CsvRecord {
  return 'values' in piece;
}

function textOf({ text }: SourceLine): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

function parseLines(lines: readonly SourceLine[]): CsvRecord {
  const isUtf8 = lines.every((line) => line.isUtf8);
  const text = lines
    .map((line) => (isUtf8 || !line.isUtf8 ? line.text : oneCharacterEachByte(line.text)))
    .join('\n');
  const parsed = tryParse(text.endsWith('\r') ? text.slice(0, -1) : text);
  const values = parsed instanceof CsvFault ? parsed : (parsed[0] ?? []);
  return { line: lines[0]?.number ?? 0, isUtf8, values };
}

function oneCharacterEachByte(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function tryParse(text: string): string[][] | CsvFault {
  try {
    // How many values a row has is judged by its reader, who knows the header.
    return parse(text, { record_delimiter: '\n', relax_column_count: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const column = typeof error.column === 'number' ? error.column : undefined;
    return new CsvFault(
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'has a quote that is not closed'
        : 'has a quote out of place: put the whole value in quotes and write each quote inside it twice',
      column,
    );
  }
}
