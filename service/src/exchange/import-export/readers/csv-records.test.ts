import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CsvFault, CsvRecords } from './csv-records.ts';

/** Returns lines of which each opens a quote that the next one closes and opens again, and how often they are read. */
function openLines(count: number) {
  const reads = { count: 0 };
  const lines = Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    isUtf8: true,
    get text() {
      reads.count += 1;
      return 'a","';
    },
  }));
  return { lines, reads };
}

test('reads no line more than a few times, although each of them may be in a value that never ends', () => {
  const { lines, reads } = openLines(30_000);
  const records = new CsvRecords(',');
  const all = [...records.read(lines), ...records.end()];
  assert.deepEqual(
    all.map(({ line }) => line),
    lines.map(({ number }) => number),
  );
  assert.ok(all.every(({ values }) => values instanceof CsvFault && values.kind !== 'tooLong'));
  assert.ok(reads.count < 60 * lines.length, `${reads.count} reads`);
});

test('reads the rows after an unclosed quote, also if there are many', () => {
  const lines = Array.from({ length: 500 }, (_, n) => [`"open ${n}`, 'a,1', '"two', 'lines",2']).flat();
  const records = new CsvRecords(',');
  const all = [
    ...records.read(lines.map((text, index) => ({ number: index + 1, text, isUtf8: true }))),
    ...records.end(),
  ];
  assert.deepEqual(
    all.filter(({ values }) => values instanceof CsvFault).map(({ line }) => line),
    Array.from({ length: 500 }, (_, n) => 4 * n + 1),
  );
});
