import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dateText, isoDateText, numberText, parseNumber } from './cell-text.ts';

test('writes a day, a day with a time, and a time', () => {
  assert.equal(dateText(45000, false), '2023-03-15');
  assert.equal(dateText(44259.54513888889, false), '2021-03-04T13:05:00');
  assert.equal(dateText(0.75, false), '18:00:00');
  assert.equal(dateText(0, false), '00:00:00');
});

test('rounds a time to the second, also to the next day', () => {
  assert.equal(dateText(45000 + 0.4 / 86_400, false), '2023-03-15');
  assert.equal(dateText(45000 + 86_399.4 / 86_400, false), '2023-03-15T23:59:59');
  assert.equal(dateText(45000 + 86_399.6 / 86_400, false), '2023-03-16');
  assert.equal(dateText(0.9999999, false), '00:00:00');
});

test('skips 29 February 1900, which did not exist', () => {
  assert.equal(dateText(1, false), '1900-01-01');
  assert.equal(dateText(59, false), '1900-02-28');
  assert.equal(dateText(60, false), undefined);
  assert.equal(dateText(60.5, false), undefined);
  assert.equal(dateText(61, false), '1900-03-01');
});

test('finds no date before 1900 or after 9999', () => {
  assert.equal(dateText(2958465, false), '9999-12-31');
  assert.equal(dateText(2958465.999999, false), undefined);
  assert.equal(dateText(2957003, true), '9999-12-31');
  for (const serial of [-1, -0.5, 2958466, 202001011200, 1e300, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.equal(dateText(serial, false), undefined, String(serial));
  }
  assert.equal(dateText(2957004, true), undefined);
});

test('writes an ISO 8601 date without its zone, and without midnight', () => {
  assert.equal(isoDateText('2021-03-04'), '2021-03-04');
  assert.equal(isoDateText('2021-03-04T00:00:00.000Z'), '2021-03-04');
  assert.equal(isoDateText('2021-03-04T13:05:00Z'), '2021-03-04T13:05:00');
  assert.equal(isoDateText('2021-03-04T13:05'), '2021-03-04T13:05:00');
  assert.equal(isoDateText('2021-03-04T13:05:06.789+02:00'), '2021-03-04T13:05:06');
  assert.equal(isoDateText('T13:05:06'), '13:05:06');
  for (const text of ['', 'Z', 'yesterday', '2021-3-4']) assert.equal(isoDateText(text), text);
});

test('property: every second from 1900-03-01 to 9999 is written as it is', () => {
  const [first, last] = [Date.UTC(1900, 2, 1), Date.UTC(9999, 11, 31)];
  fc.assert(
    fc.property(fc.integer({ min: first / 1000, max: last / 1000 }), (seconds) => {
      const serial = seconds / 86_400 + 25_569;
      const expected = new Date(seconds * 1000).toISOString().slice(0, 19).replace('T00:00:00', '');
      assert.equal(dateText(serial, false), expected);
    }),
  );
});

function textOf(content: string): string {
  const number = parseNumber(content);
  assert.ok(number !== undefined, content);
  return numberText(number);
}

test('writes a number with 15 significant digits', () => {
  assert.equal(textOf('149.97000000000003'), '149.97');
  assert.equal(textOf('3.3000000000000003'), '3.3');
  assert.equal(textOf('0.1'), '0.1');
  assert.equal(textOf('-2.50'), '-2.5');
  assert.equal(textOf('-0'), '0');
  assert.equal(textOf('+.5'), '0.5');
});

test('writes a number without an exponent, unless it was rounded to 15 digits', () => {
  assert.equal(textOf('1.5E-7'), '0.00000015');
  assert.equal(textOf('1E+14'), '100000000000000');
  assert.equal(textOf('985112345678901'), '985112345678901');
  assert.equal(textOf('985112345678901000'), '9.85112345678901E+17');
  assert.equal(textOf('999999999999999.9'), '1E+15');
});

test('takes a text that is no number for a text', () => {
  for (const text of ['', 'abc', '0x10', 'Infinity', 'NaN', '1e400', '1 2', '--1', '.', '9'.repeat(500)]) {
    assert.equal(parseNumber(text), undefined, text);
  }
});

test('property: a number is written without losing any of 15 digits', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const text = numberText(number);
      const expected = number.toPrecision(15);
      assert.equal(Number(text), Number(expected));
      assert.equal(/e/i.test(text), Number(number.toExponential(14).split('e')[1]) >= 15);
    }),
  );
});
