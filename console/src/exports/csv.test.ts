import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { type Cell, csvOf, integerCell, textOfCell } from './csv.ts';

const INT64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const AWKWARD = fc.string({
  unit: fc.constantFrom(...`'"=+-@;,\t\r\n 0123/.:%eE＝\uFEFFañ`),
  minLength: 1,
});

function cellsOf(csv: string, separator: string): string[][] {
  return parse(csv, { delimiter: separator, bom: true, recordDelimiter: '\r\n' });
}

test('any text of a profile is the same after a spreadsheet was written and read', () => {
  const text = fc.oneof(AWKWARD, fc.string({ minLength: 1 }));
  const rows = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
    );
  fc.assert(
    fc.property(rows, fc.constantFrom(',', ';'), (texts, separator) => {
      const read = cellsOf(csvOf(texts, separator), separator);
      assert.deepEqual(
        read.map((row) => row.map(textOfCell)),
        texts,
      );
    }),
  );
});

test('no text begins as a formula, and none is read as a number that looks different', () => {
  fc.assert(
    fc.property(fc.oneof(AWKWARD, fc.string({ minLength: 1 })), (text) => {
      const [[cell = ''] = []] = cellsOf(csvOf([[text]], ','), ',');
      assert.doesNotMatch(cell, /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/);
      // A spreadsheet does not read `0x1F` as a number.
      const number = /^\s*0[box]/i.test(cell) || cell.trim() === '' ? NaN : Number(cell);
      if (Number.isFinite(number)) assert.equal(String(number), cell);
    }),
    { examples: [['.0'], ['0.']] },
  );
});

for (const [text, cell] of [
  ['=HYPERLINK("https://evil.example")', `'=HYPERLINK("https://evil.example")`],
  [' +1', "' +1"],
  ['＝1', "'＝1"],
  ["'=1", "''=1"],
  ['- calm', "'- calm"],
  ['007', "'007"],
  ['1E5', "'1E5"],
  ['3/4', "'3/4"],
  ['.5', "'.5"],
  [',5', "',5"],
  ['9223372036854775807', "'9223372036854775807"],
  ['7', '7'],
  ["'Til", "'Til"],
  ['A814515', 'A814515'],
  ['3-legged', '3-legged'],
  ['¡Café! "Lila", 3 años; José', '¡Café! "Lila", 3 años; José'],
] as const) {
  test(`the text ${text} has the cell ${cell}`, () => {
    assert.deepEqual(cellsOf(csvOf([[text]], ','), ','), [[cell]]);
  });
}

test('each integer of 64 bits has all of its digits, as a number only up to 15', () => {
  fc.assert(
    fc.property(INT64, (integer) => {
      const [[cell = ''] = []] = cellsOf(csvOf([[integerCell(integer)]], ','), ',');
      assert.equal(BigInt(textOfCell(cell)), integer);
      assert.equal(/^\d+$/.test(cell), integer >= 0n && integer < 10n ** 15n);
    }),
  );
});

test('a file begins with the mark of UTF-8, and has an empty cell for what is not known', () => {
  const rows: Cell[][] = [
    ['Name', 'Day'],
    ['Lila, José', { value: '2026-03-04' }],
    ['Rex', undefined],
  ];
  assert.equal(csvOf(rows, ','), '\uFEFFName,Day\r\n"Lila, José",2026-03-04\r\nRex,\r\n');
});
