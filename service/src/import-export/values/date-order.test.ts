import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DateOrderEvidence, decideOrder } from './date-order.ts';
import { readDate } from './dates.ts';

/** Returns the evidence of a column, whose dates are in the lines from 2. */
function evidenceOf(column: string, texts: readonly string[]) {
  const evidence = new DateOrderEvidence();
  for (const [index, text] of texts.entries()) {
    const reading = readDate(text, Date.UTC(2026, 10, 25));
    if (reading !== undefined) evidence.add(reading, { line: index + 2, column, text });
  }
  return evidence.found;
}

test('one date that proves an order decides for the dates of all columns', () => {
  const columns = [evidenceOf('born', ['03/04/2020', '25/12/2019']), evidenceOf('intake', ['05/06/2024'])];
  assert.deepEqual(decideOrder(columns), { kind: 'proven', order: 'day-first' });
});

test('dates that prove both orders are a contradiction, with the first of each', () => {
  const decision = decideOrder([
    evidenceOf('born', ['25/12/2019', '26/12/2019']),
    evidenceOf('intake', ['', '04/30/2024']),
  ]);
  assert.deepEqual(decision, {
    kind: 'contradiction',
    dayFirst: { line: 2, column: 'born', text: '25/12/2019' },
    monthFirst: { line: 3, column: 'intake', text: '04/30/2024' },
  });
});

test('dates that prove no order are unknown, with the first whose day depends on it', () => {
  const decision = decideOrder([evidenceOf('born', ['05/05/2020', '03/04/2020'])]);
  assert.deepEqual(decision, { kind: 'unknown', example: { line: 3, column: 'born', text: '03/04/2020' } });
});

test('the order is not needed for dates that are the same in both', () => {
  assert.deepEqual(decideOrder([evidenceOf('born', ['05/05/2020', '2020-03-04', '10 Apr 2014', 'soon'])]), {
    kind: 'not needed',
  });
});
