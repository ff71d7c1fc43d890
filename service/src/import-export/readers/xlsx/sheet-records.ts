import { CsvFault, type CsvRecord } from '../csv-records.ts';
import { openWorkbook } from './workbook.ts';

export { MAX_SHEET_BYTES } from './workbook.ts';

/**
 * Yields the records of the first visible sheet of an .xlsx file. Each has as many values as the first record, the header.
 *
 * @throws {ImportError} if it cannot be read, or is too large.
 */
export async function* readSheetRecords(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord[]> {
  const workbook = await openWorkbook(bytes);
  try {
    let columns: number | undefined;
    for await (const records of workbook.records()) {
      const width = columns ?? widthOf(records[0]);
      columns = width;
      yield records.map((record) => withWidth(record, width));
    }
  } finally {
    await workbook.close();
  }
}

function widthOf(header: CsvRecord | undefined): number {
  return header === undefined || header.values instanceof CsvFault ? 0 : header.values.length;
}

function withWidth(record: CsvRecord, width: number): CsvRecord {
  const { values } = record;
  if (values instanceof CsvFault) return record;
  return { ...record, values: Array.from({ length: width }, (_, index) => values[index] ?? '') };
}
