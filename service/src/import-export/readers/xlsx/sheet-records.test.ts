import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImportError } from '../row.ts';
import { readSheetRecords } from './sheet-records.ts';
import { spreadsheet, zip } from './spreadsheet-fixture.ts';

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

async function recordsOf(bytes: Uint8Array): Promise<[line: number, values: unknown][]> {
  const blocks = await Array.fromAsync(readSheetRecords(inPieces(bytes)));
  return blocks.flat().map(({ line, values }) => [line, values]);
}

function rejects(bytes: Uint8Array, message: RegExp): Promise<void> {
  return assert.rejects(
    recordsOf(bytes),
    (error) => error instanceof ImportError && message.test(error.message),
  );
}

test('reads the stored values of the first sheet as texts, each with its row', async () => {
  const bytes = spreadsheet([
    ['id', 'name', 'born', 'tame'],
    [12345678901234, 'Zoë & Tom', { xml: '<c s="1"><v>45000</v></c>' }, { xml: '<c t="b"><v>1</v></c>' }],
    [],
    [
      0.5,
      { xml: '<c t="str"><f>A2&amp;"x"</f><v>from a formula</v></c>' },
      { xml: '<c s="1"><v>45000.5</v></c>' },
      { xml: '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>' },
    ],
  ]);
  assert.deepEqual(await recordsOf(bytes), [
    [1, ['id', 'name', 'born', 'tame']],
    [2, ['12345678901234', 'Zoë & Tom', '2023-03-15', 'true']],
    [4, ['0.5', 'from a formula', '2023-03-15T12:00:00.000Z', '']],
  ]);
});

test('reads a sheet with more rows than fit in one message', async () => {
  const rows = Array.from({ length: 1_201 }, (_, n) => [`pet ${n}`]);
  assert.deepEqual(
    await recordsOf(spreadsheet(rows)),
    rows.map((values, n) => [n + 1, values]),
  );
});

test('rejects what is no spreadsheet, in one message', async () => {
  await rejects(
    Buffer.from('id,name\n'),
    /^the spreadsheet is damaged, or not an \.xlsx file\. Save the sheet as CSV/,
  );
  await rejects(zip({ 'a.txt': 'no sheet' }), /^the spreadsheet is damaged, or not an \.xlsx file/);
  await rejects(spreadsheet([['id']]).subarray(0, -30), /^the spreadsheet is damaged/);
});

test('rejects an archive that unpacks to more than 200 MB, whatever size it declares', async () => {
  const zeros = Buffer.alloc(201_000_000);
  await rejects(zip({ 'xl/worksheets/sheet1.xml': zeros }), /^the spreadsheet unpacks to more than 200 MB\./);
  await rejects(
    zip({ 'xl/worksheets/sheet1.xml': zeros }, 10),
    /^the spreadsheet unpacks to more than 200 MB\./,
  );
});

test('rejects an archive that declares more than 200 MB', async () => {
  await rejects(zip({ a: 'a' }, 0xfffffff0), /^the spreadsheet unpacks to more than 200 MB\./);
});

test('rejects a file of more than 10 MB', async () => {
  await rejects(Buffer.alloc(10_000_001), /^the spreadsheet is larger than 10 MB\./);
});

test('rejects a sheet whose cells take more memory than the worker has', async () => {
  // The last column that a sheet may have, and all before it are empty.
  const rows = Array.from(
    { length: 5_000 },
    (_, n) => `<row r="${n + 1}"><c r="XFD${n + 1}"><v>1</v></c></row>`,
  );
  await rejects(spreadsheet(rows.join('')), /^the spreadsheet has too many cells\./);
});
