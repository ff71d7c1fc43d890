import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { numberText, parseNumber } from './number-text.ts';

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

test('writes a small or a large number without an exponent', () => {
  assert.equal(textOf('1.5E-7'), '0.00000015');
  assert.equal(textOf('-1e-7'), '-0.0000001');
  assert.equal(textOf('1E+14'), '100000000000000');
  assert.equal(textOf('985112345678901'), '985112345678901');
});

test('writes a number that was rounded to 15 digits with an exponent', () => {
  assert.equal(textOf('985112345678901000'), '9.85112345678901E+17');
  assert.equal(textOf('9.8511234567890123E+17'), '9.85112345678901E+17');
  assert.equal(textOf('-1234567890123456'), '-1.23456789012346E+15');
  assert.equal(textOf('999999999999999.9'), '1E+15');
  assert.equal(textOf('-1.7976931348623157E+308'), '-1.79769313486232E+308');
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
