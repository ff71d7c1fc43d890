import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CsvRecord } from '../csv-records.ts';
import { ImportError } from '../row.ts';
import type { SheetMessage } from './sheet-worker.ts';

export const MAX_SHEET_BYTES = 10_000_000;
const MAX_UNPACKED_BYTES = 200_000_000;
/** Enough for about a million cells. */
const MAX_HEAP_MIB = 256;
const SAVE_AS_CSV = 'Save the sheet as CSV, or divide it.';
const WORKER = new URL('./sheet-worker.ts', import.meta.url);

/**
 * Yields the records of the first sheet of an .xlsx file: the stored values, not the formulas. It is read in a worker thread with
 * a limited heap.
 *
 * @throws {ImportError} if it cannot be read, or is too large.
 */
export async function* readSheetRecords(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord[]> {
  const worker = new Worker(WORKER, {
    workerData: { bytes: await collect(bytes), maxUnpackedBytes: MAX_UNPACKED_BYTES },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
  });
  const replies = on(worker, 'message', { close: ['exit'] });
  try {
    worker.postMessage('next');
    let line = 0;
    for await (const [message] of replies) {
      const rows = rowsOf(message);
      if (rows.length === 0) return;
      worker.postMessage('next');
      const records = rows.map((values) => ({ line: ++line, isUtf8: true, values: [...values] }));
      yield records.filter(({ values }) => values.some((value) => value !== ''));
    }
    throw new ImportError(`the spreadsheet is too large. ${SAVE_AS_CSV}`);
  } catch (error) {
    throw isOutOfMemory(error)
      ? new ImportError(`the spreadsheet has too many cells. ${SAVE_AS_CSV}`, { cause: error })
      : error;
  } finally {
    await worker.terminate();
  }
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_SHEET_BYTES) {
      throw new ImportError(
        `the spreadsheet is larger than ${MAX_SHEET_BYTES / 1_000_000} MB. ${SAVE_AS_CSV}`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function rowsOf(message: SheetMessage): readonly (readonly string[])[] {
  if ('rows' in message) return message.rows;
  throw new ImportError(`the spreadsheet ${message.fault}. ${SAVE_AS_CSV}`);
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
