import assert from 'node:assert/strict';
import { EN } from '../../texts/en.ts';
import { CsvFault } from '../csv-records.ts';
import { ImportError } from '../row.ts';
import { SheetFault, type SheetFaultKind } from './package/sheet-fault.ts';
import { openWorkbook, type Workbook } from './workbook.ts';
import { WorkbookFile } from './workbook-file.ts';

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

/** Opens a workbook for `use`, and closes it. */
export async function withWorkbook<T>(
  bytes: Uint8Array,
  use: (workbook: Workbook) => Promise<T>,
): Promise<T> {
  const workbook = await openWorkbook(inPieces(bytes), EN.sheet);
  try {
    return await use(workbook);
  } finally {
    await workbook.close();
  }
}

/** Returns the line of each row with its values, which are undefined if they are too long. Reads in this thread: that is cheaper than another one. */
export async function rowsOf(
  bytes: Buffer,
  sheet = 0,
): Promise<[line: number, values: string[] | undefined][]> {
  const file = await WorkbookFile.open(bytes);
  const blocks = await Array.fromAsync(file.rows(sheet));
  return blocks.flat().map(({ line, values }) => [line, values]);
}

/** Returns why a workbook cannot be read, or undefined if it can. */
export async function faultOf(bytes: Buffer): Promise<SheetFaultKind | undefined> {
  try {
    await rowsOf(bytes);
  } catch (error) {
    assert.ok(error instanceof SheetFault, String(error));
    return error.kind;
  }
  return undefined;
}

/** Returns the line of each record with its values, or the reason of its fault. Reads in a thread of its own. */
export function recordsOf(bytes: Uint8Array): Promise<[line: number, values: string[] | string][]> {
  return withWorkbook(bytes, async (workbook) => {
    const blocks = await Array.fromAsync(workbook.records());
    return blocks.flat().map(({ line, values }) => [line, values instanceof CsvFault ? values.kind : values]);
  });
}

/** Asserts that a workbook cannot be read, and that the message for the user matches. */
export function rejects(bytes: Uint8Array, message: RegExp): Promise<void> {
  return assert.rejects(
    recordsOf(bytes),
    (error) => error instanceof ImportError && message.test(error.message),
  );
}
