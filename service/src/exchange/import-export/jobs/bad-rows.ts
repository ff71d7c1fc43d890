import { stringify } from 'csv-stringify/sync';
import { escapeFormula } from '../exports/formulas.ts';
import type { Fault, SourceRow } from '../readers/row.ts';
import { BAD_ROW_COLUMNS, isBadRows } from '../readers/table.ts';
import type { ImportTexts } from '../texts/import-texts.ts';
import { reasonOf } from './import-resource.ts';
import type { ImportFileWriter } from './job-files.ts';

/** More rows than people correct. A short row has a reason that is longer than itself. */
const MAX_BYTES = 20_000_000;

type FileWriter = Pick<ImportFileWriter, 'write' | 'flush'>;

/**
 * Writes the rows that failed as CSV: the line and the reason of each, and all its cells, so that the file can be corrected
 * and imported with the same mapping. `readTable` recognises such a file by its first columns, and undoes the escapes.
 */
export class BadRows {
  readonly #writer: FileWriter;
  /** The columns of the file that are an earlier line and reason. */
  #ownColumns = 0;
  #width = 0;
  #pending = '';
  #bytes = 0;
  #isFull = false;
  readonly #texts: ImportTexts['reading'];

  constructor(writer: FileWriter, texts: ImportTexts['reading']) {
    this.#texts = texts;
    this.#writer = writer;
  }

  /** Begins with the names of the columns. */
  begin(names: readonly string[]): void {
    this.#ownColumns = isBadRows(names) ? BAD_ROW_COLUMNS.length : 0;
    const others = names.slice(this.#ownColumns);
    this.#width = others.length;
    this.#pending = stringify([[...BAD_ROW_COLUMNS, ...others.map(escapeFormula)]]);
  }

  /** Keeps the row in memory until the next `flush`. */
  add({ line, cells }: SourceRow, faults: readonly Fault[]): void {
    if (this.#isFull) return;
    const others = cells().slice(this.#ownColumns);
    const texts = [reasonOf(faults), ...others];
    const missing = ','.repeat(Math.max(0, this.#width - others.length));
    const row = `${stringify([[line, ...texts.map(escapeFormula)]]).slice(0, -1)}${missing}\n`;
    this.#bytes += Buffer.byteLength(row);
    this.#isFull = this.#bytes > MAX_BYTES;
    this.#pending += this.#isFull ? stringify([[line, this.#texts.moreRows]]) : row;
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
