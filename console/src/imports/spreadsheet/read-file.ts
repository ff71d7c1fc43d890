import { TEXTS } from './spreadsheet-texts.ts';
import { delimiterOf, parseCsv, type Table, writeCsv } from './table.ts';

/** A file that the user has chosen. */
export interface Spreadsheet {
  readonly name: string;
  readonly table: Table;
  /** The file in the form that the service reads: CSV with commas in UTF-8. */
  readonly file: Blob;
}

const MAX_BYTES = 50_000_000;

/** @throws {Error} with a sentence for the user. */
export async function readSpreadsheet(file: File): Promise<Spreadsheet> {
  if (/\.(xls|ods|numbers)$/i.test(file.name)) {
    throw new Error(TEXTS.otherFormat);
  }
  if (file.size > MAX_BYTES) throw new Error(TEXTS.tooLarge);
  const { table, isReady } = await readTable(file);
  if (table.rows.length === 0) {
    throw new Error(TEXTS.noRows);
  }
  const twice = table.columns.find((name, index) => name !== '' && table.columns.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(TEXTS.twice(twice));
  return { name: file.name, table, file: isReady ? file : csvFile(table) };
}

/** `isReady` is true if the service can read the file as it is. */
async function readTable(file: File): Promise<{ table: Table; isReady: boolean }> {
  if (file.name.toLowerCase().endsWith('.xlsx')) {
    const { readXlsx } = await import('./read-xlsx.ts');
    return { table: await readXlsx(file), isReady: false };
  }
  const { text, isUtf8 } = decode(await file.arrayBuffer());
  const delimiter = delimiterOf(text);
  return { table: parseCsv(text, delimiter), isReady: isUtf8 && delimiter === ',' };
}

export function csvFile(table: Table): Blob {
  return new Blob([writeCsv(table)], { type: 'text/csv' });
}

/** Older programs write Windows-1252 instead of UTF-8. */
function decode(bytes: ArrayBuffer): { text: string; isUtf8: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isUtf8: true };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isUtf8: false };
  }
}
