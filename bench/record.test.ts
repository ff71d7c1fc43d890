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
