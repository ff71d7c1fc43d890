import { damaged } from '../package/sheet-fault.ts';

const MAX_ROW = 1_048_576;
/** The number of XFD, the last column. */
const MAX_COLUMN = 16_384;
const REFERENCE = /^([a-z]{1,3})(\d{1,7})$/i;

/** @throws {SheetFault} if a sheet has no such row. */
export function rowNumber(text: string): number {
  return requireRow(/^\d{1,7}$/.test(text) ? Number(text) : Number.NaN);
}

/** @throws {SheetFault} if it is after the last row of a sheet. */
export function requireRow(row: number): number {
  if (row >= 1 && row <= MAX_ROW) return row;
  throw damaged();
}

/** Returns the index of the column of a reference such as `B7`, from 0. @throws {SheetFault} if a sheet has no such cell. */
export function columnIndex(reference: string): number {
  const [, letters = '', row = ''] = REFERENCE.exec(reference) ?? [];
  requireRow(Number(row));
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return requireColumn(column - 1);
}

/** @throws {SheetFault} if it is after the last column of a sheet. */
export function requireColumn(index: number): number {
  if (index < MAX_COLUMN) return index;
  throw damaged();
}
