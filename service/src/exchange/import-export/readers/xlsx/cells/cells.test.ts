import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  NAMESPACE,
  spreadsheetParts,
  stringsXml,
  stylesXml,
  workbookXml,
  zip,
} from '@petstore/testing/fixtures/workbooks/spreadsheet.ts';
import { faultOf, rowsOf } from '@petstore/testing/fixtures/workbooks/workbook.ts';

const row = (cells: string) => `<row>${cells}</row>`;

/** Returns the values of one row with these cells. */
async function valuesOf(cells: string, parts: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const [first] = await rowsOf(zip({ ...spreadsheetParts(row(cells)), ...parts }));
  return first?.[1];
}

test('reads each type of cell', async () => {
  const cells = [
    '<c t="s"><v>1</v></c>',
    '<c t="inlineStr"><is><t>inline</t></is></c>',
    '<c t="str"><f>A1&amp;"x"</f><v>from a formula</v></c>',
    '<c t="b"><v>1</v></c><c t="b"><v>0</v></c>',
    '<c t="e"><f>1/0</f><v>#DIV/0!</v></c><c t="e"><v>#N/A</v></c><c t="e"/>',
    '<c t="n"><v> 7 </v></c><c><v>8</v></c>',
    '<c t="d"><v>2021-03-04T00:00:00Z</v></c>',
  ];
  assert.deepEqual(
    await valuesOf(cells.join(''), { 'xl/sharedStrings.xml': stringsXml(['<t>zero</t>', '<t>one</t>']) }),
    [
      'one',
      'inline',
      'from a formula',
      'true',
      'false',
      '#DIV/0!',
      '#N/A',
      '#VALUE!',
      '7',
      '8',
      '2021-03-04',
    ],
  );
});

test('reads a cell without a value as empty, whatever its type', async () => {
  const empty = [
    '<c/>',
    '<c t="s"/>',
    '<c t="s"><v></v></c>',
    '<c t="b"/>',
    '<c s="1"><v/></c>',
    '<c t="str"/>',
  ];
  assert.deepEqual(await valuesOf(`${empty.join('')}<c><v>1</v></c>`), [...empty.map(() => ''), '1']);
});

test('joins the runs of a text, without phonetic text', async () => {
  const rich = '<r><rPr><b/></rPr><t>Rex </t></r><r><t>the dog</t></r>';
  const phonetic = '<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>';
  const inline = (xml: string) => `<c t="inlineStr"><is>${xml}</is></c>`;
  const shared = '<c t="s"><v>0</v></c><c t="s"><v>1</v></c>';
  assert.deepEqual(
    await valuesOf(inline(rich) + inline(phonetic) + shared, {
      'xl/sharedStrings.xml': stringsXml([rich, phonetic]),
    }),
    ['Rex the dog', '東京', 'Rex the dog', '東京'],
  );
});

test('decodes entities, references and the escapes of Office, and trims nothing', async () => {
  const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const cells = [
    inline('&lt;&amp;&quot;&apos;&#x1F436;&#128054;&#233;<![CDATA[<b>]]>'),
    inline('a_x000D_\nb_x005F_x000D__xD83D__xDC36_'),
    inline('  two\n lines\t'),
    '<c t="str"><v> _x0041_ </v></c>',
  ];
  assert.deepEqual(await valuesOf(cells.join('')), [
    '<&"\'🐶🐶é<b>',
    'a\r\nb_x000D_🐶',
    '  two\n lines\t',
    ' A ',
  ]);
});

test('a number is a date if its style shows one', async () => {
  const styles = stylesXml([0, 14, 22, 170, 171, 18, 4], { 170: '"day" 0', 171: '[h]:mm' });
  const cells = [0, 1, 2, 3, 4, 6, 7].map((style) => `<c s="${style}"><v>45000.5</v></c>`);
  assert.deepEqual(
    await valuesOf(`${cells.join('')}<c s="5"><v>0.25</v></c><c s="1"><v>x</v></c>`, {
      'xl/styles.xml': styles,
    }),
    [
      '45000.5',
      '2023-03-15T12:00:00',
      '2023-03-15T12:00:00',
      '45000.5',
      '2023-03-15T12:00:00',
      '45000.5',
      '45000.5',
      '06:00:00',
      'x',
    ],
  );
});

test('a cell without a style has the first one, and a format of the workbook replaces the built-in one with its id', async () => {
  const cell = '<c><v>45000</v></c>';
  assert.deepEqual(await valuesOf(cell, { 'xl/styles.xml': stylesXml([14]) }), ['2023-03-15']);
  assert.deepEqual(await valuesOf(cell, { 'xl/styles.xml': stylesXml([14], { 14: '0.00' }) }), ['45000']);
});

test('days count from 1904 if the workbook states it in any form of true', async () => {
  for (const [value, expected] of [
    ['1', '2020-01-01'],
    ['True', '2020-01-01'],
    ['on', '2020-01-01'],
    ['0', '2015-12-31'],
    ['false', '2015-12-31'],
  ]) {
    const workbook = workbookXml(
      [{ name: 'Animals' }, { name: 'Other' }],
      `<workbookPr date1904="${value}"/>`,
    );
    const values = await valuesOf('<c s="1"><v>42369</v></c>', { 'xl/workbook.xml': workbook });
    assert.deepEqual(values, [expected], value);
  }
});

test('an impossible date is the number, and does not fail the file', async () => {
  const serials = ['202001011200', '-1', '60', '2958466', '1E+300'];
  const cells = serials.map((serial) => `<c s="1"><v>${serial}</v></c>`);
  assert.deepEqual(await valuesOf(cells.join('')), ['202001011200', '-1', '60', '2958466', '1E+300']);
});

test('places rows and cells by their references, or after the one before', async () => {
  const rows = [
    row('<c t="str"><v>a</v></c><c r="D1" t="str"><v>d</v></c><c t="str"><v>e</v></c>'),
    '<row r="5"><c r="b5"><v>2</v></c><c r="A5"><v>1</v></c></row>',
    row('<c/>'),
    row('<c><v>7</v></c>'),
  ];
  assert.deepEqual(await rowsOf(zip(spreadsheetParts(rows.join('')))), [
    [1, ['a', '', '', 'd', 'e']],
    [5, ['1', '2']],
    [7, ['7']],
  ]);
});

test('of cells with the same reference, the last counts', async () => {
  assert.deepEqual(await valuesOf('<c r="A1"><v>1</v></c><c r="A1"><v>2</v></c>'), ['2']);
  assert.deepEqual(await valuesOf('<c r="A1"><v>1</v></c><c r="B1"><v>3</v></c><c r="A1"/>'), ['', '3']);
});

test('rejects cells and rows that no sheet has', async () => {
  const cells = ['XFE1', 'ZZZZ1', 'A1048577', 'A0', 'A', '1', 'A-1', 'A1B', 'Á1', 'A1:B2', ''];
  const numbers = ['0', '1048577', '-1', '1.5', 'x', ''];
  const rows = [
    ...cells.map((cell) => row(`<c r="${cell}"><v>1</v></c>`)),
    ...numbers.map((number) => `<row r="${number}"/>`),
    '<row r="1048576"/><row/>',
    row('<c r="XFD1"/><c/>'),
  ];
  for (const xml of rows) assert.equal(await faultOf(zip(spreadsheetParts(xml))), 'damaged', xml);
});

test('the last cell of a sheet takes no rows before it', async () => {
  const [only, ...others] = await rowsOf(
    zip(spreadsheetParts('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
  );
  assert.deepEqual(others, []);
  assert.equal(only?.[0], 1_048_576);
  assert.equal(only?.[1]?.length, 16_384);
});

test('rejects a shared string that is missing', async () => {
  for (const index of ['1', '-1', '0.5', 'x', 'length']) {
    const parts = spreadsheetParts(row(`<c t="s"><v>${index}</v></c>`));
    const file = zip({ ...parts, 'xl/sharedStrings.xml': stringsXml(['<t>a</t>']) });
    assert.equal(await faultOf(file), 'damaged', index);
  }
});

test('ignores elements of the same names in other places', async () => {
  const sheet = `<worksheet xmlns="${NAMESPACE}"><row><c><v>0</v></c></row><sheetData><row><c><v>1</v><extLst><ext><v>2</v><t>3</t></ext></extLst></c></row></sheetData><extLst><row r="x"><c><v>4</v></c></row></extLst></worksheet>`;
  const parts = { ...spreadsheetParts(''), 'xl/worksheets/sheet1.xml': sheet };
  assert.deepEqual(await rowsOf(zip(parts)), [[1, ['1']]]);
});

test('fails only the row that is longer than a row may be', async () => {
  const long = 'a'.repeat(1024 * 1024 + 1);
  assert.deepEqual(await rowsOf(zip(spreadsheetParts([['id'], [long], ['b']]))), [
    [1, ['id']],
    [2, undefined],
    [3, ['b']],
  ]);
});
