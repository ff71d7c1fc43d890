// Runs in a process of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EN } from '../texts/en.ts';
import { ImportError, type SourceRow } from './row.ts';
import { formatOfFile, type RowFormat, readRows } from './rows.ts';
import { MAX_ROW_LENGTH } from './text/lines.ts';

const COLUMNS = [
  { name: 'name', optional: false },
  { name: 'categoryId', optional: false },
  { name: 'status', optional: true },
];

const OPTIONS = { columns: COLUMNS, texts: EN };

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** A string is encoded in UTF-8; an array is the concatenation of its strings and bytes. */
type Content = string | readonly (string | number)[];

function bytesOf(content: Content): Buffer {
  const parts = typeof content === 'string' ? [content] : content;
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))));
}

async function rowsOf(format: RowFormat, content: Content, chunkSize = 1 << 16): Promise<SourceRow[]> {
  const rows: SourceRow[] = [];
  const file = { format, open: () => inChunks(bytesOf(content), chunkSize) };
  for await (const block of readRows(file, OPTIONS)) rows.push(...block.rows);
  return rows;
}

/** Returns the line of each row with its values or its fault. */
async function summaryOf(format: RowFormat, content: Content): Promise<[number, ...string[]][]> {
  const rows = await rowsOf(format, content);
  return rows.map(({ line, values, fault }) =>
    fault === undefined ? [line, ...values.values()] : [line, `${fault.column ?? 'row'} ${fault.reason}`],
  );
}

const TOO_LONG = `is longer than ${MAX_ROW_LENGTH.toLocaleString('en')} characters`;

test('counts lines from 1, including line feeds inside a value', async () => {
  assert.deepEqual(await summaryOf('csv', 'name,categoryId\r\n"A\r\nB\nC",1\r\n\r\nD,2\r\n'), [
    [2, 'A\r\nB\nC', '1'],
    [6, 'D', '2'],
  ]);
  assert.deepEqual(await summaryOf('ndjson', '\n{"name":"A"}\r\n \n{"name":"B"}'), [
    [2, 'A'],
    [4, 'B'],
  ]);
});

test('removes a byte order mark only at the beginning of the file', async () => {
  assert.deepEqual(await summaryOf('csv', '\uFEFFname,categoryId\n\uFEFFA,1\n'), [[2, '\uFEFFA', '1']]);
  assert.deepEqual(await summaryOf('ndjson', '\uFEFF{"name":"\uFEFFA"}\n'), [[1, '\uFEFFA']]);
});

test('empty records and repetitions of the header are no rows', async () => {
  const csv = 'name,categoryId\n,\nA,1\n , \nname,categoryId\nB,2\n,,,\n';
  assert.deepEqual(await summaryOf('csv', csv), [
    [3, 'A', '1'],
    [6, 'B', '2'],
  ]);
});

test('reads only the needed columns, in any order', async () => {
  assert.deepEqual(await summaryOf('csv', 'id,status,categoryId,name\n7,sold,1,A\n'), [
    [2, 'A', '1', 'sold'],
  ]);
});

test('a row that is not UTF-8 fails alone and names the column', async () => {
  const csv = ['name,categoryId\nA,1\n', 0xff, 'B,2\n"two\n', 0xc3, ' lines",3\nŁ\uFFFD,4\nÉ,5\n'];
  assert.deepEqual(await summaryOf('csv', csv), [
    [2, 'A', '1'],
    [3, 'name is not UTF-8'],
    [4, 'name is not UTF-8'],
    [6, 'Ł\uFFFD', '4'],
    [7, 'É', '5'],
  ]);
  const ndjson = ['{"name":"', 0xff, '"}\n{"name":"\uFFFD"}\n'];
  assert.deepEqual(await summaryOf('ndjson', ndjson), [
    [1, 'row is not UTF-8'],
    [2, '\uFFFD'],
  ]);
});

test('a row that is not UTF-8 has the values that could be read, such as its reference', async () => {
  const [row] = await rowsOf('csv', ['name,categoryId\n', 0xff, ',Ł\nÉ,1\n']);
  assert.deepEqual([...(row?.values ?? [])], [['categoryId', 'Ł']]);
});

test('a row with too few or too many values fails alone', async () => {
  assert.deepEqual(await summaryOf('csv', 'name,categoryId\nA\nB,2\nC,3,sold\nD,4\n'), [
    [2, 'row has 1 value, but the header has 2 columns'],
    [3, 'B', '2'],
    [4, 'row has 3 values, but the header has 2 columns: quote values that contain the separator'],
    [5, 'D', '4'],
  ]);
});

test('a quote inside a value is text, and so is a quote that other text follows', async () => {
  const rows = 'A"B"C,1\n"D"E,2\n"F""G",3\n22" tall,4\n"H, I" J,5\nK,"L" \n';
  assert.deepEqual(await summaryOf('csv', `name,categoryId\n${rows}`), [
    [2, 'A"B"C', '1'],
    [3, '"D"E', '2'],
    [4, 'F"G', '3'],
    [5, '22" tall', '4'],
    [6, '"H, I" J', '5'],
    [7, 'K', '"L" '],
  ]);
});

test('a row with an unclosed quote fails alone', async () => {
  assert.deepEqual(await summaryOf('csv', 'name,categoryId\n"A,1\nB,2\n"C",3\nD,"4\nE,5\n'), [
    [2, 'row has an unclosed quote'],
    [3, 'B', '2'],
    [4, 'C', '3'],
    [5, 'row has an unclosed quote'],
    [6, 'E', '5'],
  ]);
});

test('a row with a value of more than 10,000 lines fails alone', async () => {
  const rows = await rowsOf('csv', `name,categoryId\n"Rex${'\n'.repeat(2_000_000)}"A",1\nTom,2\n`);
  assert.equal(rows[0]?.fault?.reason, 'has more than 10,000 lines, or has an unclosed quote');
  assert.deepEqual(
    rows.slice(1).map(({ values }) => values.get('name')),
    ['A', 'Tom'],
  );
});

test('a row with a value longer than 1 MiB fails alone, quoted or not, on one line or many', async () => {
  const long = 'x'.repeat(2 * MAX_ROW_LENGTH);
  const orQuote = `row ${TOO_LONG}, or has an unclosed quote`;
  assert.deepEqual(await summaryOf('csv', `name,categoryId\n${long},1\n"${long}",2\nA,3\n`), [
    [2, orQuote],
    [3, orQuote],
    [4, 'A', '3'],
  ]);
  const many = `${'x'.repeat(1000)},y\n`.repeat(1100);
  const rows = await summaryOf('csv', `name,categoryId\n"${many}\nB,4\n`);
  assert.deepEqual([rows[0], rows.at(-1), rows.length], [[2, orQuote], [1103, 'B', '4'], 1101]);
  assert.deepEqual(await summaryOf('ndjson', `{"name":"${long}"}\n{"name":"A"}\n`), [
    [1, `row ${TOO_LONG}`],
    [2, 'A'],
  ]);
});

test('reads an endless line in bounded memory', async () => {
  async function* endless() {
    yield Buffer.from('name,categoryId\nA,1\n');
    for (let mebibytes = 0; mebibytes < 256; mebibytes += 1) yield Buffer.alloc(MAX_ROW_LENGTH, 'x');
    yield Buffer.from('\nB,2\n');
  }
  const rows: SourceRow[] = [];
  const before = process.memoryUsage.rss();
  const file = { format: 'csv', open: endless } as const;
  for await (const block of readRows(file, OPTIONS)) rows.push(...block.rows);
  assert.deepEqual(
    rows.map(({ line, fault }) => [line, fault === undefined]),
    [
      [2, true],
      [3, false],
      [4, true],
    ],
  );
  assert.ok(process.memoryUsage.rss() - before < 100 * MAX_ROW_LENGTH);
});

test('a line of NDJSON that is not an object fails alone', async () => {
  const object = 'row must be a JSON object, such as {"name":"Frank","categoryId":1}';
  const lines = [
    '{"name":"A"}',
    '[1]',
    '5',
    'null',
    '1e999',
    '{"name":',
    '{"name":"B"}',
    `{"name":${'['.repeat(1e5)}`,
  ];
  const rows = await summaryOf('ndjson', lines.join('\n'));
  assert.deepEqual(rows.slice(0, 5), [
    [1, 'A'],
    [2, object],
    [3, object],
    [4, object],
    [5, object],
  ]);
  assert.match(String(rows[5]?.[1]), /^row cannot be read: The text is not JSON: /);
  assert.deepEqual(rows.slice(6), [
    [7, 'B'],
    [8, 'row cannot be read: JSON is nested deeper than 32 levels'],
  ]);
});

test('NDJSON: numbers keep all digits, null is empty, and an object fails', async () => {
  const lines = [
    '{"name":7,"categoryId":9007199254740993}',
    '{"name":"B","categoryId":1e999,"status":null}',
    '{"name":{"first":"C"},"categoryId":5.0}',
  ];
  assert.deepEqual(await summaryOf('ndjson', lines.join('\n')), [
    [1, '7', '9007199254740993'],
    [2, 'B', '1e999', ''],
    [3, 'name must be a string or a number'],
  ]);
});

const REJECTED: Record<string, [RowFormat, Content, RegExp]> = {
  'a missing column': [
    'csv',
    'title;categoryId\nA;1\n',
    /^the file has no column "name"; its columns are "title", "categoryId"\. /,
  ],
  'a duplicate column': ['csv', 'name,categoryId,name\n', /^the file has more than one column "name"/],
  'no header': ['csv', '\n', /^the file is empty/],
  'an invalid header': ['csv', '\n"name,categoryId\n', /^the header \(line 2\) has an unclosed quote/],
  'objects with other members': [
    'ndjson',
    '{"title":"A","kind":1}\n',
    /^the first object of the file has none of the members "name", "categoryId", "status"; it has "title", "kind"\. /,
  ],
};

test('rejects a file whose header or first object does not have the columns', async () => {
  for (const [name, [format, content, message]] of Object.entries(REJECTED)) {
    const isExpected = (error: unknown) => error instanceof ImportError && message.test(error.message);
    await assert.rejects(rowsOf(format, content), isExpected, name);
  }
});

test('the rows do not depend on how the file is split into chunks', async () => {
  const field = fc.string({
    unit: fc.constantFrom('a', '"', ',', '\n', '\r', 'Ł', '😀', '\uFFFD'),
    maxLength: 6,
  });
  const garbage = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'Ł'), maxLength: 40 });
  const quoted = fc
    .array(fc.tuple(field, field), { maxLength: 4 })
    .map((rows) =>
      rows.map((row) => `${row.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')}\r\n`).join(''),
    );
  await fc.assert(
    fc.asyncProperty(fc.oneof(quoted, garbage), fc.integer({ min: 1, max: 9 }), async (body, size) => {
      const content = `name,categoryId\n${body}`;
      const plain = (rows: SourceRow[]) => rows.map((row) => ({ ...row, cells: row.cells() }));
      assert.deepEqual(plain(await rowsOf('csv', content, size)), plain(await rowsOf('csv', content)));
    }),
  );
});

test('invalid bytes after a valid row neither lose that row nor stop the reader', async () => {
  const bytes = fc.array(
    fc.oneof(fc.constantFrom(0x22, 0x2c, 0x0a, 0x0d, 0x7b, 0x7d), fc.integer({ min: 0, max: 255 })),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom<RowFormat>('csv', 'ndjson'), bytes, async (format, garbage) => {
      const first = format === 'csv' ? 'name,categoryId\nA,1\n' : '{"name":"A"}\n';
      const rows = await rowsOf(format, [first, ...garbage]);
      assert.equal(rows[0]?.values.get('name'), 'A');
      const lines = rows.map(({ line }) => line);
      assert.deepEqual(
        lines,
        lines.toSorted((a, b) => a - b),
      );
    }),
  );
});

test('formatOfFile returns the format by the extension', () => {
  const formats = ['a.csv', 'A.CSV', 'a.ndjson', 'a.b.jsonl', 'a.json', 'csv', '-'].map(formatOfFile);
  assert.deepEqual(formats, ['csv', 'csv', 'ndjson', 'ndjson', undefined, undefined, undefined]);
});

test('a row with more values than a sheet has columns fails alone', async () => {
  const half = ','.repeat(8_192);
  const rows = await rowsOf('csv', `name,categoryId\nRex,1\n${half}${half}\n"a${half}\n"${half}\nTom,2\n`);
  assert.deepEqual(
    rows.map(({ line, fault }) => [line, fault?.reason]),
    [
      [2, undefined],
      [3, 'has more than 16,384 values'],
      [4, 'has more than 16,384 values'],
      [6, undefined],
    ],
  );
});

test('other work has its turn between any 100 rows of a file', async () => {
  const contents = {
    csv: `name,categoryId\n${'Rex,1\n'.repeat(1_000)}`,
    ndjson: 'x\n'.repeat(1_000),
  };
  for (const [format, content] of Object.entries(contents)) {
    let [turns, rows] = [0, 0];
    const turn = async () => {
      turns += 1;
      assert.ok(rows <= turns * 100, `${rows} rows`);
    };
    const file = { format: format as RowFormat, open: () => inChunks(bytesOf(content), 1 << 16), turn };
    for await (const block of readRows(file, OPTIONS)) rows += block.rows.length;
    assert.deepEqual([rows, turns >= 10], [1_000, true]);
  }
});
