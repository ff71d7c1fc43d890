import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DateColumn, decideOrder } from './date-order.ts';
import { readDate } from './dates.ts';

/** Returns a column, whose values are in the lines from 2. */
function columnOf(column: string, texts: readonly string[]) {
  const found = new DateColumn();
  for (const [index, text] of texts.entries()) {
    found.add(readDate(text, Date.UTC(2026, 10, 25)), { line: index + 2, column, text });
  }
  return found;
}

function evidenceOf(column: string, texts: readonly string[]) {
  return columnOf(column, texts).evidence;
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

test('the other columns of dates decide if the imported ones leave it open, and never contradict them', () => {
  const open = [evidenceOf('born', ['03/04/2020'])];
  const vaccinated = columnOf('vaccinated', ['25/12/2020', '03/01/2021']);
  assert.deepEqual(decideOrder(open, [vaccinated]), { kind: 'proven', order: 'day-first' });
  const monthFirst = [evidenceOf('born', ['12/25/2020'])];
  assert.deepEqual(decideOrder(monthFirst, [vaccinated]), { kind: 'proven', order: 'month-first' });
  const notes = columnOf('notes', ['seen on', 'the street', '25/12/2020']);
  assert.equal(decideOrder(open, [notes]).kind, 'unknown');
});
