import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  escapeXml,
  spreadsheetParts,
  stringsXml,
  stylesXml,
  zip,
} from '@petstore/testing/fixtures/workbooks/spreadsheet.ts';
import fc from 'fast-check';
import type { SheetRow } from './cells/row-blocks.ts';
import { SheetFault } from './package/sheet-fault.ts';
import { WorkbookFile } from './workbook-file.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 100);

/** Reads all sheets. */
async function readAll(bytes: Buffer): Promise<SheetRow[]> {
  const file = await WorkbookFile.open(bytes);
  const rows: SheetRow[] = [];
  for (const index of file.sheets.keys()) {
    for await (const block of file.rows(index)) rows.push(...block);
  }
  return rows;
}

/** Escapes what XML cannot contain, and what looks like such an escape, as in Office Open XML. */
function escapeText(text: string): string {
  const escaped = text.replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
  const code = (character: string) => character.charCodeAt(0).toString(16).padStart(4, '0');
  return escapeXml(
    escaped.replaceAll(/[^\P{Cc}\t\n]|[\ufffe\uffff]|\p{Surrogate}/gu, (found) => `_x${code(found)}_`),
  );
}

const TEXT = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', ' ', '_x000D_', '_x005F_x0041_', 'a\r\nb', '<&">]]>', '🐶', '_x', '\uFEFF'),
);
const TABLE = fc.array(fc.array(TEXT, { maxLength: 5 }), { maxLength: 8 });
const STORAGE = fc.constantFrom('shared', 'inline', 'formula');

/** Returns the XML of a table without references, and its shared strings. */
function write(table: readonly (readonly string[])[], storage: string) {
  const strings: string[] = [];
  const cell = (text: string): string => {
    const xml = escapeText(text);
    if (storage === 'inline') return `<c t="inlineStr"><is><t>${xml}</t></is></c>`;
    if (storage === 'formula') return `<c t="str"><v>${xml}</v></c>`;
    strings.push(`<r><t>${xml}</t></r>`);
    return `<c t="s"><v>${strings.length - 1}</v></c>`;
  };
  const rows = table.map((row) => `<row>${row.map(cell).join('')}</row>`).join('');
  return { rows, strings: stringsXml(strings) };
}

/** Returns the values of a row up to the last that is not empty. */
function withoutTail(row: readonly string[]): string[] {
  return row.slice(0, row.findLastIndex((text) => text !== '') + 1);
}

test('property: any table of texts is read as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(TABLE, STORAGE, async (table, storage) => {
      const { rows, strings } = write(table, storage);
      const read = await readAll(
        zip({
          ...spreadsheetParts(rows),
          'xl/sharedStrings.xml': strings,
          'xl/worksheets/sheet2.xml': '<worksheet/>',
        }),
      );
      const expected = table
        .map((row, n) => ({ line: n + 1, values: withoutTail(row) }))
        .filter(({ values }) => values.length > 0);
      assert.deepEqual(read, expected);
    }),
    { numRuns: RUNS },
  );
});

const VALID = {
  ...spreadsheetParts([
    ['id', 'name', { xml: '<c t="s"><v>0</v></c>' }],
    [1, 'Rex', { xml: '<c s="1"><v>45000.5</v></c>' }],
    [2, 'Zoë', { xml: '<c t="d"><v>2021-03-04T00:00:00Z</v></c>' }],
  ]),
  'xl/styles.xml': stylesXml([0, 170], { 170: 'yyyy-mm-dd' }),
  'xl/sharedStrings.xml': stringsXml(['<r><t>born</t></r><rPh><t>x</t></rPh>']),
};

/** The position is a share of the length. */
const DAMAGE = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), {
  minLength: 1,
  maxLength: 5,
});

function damage(bytes: Buffer, changes: readonly (readonly [number, number])[]): Buffer {
  const damaged = Buffer.from(bytes);
  for (const [position, value] of changes) damaged[Math.floor(position * (bytes.length - 1))] = value;
  return damaged;
}

async function isReadOrRejected(bytes: Buffer): Promise<void> {
  try {
    await readAll(bytes);
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error;
  }
}

test('property: a damaged archive gives rows, or a reason for the user', async () => {
  const stored = zip(VALID, { isStored: true });
  const packed = zip(VALID);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(stored, packed), DAMAGE, async (bytes, changes) => {
      await isReadOrRejected(damage(bytes, changes));
    }),
    { numRuns: RUNS },
  );
});

test('property: damaged XML in a valid archive gives rows, or a reason for the user', async () => {
  const names = Object.keys(VALID) as (keyof typeof VALID)[];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), DAMAGE, fc.boolean(), async (name, changes, isCut) => {
      const bytes = damage(Buffer.from(VALID[name] ?? ''), changes);
      const end = isCut ? Math.floor((changes[0]?.[0] ?? 0) * bytes.length) : bytes.length;
      await isReadOrRejected(zip({ ...VALID, [name]: bytes.subarray(0, end) }));
    }),
    { numRuns: RUNS },
  );
});

test('property: swapped texts of XML give rows, or a reason for the user', async () => {
  const names = Object.keys(VALID) as (keyof typeof VALID)[];
  const texts = ['"1"', '"-1"', '"A1"', '"n"', '"s"', '>0<', '>1e999<', '<v>', '</v>', '<row>', '<c>', '""'];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.nat(),
      fc.constantFrom(...texts),
      async (name, n, replacement) => {
        const xml = VALID[name] ?? '';
        const tokens = [...xml.matchAll(/"[^"]*"|>[^<]+<|<[^>]+>/g)];
        const token = tokens[n % tokens.length];
        assert.ok(token !== undefined);
        const changed = xml.slice(0, token.index) + replacement + xml.slice(token.index + token[0].length);
        await isReadOrRejected(zip({ ...VALID, [name]: changed }));
      },
    ),
    { numRuns: RUNS },
  );
});
