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
