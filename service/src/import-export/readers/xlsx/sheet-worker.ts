// Runs in a worker thread, whose heap is limited: reads a spreadsheet and sends its rows when they are asked for.
import { parentPort, workerData } from 'node:worker_threads';
import { readSheet } from 'read-excel-file/universal';
import { ArchiveError, requireUnpackedSize } from './unpacked-size.ts';

const ROWS_PER_MESSAGE = 500;

/** One message: rows, at the end none, or why there are no rows. */
export type SheetMessage = { readonly rows: readonly (readonly string[])[] } | { readonly fault: string };

interface SheetRequest {
  readonly bytes: Uint8Array;
  readonly maxUnpackedBytes: number;
}

async function* readRows({ bytes, maxUnpackedBytes }: SheetRequest): AsyncGenerator<SheetMessage> {
  try {
    await requireUnpackedSize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), maxUnpackedBytes);
    const sheet = await readSheet(new Blob([new Uint8Array(bytes)]), { trim: false });
    for (let at = 0; at < sheet.length; at += ROWS_PER_MESSAGE) {
      yield { rows: sheet.slice(at, at + ROWS_PER_MESSAGE).map((row) => row.map(textOf)) };
    }
  } catch (error) {
    yield { fault: error instanceof ArchiveError ? error.message : 'is damaged, or not an .xlsx file' };
  }
}

/** Returns the value of a cell as in CSV; a date without a time as in RFC 3339. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (!(value instanceof Date)) return String(value);
  const text = value.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 'YYYY-MM-DD'.length) : text;
}

const messages = readRows(workerData as SheetRequest); // as `readSheetRecords` sends it
parentPort?.on('message', async () => {
  const { value, done } = await messages.next();
  parentPort?.postMessage(done ? { rows: [] } : value);
});
