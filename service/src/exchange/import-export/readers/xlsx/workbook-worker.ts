// Runs in a worker thread, whose heap is limited: reads a workbook and sends its rows when they are asked for.
import { parentPort, workerData } from 'node:worker_threads';
import type { SheetRow } from './cells/row-blocks.ts';
import { SheetFault, type SheetFaultKind } from './package/sheet-fault.ts';
import type { Sheet } from './sheet.ts';
import { WorkbookFile } from './workbook-file.ts';

/** `next` begins a reading of a sheet, or continues it. Several readings can be open. */
export type WorkbookRequest =
  | { readonly action: 'open' }
  | { readonly action: 'next'; readonly reading: number; readonly sheet: number }
  | { readonly action: 'end'; readonly reading: number };

/** The response to a request: sheets; rows, which are none at the end of a sheet; or why there are none. */
export interface WorkbookResponse {
  readonly sheets?: readonly Sheet[];
  readonly rows?: readonly SheetRow[];
  readonly fault?: SheetFaultKind;
}

/** A request or a response with the number of the request. */
export interface Numbered<T> {
  readonly id: number;
  readonly message: T;
}

let opened: Promise<WorkbookFile> | undefined;
const readings = new Map<number, AsyncGenerator<SheetRow[]>>();

async function respond(request: WorkbookRequest): Promise<WorkbookResponse> {
  try {
    opened ??= WorkbookFile.open(Buffer.from(workerData as ArrayBuffer)); // as `WorkbookThread` sends it
    const file = await opened;
    if (request.action === 'open') return { sheets: file.sheets.map(toSheet) };
    const reading = readings.get(request.reading);
    if (request.action === 'end') {
      readings.delete(request.reading);
      await reading?.return(undefined);
      return {};
    }
    const rows = reading ?? file.rows(request.sheet);
    readings.set(request.reading, rows);
    const { value, done } = await rows.next();
    return { rows: done ? [] : value };
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error;
    return { fault: error.kind };
  }
}

function toSheet({ name, isHidden }: Sheet): Sheet {
  return { name, isHidden };
}

parentPort?.on('message', async ({ id, message }: Numbered<WorkbookRequest>) => {
  const response: Numbered<WorkbookResponse> = { id, message: await respond(message) };
  parentPort?.postMessage(response);
});
