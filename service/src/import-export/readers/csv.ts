import { isUtf8 } from 'node:buffer';
import { quote } from '../../core/errors.ts';
import { CsvFault, type CsvRecord, CsvRecords } from './csv-records.ts';
import type { SourceLine } from './lines.ts';
import { type Fault, ImportError, MAX_SHOWN_COLUMNS, type NeededColumn, type SourceRow } from './row.ts';

/** Yields the rows of a CSV file, whose first record is the header. */
export function readCsvRows(
  lines: AsyncIterable<SourceLine[]>,
  columns: readonly NeededColumn[],
): AsyncGenerator<SourceRow[]> {
  return readTable(recordsOf(lines), columns);
}

/** Yields the rows of a table, whose first record is the header. */
export async function* readTable(
  blocks: AsyncIterable<CsvRecord[]>,
  columns: readonly NeededColumn[],
): AsyncGenerator<SourceRow[]> {
  let table: CsvTable | undefined;
  for await (const records of blocks) {
    const [first, ...rest] = records;
    if (first === undefined) continue;
    const known = table ?? new CsvTable(headerOf(first), columns);
    yield (table === undefined ? rest : records).map((record) => known.toRow(record));
    table = known;
  }
  if (table === undefined) throw new ImportError('the file is empty: its first line must name the columns');
}

async function* recordsOf(lines: AsyncIterable<SourceLine[]>): AsyncGenerator<CsvRecord[]> {
  const records = new CsvRecords();
  for await (const block of lines) yield records.read(block);
  yield records.end();
}

/** Converts records to rows by the header. */
class CsvTable {
  readonly #names: readonly string[];
  readonly #wanted: { readonly name: string; readonly index: number }[];

  constructor(names: readonly string[], columns: readonly NeededColumn[]) {
    checkHeader(names, columns);
    this.#names = names;
    this.#wanted = columns
      .map(({ name }) => ({ name, index: names.indexOf(name) }))
      .filter(({ index }) => index !== -1);
  }

  toRow(record: CsvRecord): SourceRow {
    const { line, values: fields } = record;
    const values = new Map<string, string>();
    if (fields instanceof CsvFault) return { line, values, fault: this.#named(fields.reason, fields.column) };
    if (fields.length !== this.#names.length) return { line, values, fault: this.#wrongCount(fields.length) };
    const texts = record.isUtf8 ? fields : fields.map(decode);
    for (const { name, index } of this.#wanted) {
      const text = texts[index];
      if (text !== undefined) values.set(name, text);
    }
    if (record.isUtf8) return { line, values };
    return { line, values, fault: this.#named('is not UTF-8', texts.indexOf(undefined)) };
  }

  #named(reason: string, column: number | undefined): Fault {
    const name = column === undefined ? undefined : this.#names[column];
    return name === undefined ? { reason } : { column: name, reason };
  }

  #wrongCount(count: number): Fault {
    const hint = count > this.#names.length ? ': quote values that contain a comma' : '';
    const values = count === 1 ? '1 value' : `${count} values`;
    return { reason: `has ${values}, but the header has ${this.#names.length} columns${hint}` };
  }
}

function headerOf({ line, isUtf8: readable, values }: CsvRecord): string[] {
  if (!(values instanceof CsvFault) && readable) return values;
  const reason = values instanceof CsvFault ? values.reason : 'is not UTF-8: save the file as UTF-8';
  throw new ImportError(`the header (line ${line}) ${reason}`);
}

function checkHeader(names: readonly string[], columns: readonly NeededColumn[]): void {
  const missing = columns.filter(({ name, optional }) => !optional && !names.includes(name));
  if (missing.length > 0) {
    const expected = missing.map(({ name }) => quote(name)).join(', ');
    const found = names.slice(0, MAX_SHOWN_COLUMNS).map(quote).join(', ');
    throw new ImportError(
      `the file has no column ${expected}; its columns are ${found}. Use a mapping that names the columns of this file`,
    );
  }
  const duplicate = columns.find(({ name }) => names.indexOf(name) !== names.lastIndexOf(name));
  if (duplicate !== undefined) {
    throw new ImportError(`the file has more than one column ${quote(duplicate.name)}: rename all but one`);
  }
}

/** Decodes a value that has one character for each byte; undefined if the bytes are not UTF-8. */
function decode(latin1: string): string | undefined {
  const bytes = Buffer.from(latin1, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : undefined;
}
