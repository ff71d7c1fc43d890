import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv, valuesOf, writeCsv } from './table.ts';

test('parses quotes, line breaks in values, empty values and a byte order mark', () => {
  const { columns, rows } = parseCsv(
    '\uFEFFname,note\r\n"Bella ""B""","two\nlines, one comma"\r\n\r\nRex,\r\n',
  );
  assert.deepEqual(columns, ['name', 'note']);
  assert.deepEqual(rows, [
    ['Bella "B"', 'two\nlines, one comma'],
    ['Rex', ''],
  ]);
});

for (const delimiter of [';', '\t']) {
  test(`recognises ${JSON.stringify(delimiter)} as the delimiter`, () => {
    const { rows } = parseCsv(['name', 'kind'].join(delimiter).concat('\nBella, the cat', delimiter, 'Cat'));
    assert.deepEqual(rows, [['Bella, the cat', 'Cat']]);
  });
}

test('rejects a quote that is not closed', () => {
  assert.throws(() => parseCsv('name\n"Bella'), /Line 2 has a quote/);
});

test('writes what it parses', () => {
  const table = {
    columns: ['a', 'b'],
    rows: [
      ['1,2', '"x"'],
      ['', 'two\nlines'],
    ],
  };
  assert.deepEqual(parseCsv(writeCsv(table)), table);
});

test('lists the values of a column, the most frequent first', () => {
  assert.deepEqual(valuesOf(parseCsv('kind\nDog\nCat\nCat\n'), 'kind'), ['Cat', 'Dog']);
});
