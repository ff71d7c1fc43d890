import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSheetRecords } from './sheet-records.ts';
import { spreadsheet } from './spreadsheet-fixture.ts';

async function recordsOf(bytes: Uint8Array): Promise<[line: number, values: unknown][]> {
  const blocks = await Array.fromAsync(readSheetRecords(new Blob([new Uint8Array(bytes)]).stream()));
  return blocks.flat().map(({ line, values }) => [line, values]);
}

test('each record has as many values as the header', async () => {
  const bytes = spreadsheet([['id', 'name', 'born'], [1], [], [2, 'Rex', '', 'without a column']]);
  assert.deepEqual(await recordsOf(bytes), [
    [1, ['id', 'name', 'born']],
    [2, ['1', '', '']],
    [4, ['2', 'Rex', '']],
  ]);
});

test('reads a sheet with more rows than fit in one message', async () => {
  const rows = Array.from({ length: 1_201 }, (_, n) => [`pet ${n}`]);
  assert.deepEqual(
    await recordsOf(spreadsheet(rows)),
    rows.map((values, n) => [n + 1, values]),
  );
});
