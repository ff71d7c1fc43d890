import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnpackLimit } from './package/unpack-limit.ts';
import { spreadsheet, spreadsheetParts, stringsXml, stylesXml, zip } from './spreadsheet-fixture.ts';
import { recordsOf, rejects } from './workbook-fixture.ts';

const UNPACKS = /^the spreadsheet unpacks to more than 200 MB\. Save the sheet as CSV, or divide it\.$/;
const TOO_MANY = /^the spreadsheet has too many cells\. Save the sheet as CSV, or divide it\.$/;
const SHEET = 'xl/worksheets/sheet1.xml';

test('rejects a file of more than 10 MB', async () => {
  await rejects(Buffer.alloc(10_000_001), /^the spreadsheet is larger than 10 MB\. Save the sheet as CSV/);
});

/** Returns a part with a million bytes more for each of `megabytes`, after its content. */
function padded(xml: string, megabytes: number): string {
  const end = xml.lastIndexOf('</');
  return `${xml.slice(0, end)}${`<a/>${' '.repeat(999_996)}`.repeat(megabytes)}${xml.slice(end)}`;
}

test('rejects a sheet that unpacks to more than 200 MB, whatever size it declares', async () => {
  const parts = spreadsheetParts([['id']]);
  await rejects(zip({ ...parts, [SHEET]: padded(parts[SHEET] ?? '', 200) }, { declared: 10 }), UNPACKS);
});

test('counts the parts of a sheet together', async () => {
  const parts = spreadsheetParts([['id']]);
  const sheet = padded(parts[SHEET] ?? '', 100);
  await rejects(zip({ ...parts, [SHEET]: sheet, 'xl/styles.xml': padded(stylesXml([0]), 100) }), UNPACKS);
  assert.deepEqual(await recordsOf(zip({ ...parts, [SHEET]: sheet })), [[1, ['id']]]);
});

test('does not count a sheet again that is read again', () => {
  const limit = new UnpackLimit();
  limit.add(50_000_000);
  limit.forSheet().add(150_000_000);
  limit.forSheet().add(150_000_000);
  assert.throws(() => limit.forSheet().add(150_000_001), /unpacksTooLarge/);
});

test('a part that is not read may be of any size', async () => {
  const parts = spreadsheetParts([['id']]);
  const picture = Buffer.alloc(201_000_000);
  assert.deepEqual(await recordsOf(zip({ ...parts, 'xl/media/image1.png': picture })), [[1, ['id']]]);
});

test('rejects many rows that have only a cell in the last column', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => `<row><c r="XFD${n + 1}"><v>1</v></c></row>`);
  await rejects(spreadsheet(rows.join('')), TOO_MANY);
});

test('rejects many cells that repeat a long shared string', async () => {
  const rows = '<row><c t="s"><v>0</v></c></row>'.repeat(1_000);
  const strings = stringsXml([`<t>${'a'.repeat(500_000)}</t>`]);
  await rejects(zip({ ...spreadsheetParts(rows), 'xl/sharedStrings.xml': strings }), TOO_MANY);
});

test('rejects shared strings that take more memory than the worker has', async () => {
  // One character that is not in Latin-1 doubles the memory of those around it.
  const text = `€${'a'.repeat(1000)}`.repeat(190_000);
  const strings = stringsXml([`<t>${text}</t>`]);
  await rejects(zip({ ...spreadsheetParts([['id']]), 'xl/sharedStrings.xml': strings }), TOO_MANY);
});
