// cspell:ignore rels chartsheet chartsheets
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  relationships,
  sheetXml,
  spreadsheet,
  spreadsheetParts,
  workbookXml,
  zip,
} from '@petstore/testing/fixtures/workbooks/spreadsheet.ts';
import {
  faultOf,
  recordsOf,
  rejects,
  rowsOf,
  withWorkbook,
} from '@petstore/testing/fixtures/workbooks/workbook.ts';
import { EN } from '../../texts/en.ts';
import { ImportError } from '../row.ts';
import { openWorkbook } from './workbook.ts';

const cell = (text: string) => sheetXml(`<row><c t="str"><v>${text}</v></c></row>`);

function withSheets(...sheets: { name: string; state?: string }[]): Buffer {
  return zip({ ...spreadsheetParts([['first']]), 'xl/workbook.xml': workbookXml(sheets) });
}

test('lists the sheets in the order of the workbook, with those that are hidden, and reads one by its name', async () => {
  const bytes = withSheets(
    { name: 'Lists &amp; more_x0021_', state: 'veryHidden' },
    { name: 'Animals', state: 'hidden' },
  );
  await withWorkbook(bytes, async (workbook) => {
    assert.deepEqual(workbook.sheets, [
      { name: 'Lists & more!', isHidden: true },
      { name: 'Animals', isHidden: true },
    ]);
    const [first] = await Array.fromAsync(workbook.records('Animals'));
    assert.deepEqual(first?.[0]?.values, ['other']);
    await assert.rejects(
      workbook.records('C').next(),
      new ImportError(
        'the spreadsheet has no sheet "C"; its sheets are "Lists & more!", "Animals". Name one of them',
      ),
    );
  });
});

test('reads the first sheet that is not hidden, and the first of all if all are hidden', async () => {
  const [visible, hidden] = [{ name: 'A' }, { name: 'A', state: 'hidden' }];
  assert.deepEqual(await recordsOf(withSheets(visible, { name: 'B' })), [[1, ['first']]]);
  assert.deepEqual(await recordsOf(withSheets(hidden, { name: 'B' })), [[1, ['other']]]);
  const allHidden = withSheets(hidden, { name: 'B', state: 'veryHidden' });
  assert.deepEqual(await recordsOf(allHidden), [[1, ['first']]]);
});

test('reads no chart sheets', async () => {
  const parts = {
    ...spreadsheetParts([['first']]),
    'xl/workbook.xml': workbookXml([{ name: 'Chart' }, { name: 'Animals' }]),
    'xl/_rels/workbook.xml.rels': relationships({
      rId1: ['chartsheet', 'chartsheets/sheet1.xml'],
      rId2: ['worksheet', 'worksheets/sheet1.xml'],
    }),
  };
  assert.deepEqual(await rowsOf(zip(parts)), [[1, ['first']]]);
  const onlyChart = { ...parts, 'xl/workbook.xml': workbookXml([{ name: 'Chart' }]) };
  await rejects(zip(onlyChart), /^the spreadsheet has no worksheet\. Copy the rows to a worksheet\.$/);
});

test('finds parts with any names, by absolute and relative targets', async () => {
  const parts = {
    '_rels/.rels': relationships({ rId9: ['officeDocument', '/book/main.xml'] }),
    'book/main.xml': workbookXml([{ name: 'A' }, { name: 'B' }, { name: 'C' }]),
    'book/_rels/main.xml.rels': relationships({
      rId1: ['worksheet', '/cells/One.XML'],
      rId2: ['worksheet', '../cells/./two.xml'],
      rId3: ['worksheet', 'three.xml'],
    }),
    'cells/one.xml': cell('one'),
    'cells/two.xml': cell('two'),
    'book/three.xml': cell('three'),
  };
  for (const [sheet, text] of ['one', 'two', 'three'].entries())
    assert.deepEqual(await rowsOf(zip(parts), sheet), [[1, [text]]]);
  const { '_rels/.rels': _, ...unnamed } = spreadsheetParts([['first']]);
  assert.deepEqual(await rowsOf(zip(unnamed)), [[1, ['first']]], 'the usual main part');
});

test('rejects a workbook whose sheet has no relationship, or no part', async () => {
  assert.equal(await faultOf(withSheets(...['A', 'B', 'C', 'D', 'E'].map((name) => ({ name })))), 'damaged');
  const { 'xl/worksheets/sheet1.xml': _, ...parts } = spreadsheetParts([['first']]);
  assert.equal(await faultOf(zip(parts)), 'damaged');
});

test('reads a sheet several times, also at the same time and after a part of it', async () => {
  const rows = Array.from({ length: 1_201 }, (_, n) => [`pet ${n}`]);
  await withWorkbook(spreadsheet(rows), async (workbook) => {
    for await (const [first] of workbook.records()) {
      assert.equal(first?.line, 1);
      break;
    }
    const all = await Promise.all([
      Array.fromAsync(workbook.records()),
      Array.fromAsync(workbook.records('Animals')),
    ]);
    for (const blocks of all) {
      assert.deepEqual(
        blocks.map((block) => block.length),
        [500, 500, 201],
      );
    }
    assert.equal((await Array.fromAsync(workbook.records('Other'))).length, 1);
  });
});

test('passes on an error of the source', async () => {
  const source = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('PK');
    throw new Error('the client disconnected');
  };
  await assert.rejects(openWorkbook(source(), EN.sheet), /^Error: the client disconnected$/);
});

test('rejects readings of a workbook that is closed', async () => {
  const workbook = await withWorkbook(spreadsheet([['id']]), async (opened) => opened);
  await assert.rejects(workbook.records().next(), new Error('The workbook was closed'));
});
