import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dateText, isoDateText } from './date-text.ts';

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

test('counts from 1904 if the workbook does', () => {
  assert.equal(dateText(42369, true), '2020-01-01');
  assert.equal(dateText(1, true), '1904-01-02');
  assert.equal(dateText(60, true), '1904-03-01');
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
