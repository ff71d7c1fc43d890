import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { EN } from '../texts/en.ts';
import type { SourceRow } from './row.ts';
import { readRows } from './rows.ts';

/** Characters that Windows-1252 has, with those that are special in CSV. */
const CHARACTER = fc.constantFrom(...'abcXYZ 0123é€ñß"\';,\t|=.\n-'.split(''));
const CELL = fc.string({ unit: CHARACTER, maxLength: 8 });
const TABLE = fc
  .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 0, max: 6 }))
  .chain(([columns, rows]) =>
    fc.array(fc.array(CELL, { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
  );

const ENCODERS: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16 little-endian': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16 big-endian': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  'Windows-1252': (text) => Buffer.from(text.replaceAll('€', '\u0080'), 'latin1'),
};

async function read(bytes: Buffer, chunkSize: number): Promise<SourceRow[]> {
  async function* open() {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
  }
  const rows: SourceRow[] = [];
  for await (const block of readRows({ format: 'csv', open }, { columns: [], texts: EN }))
    rows.push(...block.rows);
  return rows;
}

const cellsOf = (rows: readonly SourceRow[]) => rows.map(({ cells, fault }) => fault?.reason ?? [...cells()]);
const headerFor = (rows: readonly string[][]) => (rows[0] ?? ['', '']).map((_, index) => `column ${index} é`);
/** Rows without a value are no rows. */
const filled = (rows: readonly string[][]) => rows.filter((row) => row.some((cell) => cell.trim() !== ''));

test('any table is read as the same rows from any encoding, with any delimiter and line end', async () => {
  const forms = fc.record({
    encoding: fc.constantFrom(...Object.keys(ENCODERS)),
    delimiter: fc.constantFrom(',', ';', '\t'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    chunkSize: fc.constantFrom(1, 3, 64, 1 << 16),
    hasSepLine: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(TABLE, forms, async (rows, { encoding, delimiter, lineEnd, chunkSize, hasSepLine }) => {
      const text = stringify([headerFor(rows), ...rows], {
        delimiter,
        record_delimiter: lineEnd,
        quoted: true,
      });
      // In Windows-1252 these are the bytes of one character in UTF-8, so the encoding of a short file is not known.
      fc.pre(encoding !== 'Windows-1252' || !/[ßéñ]€/.test(text));
      const bytes = ENCODERS[encoding]?.(hasSepLine ? `sep=${delimiter}${lineEnd}${text}` : text);
      assert.deepEqual(cellsOf(await read(bytes ?? Buffer.alloc(0), chunkSize)), filled(rows));
    }),
    { numRuns: 150 },
  );
});
