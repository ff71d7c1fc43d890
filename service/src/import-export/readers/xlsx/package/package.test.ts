// cspell:ignore mimetype opendocument rels xlsb chartsheet
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  NAMESPACE,
  relationships,
  sheetXml,
  spreadsheet,
  spreadsheetParts,
  stringsXml,
  zip,
} from '../spreadsheet-fixture.ts';
import { recordsOf, rejects } from '../workbook-fixture.ts';
import type { ZipOptions } from '../zip-fixture.ts';

const DAMAGED = /^the spreadsheet is damaged, or not an \.xlsx file\. Save the sheet as CSV, or divide it\.$/;
const NOT_XLSX = /^the spreadsheet is not an \.xlsx file\. Save it as \.xlsx or as CSV\.$/;
const PASSWORD =
  /^the spreadsheet has a password, or is an old \.xls file\. Remove the password, or save it as \.xlsx or CSV\.$/;
const PARTS = spreadsheetParts([['id'], ['Zoë']]);
const ROWS = [
  [1, ['id']],
  [2, ['Zoë']],
];
const SHEET = PARTS['xl/worksheets/sheet1.xml'] ?? '';

const withSheet = (sheet: string | Buffer) => zip({ ...PARTS, 'xl/worksheets/sheet1.xml': sheet });

const ARCHIVES: Readonly<Record<string, ZipOptions>> = {
  'stored parts': { isStored: true },
  'sizes after the content': { hasDescriptors: true },
  'a comment': { comment: 'made by hand, PK\x05\x06 and more' },
  'sizes that are wrong': { declared: 1 },
};
for (const [name, options] of Object.entries(ARCHIVES)) {
  test(`reads an archive with ${name}`, async () => {
    assert.deepEqual(await recordsOf(zip(PARTS, options)), ROWS);
  });
}

test('reads names with backslashes, a slash at the beginning, or in another case', async () => {
  const rename = (change: (name: string) => string) =>
    zip(Object.entries(PARTS).map(([name, content]) => [change(name), content] as const));
  assert.deepEqual(await recordsOf(rename((name) => name.replaceAll('/', '\\'))), ROWS);
  assert.deepEqual(await recordsOf(rename((name) => `/${name}`)), ROWS);
  assert.deepEqual(await recordsOf(rename((name) => name.toUpperCase())), ROWS);
});

test('of parts with the same name, the last counts', async () => {
  const other = sheetXml('<row><c><v>0</v></c></row>');
  assert.deepEqual(
    await recordsOf(zip([['xl/worksheets/sheet1.xml', other], ...Object.entries(PARTS)])),
    ROWS,
  );
});

test('rejects what is no archive, or a part of one', async () => {
  await rejects(Buffer.from(''), DAMAGED);
  await rejects(Buffer.from('id,name\n'), DAMAGED);
  await rejects(spreadsheet([['id']]).subarray(0, -30), DAMAGED);
  await rejects(spreadsheet([['id']]).subarray(100), DAMAGED);
});

test('rejects ZIP64', async () => {
  const bytes = zip(PARTS);
  bytes.writeUInt32LE(0xffffffff, bytes.length - 6);
  await rejects(bytes, DAMAGED);
  const counted = zip(PARTS);
  counted.writeUInt16LE(0xffff, counted.length - 12);
  await rejects(counted, DAMAGED);
});

test('rejects a part whose content was changed', async () => {
  const bytes = zip(PARTS, { isStored: true });
  bytes.write('Bo', bytes.indexOf('Zo'));
  await rejects(bytes, DAMAGED);
});

test('rejects an unknown compression', async () => {
  const bytes = zip(PARTS);
  for (let at = bytes.indexOf('PK\x01\x02'); at !== -1; at = bytes.indexOf('PK\x01\x02', at + 1)) {
    bytes.writeUInt16LE(12, at + 10);
  }
  await rejects(bytes, DAMAGED);
});

test('rejects other files in archives', async () => {
  await rejects(zip({ 'a.txt': 'no sheet' }), NOT_XLSX);
  await rejects(
    zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' }),
    NOT_XLSX,
  );
  await rejects(zip({ 'Index/Document.iwa': 'numbers' }), NOT_XLSX);
  await rejects(zip({ ...PARTS, 'xl/workbook.xml': '<document/>' }), NOT_XLSX);
});

test('rejects a binary workbook (.xlsb)', async () => {
  const main = relationships({ rId1: ['officeDocument', 'xl/workbook.bin'] });
  await rejects(zip({ '_rels/.rels': main, 'xl/workbook.bin': Buffer.alloc(10) }), NOT_XLSX);
});

test('names the password of an encrypted file, and the format of an old one', async () => {
  await rejects(Buffer.from('d0cf11e0a1b11ae1', 'hex'), PASSWORD);
  await rejects(zip(PARTS, { flags: 1 }), PASSWORD);
});

test('reads Strict workbooks, and any prefix', async () => {
  const strict = Object.entries(PARTS).map(([name, xml]) => {
    const main = xml.replaceAll(NAMESPACE, 'http://purl.oclc.org/ooxml/spreadsheetml/main');
    const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    return [
      name,
      main.replaceAll(relations, 'http://purl.oclc.org/ooxml/officeDocument/relationships'),
    ] as const;
  });
  assert.deepEqual(await recordsOf(zip(strict)), ROWS);
  const prefixed = Object.entries(PARTS).map(([name, xml]) => {
    const renamed = xml.replaceAll(/<(\/?)(?=\w)/g, '<$1x:').replace('xmlns=', 'xmlns:x=');
    return [name, renamed.replace('xmlns:r=', 'xmlns:rel=').replaceAll('r:id=', 'rel:id=')] as const;
  });
  assert.deepEqual(await recordsOf(zip(prefixed)), ROWS);
});

test('reads parts in UTF-8 and UTF-16, with a byte order mark or without', async () => {
  const declared = `<?xml version="1.0" encoding="UTF-16"?>${SHEET}`;
  const littleEndian = (text: string) => Buffer.from(text, 'utf16le');
  assert.deepEqual(await recordsOf(withSheet(`\uFEFF${SHEET}`)), ROWS);
  assert.deepEqual(await recordsOf(withSheet(littleEndian(declared))), ROWS);
  assert.deepEqual(await recordsOf(withSheet(littleEndian(`\uFEFF${declared}`))), ROWS);
  assert.deepEqual(await recordsOf(withSheet(littleEndian(declared).swap16())), ROWS);
  assert.deepEqual(await recordsOf(withSheet(littleEndian(`\uFEFF${declared}`).swap16())), ROWS);
});

test('rejects XML that is not well-formed, or in another encoding', async () => {
  await rejects(withSheet(''), DAMAGED);
  await rejects(withSheet(SHEET.slice(0, -5)), DAMAGED);
  await rejects(withSheet(SHEET.replace('Zo', '&nbsp;')), DAMAGED);
  await rejects(withSheet(SHEET.replace('Zo', '&#0;')), DAMAGED);
  await rejects(withSheet(SHEET.replace('<t>', '<x:t>')), DAMAGED);
  await rejects(withSheet(Buffer.from(SHEET, 'latin1')), DAMAGED);
  await rejects(withSheet(Buffer.concat([Buffer.from(SHEET), Buffer.of(0xc3)])), DAMAGED);
  await rejects(withSheet('<chartsheet/>'), DAMAGED);
});

test('rejects a document type, whose entities could expand', async () => {
  await rejects(withSheet(`<!DOCTYPE worksheet [<!ENTITY a "aaaa">]>${SHEET}`), DAMAGED);
  await rejects(zip({ ...PARTS, 'xl/sharedStrings.xml': `<!DOCTYPE sst>${stringsXml([])}` }), DAMAGED);
});

test('rejects elements on too many levels, which would take long', async () => {
  await rejects(withSheet(SHEET.replace('<t>Zo', `<t>${'<a>'.repeat(1_000_000)}`)), DAMAGED);
});
