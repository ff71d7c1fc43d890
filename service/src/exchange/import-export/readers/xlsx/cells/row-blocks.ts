import { MAX_ROW_LENGTH } from '../../text/lines.ts';
import { SheetFault } from '../package/sheet-fault.ts';

const MAX_ROWS = 500;
/** Receiving a block takes the main thread a few milliseconds. */
const MAX_BLOCK_SIZE = 1 << 18;
/** The size of a value in addition to its characters, also of an empty value. */
const VALUE_SIZE = 20;
/** Limits the time: a small sheet can repeat a long shared string, or have only cells in the last column. */
const MAX_SHEET_SIZE = 400_000_000;

export interface SheetRow {
  /** The number of the row in the sheet. */
  readonly line: number;
  /** Undefined if they are longer than a row may be. */
  readonly values: string[] | undefined;
}

/** Collects the rows of a sheet in blocks, each of which fits in one message. */
export class RowBlocks {
  #full: SheetRow[][] = [];
  #rows: SheetRow[] = [];
  #blockSize = 0;
  #sheetSize = 0;

  /**
   * Returns false for a row without values, which is left out.
   *
   * @throws {SheetFault} if the sheet has too many cells.
   */
  add(line: number, values: string[]): boolean {
    let length = 0;
    for (const value of values) length += value.length;
    if (length === 0) return false;
    const isTooLong = length > MAX_ROW_LENGTH;
    this.#rows.push({ line, values: isTooLong ? undefined : values });
    this.#grow(values.length * VALUE_SIZE + (isTooLong ? 0 : length));
    if (this.#rows.length >= MAX_ROWS || this.#blockSize >= MAX_BLOCK_SIZE) this.#close();
    return true;
  }

  /** Returns the blocks that are full, once. */
  takeFull(): SheetRow[][] {
    const full = this.#full;
    this.#full = [];
    return full;
  }

  /** Returns the last block, which may be empty. */
  takeRest(): SheetRow[] {
    return this.#rows;
  }

  #grow(size: number): void {
    this.#blockSize += size;
    this.#sheetSize += size;
    if (this.#sheetSize > MAX_SHEET_SIZE) throw new SheetFault('tooManyCells');
  }

  #close(): void {
    this.#full.push(this.#rows);
    this.#rows = [];
    this.#blockSize = 0;
  }
}
