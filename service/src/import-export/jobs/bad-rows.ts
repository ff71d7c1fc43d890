import { stringify } from 'csv-stringify/sync';
import { escapeFormula } from '../exports/formulas.ts';
import { neededColumns, type PetMapping } from '../mapping/mapping.ts';
import type { Fault, SourceRow } from '../readers/row.ts';
import { reasonOf } from './import-resource.ts';
import type { ImportFileWriter } from './job-files.ts';

/** Twice the size of the largest file: a short row has a reason that is longer than itself. */
const MAX_BYTES = 100_000_000;
const OWN_COLUMNS = ['line', 'reason'];

/**
 * Writes the rows that failed as CSV: the line and the reason of each, and the columns that the mapping reads, so that the
 * file can be corrected and imported with the same mapping.
 */
export class BadRows {
  readonly #writer: ImportFileWriter;
  readonly #columns: readonly string[];
  #pending: string;
  #bytes = 0;
  #isFull = false;

  constructor(mapping: PetMapping, writer: ImportFileWriter) {
    this.#writer = writer;
    this.#columns = neededColumns(mapping).map(({ name }) => name);
    this.#pending = stringify([[...OWN_COLUMNS, ...this.#columns.map(escapeFormula)]]);
  }

  /** Keeps the row in memory until the next `flush`. */
  add({ line, values }: SourceRow, faults: readonly Fault[]): void {
    if (this.#isFull) return;
    const texts = [reasonOf(faults), ...this.#columns.map((name) => values.get(name) ?? '')];
    const row = stringify([[line, ...texts.map(escapeFormula)]]);
    this.#bytes += row.length;
    this.#isFull = this.#bytes > MAX_BYTES;
    this.#pending += this.#isFull ? stringify([[line, 'and more rows, which are not listed']]) : row;
  }

  async flush(): Promise<void> {
    const text = this.#pending;
    this.#pending = '';
    if (text !== '') await this.#writer.write(Buffer.from(text));
  }

  /** Writes what remains. */
  async end(): Promise<void> {
    await this.flush();
    await this.#writer.flush();
  }
}
