import { readSheet } from 'read-excel-file/browser';
import type { Table } from './table.ts';

/** Reads the first sheet of an .xlsx file. Loaded only for such a file. */
export async function readXlsx(file: File): Promise<Table> {
  const sheet = await readSheet(file, { trim: false });
  const [columns = [], ...rows] = sheet.map((row) => row.map(textOf));
  return { columns, rows: rows.filter((row) => row.some((value) => value.trim() !== '')) };
}

/** Returns the value of a cell as in CSV; a date without its time. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? value.toISOString().slice(0, 'YYYY-MM-DD'.length) : String(value);
}
