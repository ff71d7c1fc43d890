import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOf, fieldError, fieldsError } from './field-faults.ts';

const headerOf = (...fields: string[]) =>
  fieldsError('invalid_body', [{ fields, text: 'x' }]).headers['Invalid-Fields'];

test('the message has a sentence for each field, and the header has their names', () => {
  const faults = [faultOf('name', 'is required'), faultOf('fee.amount', 'must be an amount; got "1. 2"')];
  const error = fieldsError('invalid_body', faults);
  assert.equal(error.message, 'name is required. fee.amount must be an amount; got "1. 2".');
  assert.deepEqual(error.headers, { 'Invalid-Fields': 'name, fee.amount' });
  assert.equal(fieldError('invalid_parameter', 'q', 'is wrong').message, 'q is wrong.');
});

test('an error of the whole body has no Invalid-Fields', () => {
  assert.deepEqual(fieldsError('invalid_body', [{ fields: [], text: 'No body' }]).headers, {});
});

test('a name of the client is safe in a header field, truncated and without API keys', () => {
  assert.equal(headerOf('a, b\r\nX: y', 'name[0]', '\u00fc'), 'a%2C%20b%0D%0AX%3A%20y, name%5B0%5D, %C3%BC'); // cspell:disable-line
  assert.equal(headerOf('\ud800'), '%EF%BF%BD');
  assert.equal(headerOf('n'.repeat(1000)), 'n'.repeat(100));
  assert.equal(headerOf('petstore_live_0123456789abcdef'), 'petstore_live_REDACTED'); // cspell:disable-line
});

test('Invalid-Fields has at most 2,000 characters, and only whole names and characters', () => {
  const names = Array.from({ length: 60 }, (_, index) => `${index}${'\u20ac'.repeat(100)}`);
  const header = headerOf(...names) ?? '';
  assert.ok(header.length > 1_800 && header.length <= 2_000, `${header.length} characters`);
  for (const [index, name] of header.split(', ').entries()) {
    assert.match(decodeURIComponent(name), new RegExp(`^${index}\u20ac{10,11}$`));
  }
});

test('a request with thousands of faults gets a short response', () => {
  const faults = Array.from({ length: 5000 }, (_, index) => faultOf(`f${index}`, 'is wrong'));
  const { message, headers } = fieldsError('invalid_body', faults);
  assert.match(message, /f19 is wrong\. 4980 more fields are invalid\.$/);
  assert.equal(headers['Invalid-Fields']?.split(', ').length, 50);
  assert.match(fieldsError('invalid_body', faults.slice(0, 21)).message, / 1 more field is invalid\.$/);
});
