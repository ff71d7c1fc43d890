import type { ImportTexts } from '../../texts/import-texts.ts';
import { CsvFault, type CsvRecord } from '../csv-records.ts';
import { ImportError, MAX_SHOWN_COLUMNS } from '../row.ts';
import type { SheetRow } from './cells/row-blocks.ts';
import type { Sheet } from './sheet.ts';
import { type WaitOptions, WorkbookThread } from './workbook-thread.ts';

export const MAX_SHEET_BYTES = 10_000_000;

/** An .xlsx file. It is read in a worker thread with a limited heap, which `close` ends. */
export interface Workbook {
  /** The worksheets, in the order of the workbook. */
  readonly sheets: readonly Sheet[];
  /**
   * Yields the records of a sheet: the stored values, not the formulas. By default of the first sheet that is not hidden, or of the
   * first if all are hidden. Blank rows are skipped; values after the last one of a row are absent.
   *
   * @throws {ImportError} if there is no such sheet, or it cannot be read.
   */
  records(sheetName?: string): AsyncGenerator<CsvRecord[]>;
  close(): Promise<void>;
}

/** @throws {ImportError} if it is damaged, encrypted, not .xlsx, or too large. */
export async function openWorkbook(
  bytes: AsyncIterable<Uint8Array>,
  texts: ImportTexts['sheet'],
  options: WaitOptions = {},
): Promise<Workbook> {
  const thread = new WorkbookThread(await collect(bytes, texts), texts, options);
  try {
    const { sheets = [] } = await thread.request({ action: 'open' });
    return new ThreadWorkbook(thread, sheets, texts);
  } catch (error) {
    await thread.close();
    throw error;
  }
}

class ThreadWorkbook implements Workbook {
  readonly sheets: readonly Sheet[];
  readonly #thread: WorkbookThread;
  readonly #texts: ImportTexts['sheet'];
  #readings = 0;

  constructor(thread: WorkbookThread, sheets: readonly Sheet[], texts: ImportTexts['sheet']) {
    this.#texts = texts;
    this.#thread = thread;
    this.sheets = sheets;
  }

  async *records(sheetName?: string): AsyncGenerator<CsvRecord[]> {
    const sheet = this.#indexOf(sheetName);
    const reading = ++this.#readings;
    const next = () => this.#thread.request({ action: 'next', reading, sheet });
    try {
      let coming = next();
      for (;;) {
        const { rows = [] } = await coming;
        if (rows.length === 0) return;
        // The worker reads the next block while this one is used.
        coming = next();
        coming.catch(() => {}); // It is awaited later, or never.
        yield rows.map(toRecord);
      }
    } finally {
      this.#thread.request({ action: 'end', reading }).catch(() => {}); // The worker may have ended.
    }
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  #indexOf(sheetName: string | undefined): number {
    if (sheetName === undefined) {
      return Math.max(
        0,
        this.sheets.findIndex(({ isHidden }) => !isHidden),
      );
    }
    const index = this.sheets.findIndex(({ name }) => name === sheetName);
    if (index !== -1) return index;
    const names = this.sheets.slice(0, MAX_SHOWN_COLUMNS).map(({ name }) => name);
    throw new ImportError(this.#texts.noSuchSheet(sheetName, names));
  }
}

function toRecord({ line, values }: SheetRow): CsvRecord {
  return { line, isUtf8: true, values: values ?? new CsvFault('tooLong', []) };
}

async function collect(bytes: AsyncIterable<Uint8Array>, texts: ImportTexts['sheet']): Promise<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_SHEET_BYTES) throw new ImportError(texts.tooLarge);
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole.buffer;
}
