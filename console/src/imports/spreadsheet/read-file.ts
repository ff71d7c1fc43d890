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
  if (/\.(xlsx?|ods|numbers)$/i.test(file.name)) {
    throw new Error(
      'Save the spreadsheet as CSV first: in Excel by “Save as”, in Google Sheets by “Download”.',
    );
  }
  if (file.size > MAX_BYTES) throw new Error('The file is larger than 50 MB. Split it into several files.');
  const { text, isUtf8 } = decode(await file.arrayBuffer());
  const delimiter = delimiterOf(text);
  const table = parseCsv(text, delimiter);
  if (table.rows.length === 0) {
    throw new Error(
      'The file has no rows. Its first line must name the columns, and each other line is an animal.',
    );
  }
  const twice = table.columns.find((name, index) => name !== '' && table.columns.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two columns have the name “${twice}”. Rename one of them.`);
  const isReady = isUtf8 && delimiter === ',';
  return { name: file.name, table, file: isReady ? file : csvFile(table) };
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
