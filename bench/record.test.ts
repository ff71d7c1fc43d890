import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOCUMENTS, readDocument, readRecord, scenariosIn, withTables } from './record.ts';

test('the tables of the bench in the documents are those of its last recorded runs', () => {
  const record = readRecord();
  const shown: string[] = [];
  for (const name of DOCUMENTS) {
    const text = readDocument(name);
    assert.equal(text, withTables(text, record), `${name}: "npm run bench -- SCENARIO --record" writes it`);
    shown.push(...scenariosIn(text));
  }
  assert.deepEqual(shown.toSorted(), Object.keys(record).toSorted(), 'each recorded run is in one document');
});

test('a table shows targets, missed ones and figures, and no column that is empty', () => {
  const record = {
    start: {
      date: '2026-11-25',
      node: '24.21.0',
      results: [
        { what: 'fast', value: 0.5, target: { min: 0.4 }, figures: '5 against 10' },
        { what: 'slow', value: 330, unit: 'ms', target: { max: 300 } },
      ],
    },
    size: { date: '2026-11-26', node: '24.21.0', results: [{ what: 'bytes', value: 12, unit: 'B' }] },
  };
  const text = 'a\n<!-- bench: start -->\nold\n<!-- end -->\nb\n<!-- bench: size -->\n<!-- end -->\n';
  assert.equal(
    withTables(text, record),
    `a
<!-- bench: start -->
| 2026-11-25, Node 24.21.0 | target | result | figures of the run |
| --- | --- | --- | --- |
| fast | >= 0.4 | 0.50 | 5 against 10 |
| slow | <= 300 ms | 330 ms (missed) |  |
<!-- end -->
b
<!-- bench: size -->
| 2026-11-26, Node 24.21.0 | result |
| --- | --- |
| bytes | 12.00 B |
<!-- end -->
`,
  );
});
