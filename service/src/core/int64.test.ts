import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { INT64_MAX, INT64_MIN, int64FromDigits, int64FromJson, int64FromNumber } from './int64.ts';
import { parseJson } from './json.ts';

const anyInt64 = fc.bigInt({ min: INT64_MIN, max: INT64_MAX });
const beyondInt64 = fc.oneof(
  fc.bigInt({ min: INT64_MAX + 1n, max: INT64_MAX * 1_000_000n }),
  fc.bigInt({ min: INT64_MIN * 1_000_000n, max: INT64_MIN - 1n }),
);

test('parses every int64 exactly from its digits', () => {
  fc.assert(
    fc.property(anyInt64, (value) => {
      assert.equal(int64FromDigits(String(value)), value);
      assert.equal(int64FromNumber(String(value)), value);
    }),
  );
});

test('rejects integers out of range, as digits and as a number', () => {
  fc.assert(
    fc.property(beyondInt64, (value) => {
      assert.equal(int64FromDigits(String(value)), undefined);
      assert.equal(int64FromNumber(String(value)), undefined);
    }),
  );
});

test('parses an int64 with any position of the decimal point and any exponent', () => {
  fc.assert(
    fc.property(anyInt64, fc.integer({ min: 0, max: 40 }), fc.nat({ max: 5 }), (value, places, zeros) => {
      const digits = String(value < 0n ? -value : value).padStart(places + 1, '0');
      const at = digits.length - places;
      const point = places + zeros === 0 ? '' : '.';
      const sign = value < 0n ? '-' : '';
      const text = `${sign}${digits.slice(0, at)}${point}${digits.slice(at)}${'0'.repeat(zeros)}e+${places}`;
      assert.equal(int64FromNumber(text), value, text);
    }),
  );
});

test('rejects a number with a fraction', () => {
  fc.assert(
    fc.property(anyInt64, fc.integer({ min: 1, max: 9 }), fc.nat({ max: 30 }), (value, digit, zeros) => {
      assert.equal(int64FromNumber(`${value}.${'0'.repeat(zeros)}${digit}`), undefined);
    }),
  );
});

test('an int64 from JSON is exact or undefined, never rounded', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const read = int64FromJson(parseJson(JSON.stringify(value)));
      if (read !== undefined) assert.equal(Number(read), Object.is(value, -0) ? 0 : value);
      else assert.ok(!Number.isInteger(value) || Math.abs(value) >= 2 ** 63);
    }),
  );
});

const FORMS: Record<string, bigint | undefined> = {
  '5': 5n,
  '5.0': 5n,
  '5e0': 5n,
  '0.05e2': 5n,
  '500e-2': 5n,
  '-0': 0n,
  '0e-5': 0n,
  '1e18': 10n ** 18n,
  '1e19': undefined,
  '5.5': undefined,
  '5e-1': undefined,
  '05': 5n,
  '': undefined,
  '-': undefined,
  '+5': undefined,
  '5.': undefined,
  '.5': undefined,
  '5e': undefined,
  ' 5': undefined,
  '5\n': undefined,
  '0x5': undefined,
  '٥': undefined,
  NaN: undefined,
  Infinity: undefined,
};

test('parses a number in each of its forms, and nothing else', () => {
  for (const [source, expected] of Object.entries(FORMS))
    assert.equal(int64FromNumber(source), expected, source);
});

const DIGITS: Record<string, bigint | undefined> = {
  '5': 5n,
  '-5': -5n,
  '0005': 5n,
  '-0': 0n,
  '': undefined,
  '-': undefined,
  '+5': undefined,
  '5.0': undefined,
  '5e0': undefined,
  ' 5': undefined,
  '5 ': undefined,
  '5\n': undefined,
  '٥': undefined,
  '1_000': undefined,
  '0x5': undefined,
};

test('parses digits with a sign, and nothing else', () => {
  for (const [text, expected] of Object.entries(DIGITS)) assert.equal(int64FromDigits(text), expected, text);
});

test('rejects a huge exponent without creating that many digits', () => {
  for (const exponent of ['999999999', '9'.repeat(400), '-999999999', `-${'9'.repeat(400)}`]) {
    assert.equal(int64FromNumber(`1e${exponent}`), undefined);
    assert.equal(int64FromNumber(`0e${exponent}`), 0n);
  }
});

test('parses 60,000 zeros in linear time', () => {
  const long = `1${'0'.repeat(60_000)}1`;
  assert.equal(int64FromNumber(long), undefined);
  assert.equal(int64FromNumber(`${'0'.repeat(60_000)}7`), 7n);
  assert.equal(int64FromNumber(`7.${'0'.repeat(60_000)}`), 7n);
});

test('only a JSON number can be an int64', () => {
  for (const value of ['5', true, null, undefined, [5], { value: 5 }, 5.5, 2 ** 53, Number.NaN]) {
    assert.equal(int64FromJson(value), undefined);
  }
  assert.equal(int64FromJson(5), 5n);
  assert.equal(int64FromJson(-0), 0n);
  assert.equal(int64FromJson(INT64_MAX), INT64_MAX);
  assert.equal(int64FromJson(INT64_MAX + 1n), undefined);
});
