import { damaged } from '../package/sheet-fault.ts';

const MAX_ROW = 1_048_576;
/** The number of XFD, the last column. */
const MAX_COLUMN = 16_384;
const MAX_REFERENCE_LENGTH = 'XFD1048576'.length;

/** @throws {SheetFault} if a sheet has no such row. */
export function rowNumber(text: string): number {
  return requireRow(/^\d{1,7}$/.test(text) ? Number(text) : Number.NaN);
}

/** @throws {SheetFault} if it is after the last row of a sheet. */
export function requireRow(row: number): number {
  if (row >= 1 && row <= MAX_ROW) return row;
  throw damaged();
}

/**
 * Returns the index of the column of a reference such as `B7`, from 0. Without a regular expression, because it runs for each cell.
 *
 * @throws {SheetFault} if a sheet has no such cell.
 */
export function columnIndex(reference: string): number {
  if (reference.length > MAX_REFERENCE_LENGTH) throw damaged();
  let at = 0;
  let column = 0;
  for (let letter = letterAt(reference, at); letter > 0; letter = letterAt(reference, at)) {
    column = column * 26 + letter;
    at += 1;
  }
  let row = 0;
  for (; at < reference.length; at += 1) row = row * 10 + digitAt(reference, at);
  requireRow(row);
  return requireColumn(column - 1);
}

/** Returns 1 for A or a, and 0 for what is no letter. */
function letterAt(reference: string, at: number): number {
  const letter = (reference.charCodeAt(at) | 0x20) - 0x60;
  return letter >= 1 && letter <= 26 ? letter : 0;
}

function digitAt(reference: string, at: number): number {
  const digit = reference.charCodeAt(at) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : Number.NaN;
}

/** @throws {SheetFault} if it is after the last column of a sheet. */
export function requireColumn(index: number): number {
  if (index >= 0 && index < MAX_COLUMN) return index;
  throw damaged();
}
