// cspell:ignore ddddd ggge
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDateFormat } from './date-styles.ts';

const DATES = [
  'yyyy-mm-dd',
  'DD/MM/YY',
  'h:mm AM/PM',
  '[h]:mm',
  '[mm]',
  '[ss].00',
  '[$-409]d-mmm-yy;@',
  '[$-F800]dddd\\,\\ mmmm\\ dd',
  '[Red]mm.yyyy',
  '"on "d',
  '\\dd',
  '_(d',
  // A semicolon in a quoted text ends no section.
  '";"yyyy',
  '\\;yyyy',
];

const NUMBERS = [
  '',
  'General',
  '0.00',
  '#,##0.00 "days"',
  '#,##0\\ \\d\\a\\y\\s',
  '[Red]0.00',
  '[$USD] #,##0.00',
  '_-* #,##0.00 _€',
  '0_d',
  '0*s',
  '0;yyyy',
  '0"; "',
  '"unclosed yyyy',
  '[unclosed yyyy',
  '0.00E+00',
  '# ?/?',
  '@',
];

test('recognises the formats of dates, and no format of numbers', () => {
  for (const code of DATES) assert.ok(isDateFormat(code), code);
  for (const code of NUMBERS) assert.ok(!isDateFormat(code), code);
});
