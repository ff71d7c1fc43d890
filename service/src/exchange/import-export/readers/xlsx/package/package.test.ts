// cspell:ignore mimetype opendocument rels xlsb chartsheet
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  NAMESPACE,
  relationships,
  sheetXml,
  spreadsheetParts,
  stringsXml,
  zip,
} from '@petstore/testing/fixtures/workbooks/spreadsheet.ts';
import { faultOf, rowsOf } from '@petstore/testing/fixtures/workbooks/workbook.ts';
import type { ZipOptions } from '@petstore/testing/fixtures/workbooks/zip.ts';
import type { SheetFaultKind } from './sheet-fault.ts';

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

test('reads archives of every form that programs write', async () => {
  for (const [name, options] of Object.entries(ARCHIVES))
    assert.deepEqual(await rowsOf(zip(PARTS, options)), ROWS, name);
});

test('reads names with backslashes, a slash at the beginning, or in another case', async () => {
  const rename = (change: (name: string) => string) =>
    zip(Object.entries(PARTS).map(([name, content]) => [change(name), content] as const));
  assert.deepEqual(await rowsOf(rename((name) => name.replaceAll('/', '\\'))), ROWS);
  assert.deepEqual(await rowsOf(rename((name) => `/${name}`)), ROWS);
  assert.deepEqual(await rowsOf(rename((name) => name.toUpperCase())), ROWS);
});

test('of parts with the same name, the last counts', async () => {
  const other = sheetXml('<row><c><v>0</v></c></row>');
  assert.deepEqual(await rowsOf(zip([['xl/worksheets/sheet1.xml', other], ...Object.entries(PARTS)])), ROWS);
});

/** Returns an archive of which each header in the directory was changed. */
function withDirectory(change: (bytes: Buffer, at: number) => void): Buffer {
  const bytes = zip(PARTS);
  for (let at = bytes.indexOf('PK\x01\x02'); at !== -1; at = bytes.indexOf('PK\x01\x02', at + 1))
    change(bytes, at);
  return bytes;
}

function withEnd(change: (bytes: Buffer, end: number) => void): Buffer {
  const bytes = zip(PARTS);
  change(bytes, bytes.length - 22);
  return bytes;
}

function withChangedContent(): Buffer {
  const bytes = zip(PARTS, { isStored: true });
  bytes.write('Bo', bytes.indexOf('Zo'));
  return bytes;
}

const REJECTED: ReadonlyArray<[what: string, bytes: Buffer, kind: SheetFaultKind]> = [
  ['an empty file', Buffer.from(''), 'damaged'],
  ['a text', Buffer.from('id,name\n'), 'damaged'],
  ['an archive without its end', zip(PARTS).subarray(0, -30), 'damaged'],
  ['an archive without its beginning', zip(PARTS).subarray(100), 'damaged'],
  ['ZIP64', withEnd((bytes, end) => bytes.writeUInt32LE(0xffffffff, end + 16)), 'damaged'],
  ['the number of files of ZIP64', withEnd((bytes, end) => bytes.writeUInt16LE(0xffff, end + 10)), 'damaged'],
  ['a part whose content was changed', withChangedContent(), 'damaged'],
  ['an unknown compression', withDirectory((bytes, at) => bytes.writeUInt16LE(12, at + 10)), 'damaged'],
  ['another file in an archive', zip({ 'a.txt': 'no sheet' }), 'noXlsx'],
  [
    'a sheet of OpenDocument',
    zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' }),
    'noXlsx',
  ],
  ['another document of Office', zip({ ...PARTS, 'xl/workbook.xml': '<document/>' }), 'noXlsx'],
  [
    'a binary workbook (.xlsb)',
    zip({
      '_rels/.rels': relationships({ rId1: ['officeDocument', 'xl/workbook.bin'] }),
      'xl/workbook.bin': Buffer.alloc(10),
    }),
    'noXlsx',
  ],
  ['an old or encrypted workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'hasPassword'],
  ['an encrypted archive', zip(PARTS, { flags: 1 }), 'hasPassword'],
];

test('rejects damaged archives and other files, with the reason', async () => {
  for (const [what, bytes, kind] of REJECTED) assert.equal(await faultOf(bytes), kind, what);
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
  assert.deepEqual(await rowsOf(zip(strict)), ROWS);
  const prefixed = Object.entries(PARTS).map(([name, xml]) => {
    const renamed = xml.replaceAll(/<(\/?)(?=\w)/g, '<$1x:').replace('xmlns=', 'xmlns:x=');
    return [name, renamed.replace('xmlns:r=', 'xmlns:rel=').replaceAll('r:id=', 'rel:id=')] as const;
  });
  assert.deepEqual(await rowsOf(zip(prefixed)), ROWS);
});

test('reads parts in UTF-8 and UTF-16, with a byte order mark or without', async () => {
  const declared = `<?xml version="1.0" encoding="UTF-16"?>${SHEET}`;
  const littleEndian = (text: string) => Buffer.from(text, 'utf16le');
  assert.deepEqual(await rowsOf(withSheet(`\uFEFF${SHEET}`)), ROWS);
  assert.deepEqual(await rowsOf(withSheet(littleEndian(declared))), ROWS);
  assert.deepEqual(await rowsOf(withSheet(littleEndian(`\uFEFF${declared}`))), ROWS);
  assert.deepEqual(await rowsOf(withSheet(littleEndian(declared).swap16())), ROWS);
  assert.deepEqual(await rowsOf(withSheet(littleEndian(`\uFEFF${declared}`).swap16())), ROWS);
});

test('rejects XML that is not well-formed, in another encoding, too deep, or with a document type', {
  timeout: 20_000,
}, async () => {
  const sheets = {
    empty: '',
    'cut off': SHEET.slice(0, -5),
    'with an unknown entity': SHEET.replace('Zo', '&nbsp;'),
    'with a reference to no character': SHEET.replace('Zo', '&#0;'),
    'with an unknown prefix': SHEET.replace('<t>', '<x:t>'),
    'in Latin-1': Buffer.from(SHEET, 'latin1'),
    'with half of a character': Buffer.concat([Buffer.from(SHEET), Buffer.of(0xc3)]),
    'with a chart': '<chartsheet/>',
    // Its entities could expand.
    'with a document type': `<!DOCTYPE worksheet [<!ENTITY a "aaaa">]>${SHEET}`,
    // They would take long.
    'of many levels': SHEET.replace('<t>Zo', `<t>${'<a>'.repeat(1_000_000)}`),
  };
  for (const [what, sheet] of Object.entries(sheets))
    assert.equal(await faultOf(withSheet(sheet)), 'damaged', what);
  const strings = `<!DOCTYPE sst>${stringsXml([])}`;
  assert.equal(await faultOf(zip({ ...PARTS, 'xl/sharedStrings.xml': strings })), 'damaged');
});
