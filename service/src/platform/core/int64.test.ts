import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { INT64_MAX, INT64_MIN, int64FromJson, int64FromNumber } from './int64.ts';
import { parseJson } from './json.ts';

const anyInt64 = fc.bigInt({ min: INT64_MIN, max: INT64_MAX });

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
