import { CsvError, parse } from 'csv-parse/sync';
import { MAX_ROW_LENGTH, type SourceLine } from './text/lines.ts';

/** Bounds the memory of a record with an unclosed quote: each of its lines takes memory, even an empty one. */
export const MAX_RECORD_LINES = 10_000;

/** As many as a row of a sheet has. Parsing a line of a million delimiters would take a second. */
export const MAX_VALUES = 16_384;
/**
 * How many lines are read again after unclosed quotes, in addition to `REREADS_PER_LINE`. Without a limit, 10,000 lines of which
 * each ends in an open quote would be read 10,000 times.
 */
const MIN_REREADS = 20_000;
const REREADS_PER_LINE = 4;

/** One record of a CSV file: its values, or why it is invalid. */
export interface CsvRecord {
  /** The line on which the record begins. */
  readonly line: number;
  /** If false, some bytes are not UTF-8 and the values have one character for each byte. */
  readonly isUtf8: boolean;
  readonly values: string[] | CsvFault;
}

/** `tooLong` and `tooManyLines` are probably unclosed quotes, too. */
type FaultKind = 'unclosedQuote' | 'tooLong' | 'tooManyLines' | 'tooManyValues';

/** A record that cannot be read. */
export class CsvFault {
  readonly kind: FaultKind;
  /** Its first line, divided at each delimiter. */
  readonly cells: readonly string[];

  constructor(kind: FaultKind, cells: readonly string[]) {
    this.kind = kind;
    this.cells = cells;
  }
}

/** A record on one line, which is parsed later together with others, or a record that is parsed already. */
type Piece = { readonly line: SourceLine } | CsvRecord;

/**
 * Joins the lines of a CSV file into records, because a quoted value may contain line feeds. A quote inside a value that does
 * not begin with one is text, and so is the first quote of a value whose closing quote more text follows: `22" tall`,
 * `"Big" Rex`. If a quote is not closed, only its line fails and reading continues with the next line, so that it does not
 * swallow the valid rows after it.
 */
export class CsvRecords {
  readonly #delimiter: string;
  /** The lines of a record with an unclosed quote. */
  #open: SourceLine[] = [];
  #openLength = 0;
  /** The lines that may still be read again. */
  #rereads = MIN_REREADS;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Returns the records that end in these lines. */
  read(lines: readonly SourceLine[]): CsvRecord[] {
    this.#rereads += lines.length * REREADS_PER_LINE;
    return this.#parsePieces(lines.flatMap((line) => this.#add(line)));
  }

  /** Returns the records that remain at the end of the file. */
  end(): CsvRecord[] {
    return this.#open.length === 0 ? [] : this.#parsePieces(this.#fail('unclosedQuote'));
  }

  #add(line: SourceLine): Piece[] {
    const isFirst = this.#open.length === 0;
    if (isFirst && line.text.length > MAX_ROW_LENGTH) return [this.#failed(line, 'tooLong')];
    if (isFirst && hasTooManyValues(line.text, this.#delimiter)) return [this.#failed(line, 'tooManyValues')];
    if (isFirst && line.text.trim() === '') return [];
    const end = quotesAtEnd(line.text, this.#delimiter, isFirst);
    if (isFirst && end === 'closed') return [{ line }];
    this.#open.push(line);
    this.#openLength += line.text.length;
    if (end === 'broken') return this.#fail('unclosedQuote');
    if (this.#openLength > MAX_ROW_LENGTH) return this.#fail('tooLong');
    if (this.#open.length > MAX_RECORD_LINES) return this.#fail('tooManyLines');
    return end === 'closed' ? this.#close() : [];
  }

  /** Fails the first line, and adds the other lines again, which may be rows of their own. */
  #fail(kind: FaultKind): Piece[] {
    const [first, ...rest] = this.#take();
    if (first === undefined) return [];
    this.#rereads -= rest.length;
    const again =
      this.#rereads < 0 ? rest.map((line) => this.#alone(line)) : rest.flatMap((line) => this.#add(line));
    return [this.#failed(first, kind), ...again];
  }

  /** Reads a line as a record of its own. */
  #alone(line: SourceLine): Piece {
    const isOpen = quotesAtEnd(line.text, this.#delimiter, true) === 'open';
    return isOpen ? this.#failed(line, 'unclosedQuote') : { line };
  }

  #failed(line: SourceLine, kind: FaultKind): CsvRecord {
    const cells = textOf(line).slice(0, MAX_ROW_LENGTH).split(this.#delimiter, MAX_VALUES);
    return { line: line.number, isUtf8: line.isUtf8, values: new CsvFault(kind, cells) };
  }

  #close(): Piece[] {
    return [this.#parseLines(this.#take())];
  }

  #take(): SourceLine[] {
    const lines = this.#open;
    this.#open = [];
    this.#openLength = 0;
    return lines;
  }

  /** Parses all records together, because setting up a parser costs as much as 20 rows. If that fails, parses each alone. */
  #parsePieces(pieces: readonly Piece[]): CsvRecord[] {
    const single = pieces.flatMap((piece) => (isParsed(piece) ? [] : [piece.line]));
    const parsed = tryParse(single.map(textOf).join('\n'), this.#delimiter);
    const together = parsed?.length === single.length ? parsed.values() : undefined;
    return pieces.map((piece) => {
      if (isParsed(piece)) return piece;
      const values = together?.next().value;
      return values === undefined
        ? this.#parseLines([piece.line])
        : { line: piece.line.number, isUtf8: piece.line.isUtf8, values };
    });
  }

  #parseLines(lines: readonly SourceLine[]): CsvRecord {
    const [first] = lines;
    if (first === undefined) throw new Error('A record has a line');
    const isUtf8 = lines.every((line) => line.isUtf8);
    const text = lines.map((line) => (isUtf8 || !line.isUtf8 ? line.text : toLatin1(line.text))).join('\n');
    if (hasTooManyValues(text, this.#delimiter)) return this.#failed(first, 'tooManyValues');
    const parsed = tryParse(withoutReturn(text), this.#delimiter);
    const values = parsed?.[0];
    return values === undefined
      ? this.#failed(first, 'unclosedQuote')
      : { line: first.number, isUtf8, values };
  }
}

/**
 * Returns whether a quoted value is open at the end of a line. It is `broken` if the quote that closes a value of several
 * lines is followed by other text: then the value has probably begun with a quote that no one closed.
 *
 * @param isFirst false if a quoted value is open at the beginning of the line.
 */
function quotesAtEnd(line: string, delimiter: string, isFirst: boolean): 'closed' | 'open' | 'broken' {
  if (!line.includes('"')) return isFirst ? 'closed' : 'open';
  const text = withoutReturn(line);
  let at = 0;
  if (!isFirst) {
    const end = closingQuote(text, 0);
    if (end === -1) return 'open';
    at = end + 1;
    if (at < text.length && text[at] !== delimiter) return 'broken';
  }
  return quotesAfter(text, delimiter, isFirst ? 0 : at + 1);
}

/** Delimiters in quotes count, too: a row with so many is no row of a table. */
function hasTooManyValues(text: string, delimiter: string): boolean {
  if (text.length < MAX_VALUES) return false;
  let values = 1;
  for (let at = text.indexOf(delimiter); at !== -1; at = text.indexOf(delimiter, at + 1)) values += 1;
  return values > MAX_VALUES;
}

/** The same for the values that begin at a position. */
function quotesAfter(text: string, delimiter: string, from: number): 'closed' | 'open' {
  for (let at = from; at < text.length; ) {
    if (text[at] === '"') {
      at = closingQuote(text, at + 1);
      if (at === -1) return 'open';
    }
    const next = text.indexOf(delimiter, at);
    if (next === -1) return 'closed';
    at = next + 1;
  }
  return 'closed';
}

/** Two quotes are one quote of the value. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function isParsed(piece: Piece): piece is CsvRecord {
  return 'values' in piece;
}

function textOf({ text }: SourceLine): string {
  return withoutReturn(text);
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

function toLatin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Returns undefined if a quote is not closed. */
function tryParse(text: string, delimiter: string): string[][] | undefined {
  try {
    // The table checks the number of values, because it knows the header.
    return parse(text, { delimiter, record_delimiter: '\n', relax_column_count: true, relax_quotes: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return undefined;
  }
}
