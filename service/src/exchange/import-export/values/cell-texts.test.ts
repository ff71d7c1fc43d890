import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBlank, isFormulaError, isShortenedNumber } from './cell-texts.ts';

test('white space, dashes and the words of programs are no value; names that look like them are', () => {
  for (const text of ['', '  ', '\u00a0', 'NULL', ' N/A ', '-', '--', '—', 'NA', '(null)'])
    assert.ok(isBlank(text), text);
  for (const text of ['Null', 'Na', 'None', '0', '-1', 'x', '?']) assert.ok(!isBlank(text), text);
});

test('recognises the errors of formulas in both languages, and no other text with a number sign', () => {
  for (const text of ['#REF!', '#N/A', '#NAME?', '#¡REF!', '#¿NOMBRE?', ' #value! '])
    assert.ok(isFormulaError(text), text);
  for (const text of ['#1', '#REF', 'REF!', '# N/A', '#N/A Bella']) assert.ok(!isFormulaError(text), text);
});

test('recognises numbers that a spreadsheet program has shortened, and no code', () => {
  for (const text of ['9.85112E+14', '9,85112E+14', '1E+15', '-1.5e+20'])
    assert.ok(isShortenedNumber(text), text);
  for (const text of ['985112003456789', '12E3', '1E5', 'A1E+15', '9.85112'])
    assert.ok(!isShortenedNumber(text), text);
});
