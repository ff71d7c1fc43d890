// Takes long.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  spreadsheet,
  spreadsheetParts,
  stringsXml,
  stylesXml,
  workbookXml,
  zip,
} from '@petstore/testing/fixtures/workbooks/spreadsheet.ts';
import { recordsOf, rejects } from '@petstore/testing/fixtures/workbooks/workbook.ts';
import { EN } from '../../texts/en.ts';
import { SheetRows } from './cells/sheet-rows.ts';
import { UnpackLimit } from './package/zip-archive.ts';
import { openWorkbook } from './workbook.ts';
import { WorkbookFile } from './workbook-file.ts';

const UNPACKS = /^the spreadsheet unpacks to more than 200 MB\. Save the sheet as CSV, or divide it\.$/;
const TOO_MANY = /^the spreadsheet has too many cells\. Save the sheet as CSV, or divide it\.$/;
const DAMAGED = /^the spreadsheet is damaged, or not an \.xlsx file\./;
const SHEET = 'xl/worksheets/sheet1.xml';

test('rejects a file of more than 10 MB', async () => {
  await rejects(Buffer.alloc(10_000_001), /^the spreadsheet is larger than 10 MB\. Save the sheet as CSV/);
});

/** A million bytes that take 10,000 in an archive: more repetitive ones would be rejected. */
const MEGABYTE = `<a/>${Array.from({ length: 1_000 }, (_, n) => `${n * 7919}`.padEnd(1_000)).join('')}`;

/** Returns a part with a million bytes more for each of `megabytes`, after its content. */
function padded(xml: string, megabytes: number): string {
  const end = xml.lastIndexOf('</');
  return `${xml.slice(0, end)}${MEGABYTE.repeat(megabytes)}${xml.slice(end)}`;
}

test('rejects a sheet that unpacks to more than 200 MB, whatever size it declares', async () => {
  const parts = spreadsheetParts([['id']]);
  await rejects(zip({ ...parts, [SHEET]: padded(parts[SHEET] ?? '', 200) }, { declared: 10 }), UNPACKS);
});

test('counts the parts of a sheet together', async () => {
  const parts = spreadsheetParts([['id']]);
  const sheet = padded(parts[SHEET] ?? '', 1);
  const read = async (files: typeof parts) => {
    const workbook = await WorkbookFile.open(zip(files), new UnpackLimit(2_000_000));
    await Array.fromAsync(workbook.rows(0));
  };
  await read({ ...parts, [SHEET]: sheet });
  const styles = padded(stylesXml([0]), 1);
  await assert.rejects(read({ ...parts, [SHEET]: sheet, 'xl/styles.xml': styles }), {
    kind: 'unpacksTooLarge',
  });
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

test('rejects shared strings of more than 64 million characters', async () => {
  const text = Array.from({ length: 1_000 }, (_, n) => `${n * 7919}`.padEnd(1_000, 'a')).join('');
  const strings = stringsXml(Array.from({ length: 64 }, () => `<t>${text}</t>`));
  await rejects(zip({ ...spreadsheetParts([['id']]), 'xl/sharedStrings.xml': strings }), TOO_MANY);
});

/** Returns a sheet whose part has this content before its end. */
function sheetWith(content: string): Buffer {
  return zip({ ...spreadsheetParts([['id']]), [SHEET]: content });
}

test('rejects a part that unpacks to more than 200 times its size', async () => {
  await rejects(sheetWith(`<worksheet>${' '.repeat(11_000_000)}</worksheet>`), DAMAGED);
});

test('rejects an archive of more than 10,000 parts', async () => {
  const others = Array.from({ length: 10_000 }, (_, n) => [`a${n}`, ''] as const);
  await rejects(zip([...Object.entries(spreadsheetParts([['id']])), ...others]), DAMAGED);
});

/** Each would be joined of millions of pieces, and take a minute or more. */
const LONG_TOKENS = {
  'a document type': ['<!DOCTYPE a [', '<', ']><worksheet/>'],
  'a text': ['<worksheet>', '\r', '</worksheet>'],
  'an attribute': ['<worksheet a="', '\t', '"/>'],
  'a comment': ['<!--', '- ', '--><worksheet/>'],
  'a CDATA section': ['<worksheet><![CDATA[', ']', ']]></worksheet>'],
  'a processing instruction': ['<?a ', '? ', '?><worksheet/>'],
} as const;

for (const [what, [begin, middle, end]] of Object.entries(LONG_TOKENS)) {
  test(`rejects ${what} of more than 2 MiB in a part`, async () => {
    await rejects(sheetWith(begin + middle.repeat(3_000_000 / middle.length) + end), DAMAGED);
  });
}

test('reads a comment of 1 MiB', async () => {
  const parts = spreadsheetParts([['id']]);
  const sheet = parts[SHEET]?.replace('<sheetData>', `<!--${'- '.repeat(500_000)}--><sheetData>`) ?? '';
  assert.deepEqual(await recordsOf(sheetWith(sheet)), [[1, ['id']]]);
});

test('rejects more than 5 million elements without a row that has values', () => {
  const rows = new SheetRows({ sharedStrings: [], dateStyles: [], is1904: false });
  const addEmptyRow = () => rows.open('row', {}, 2);
  rows.open('worksheet', {}, 0);
  for (let added = 1; added < 5_000_000; added += 1) addEmptyRow(); // and the root
  assert.throws(addEmptyRow, { kind: 'tooManyCells' });
});

test('rejects a workbook of more than 1,000 sheets, or with a name of more than 255 characters', async () => {
  const parts = spreadsheetParts([['id']]);
  const sheets = Array.from({ length: 1_001 }, (_, n) => ({ name: `Sheet ${n}` }));
  await rejects(zip({ ...parts, 'xl/workbook.xml': workbookXml(sheets) }), DAMAGED);
  const long = workbookXml([{ name: 'a'.repeat(256) }]);
  await rejects(zip({ ...parts, 'xl/workbook.xml': long }), DAMAGED);
});

test('rejects more than 100,000 styles', async () => {
  const styles = stylesXml(Array.from({ length: 100_001 }, () => 14));
  await rejects(zip({ ...spreadsheetParts([['id']]), 'xl/styles.xml': styles }), DAMAGED);
});

test('rejects a workbook that takes too long', async () => {
  const reading = openWorkbook(oneChunk(spreadsheet([['id']])), EN.sheet, { maxWaitMs: 0 });
  await assert.rejects(reading, { message: EN.sheet.tooSlow });
});

test('a workbook that is being read is left as soon as its import is cancelled', async () => {
  const cancellation = new AbortController();
  const { signal } = cancellation;
  const workbook = await openWorkbook(oneChunk(spreadsheet([['id']])), EN.sheet, { signal });
  const reading = workbook.records().next();
  cancellation.abort(new Error('cancelled'));
  await assert.rejects(reading, /cancelled/);
  await assert.rejects(openWorkbook(oneChunk(spreadsheet([['id']])), EN.sheet, { signal }), /cancelled/);
});

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
