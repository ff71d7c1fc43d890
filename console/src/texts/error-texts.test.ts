import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERROR_MESSAGES } from '../../../service/src/http/openapi/openapi-error-messages.ts';
import { ERROR_TEXTS } from './error-texts.ts';

/** The console never sends what these reject. */
const NOT_OF_THE_CONSOLE = [
  'malformed_json',
  'method_not_allowed',
  'operation_removed',
  'expectation_failed',
  'headers_too_large',
  // Handled without a message.
  'events_expired',
];

test('has a Spanish text for each error code that users of the console meet', () => {
  const expected = Object.keys(ERROR_MESSAGES).filter((code) => !NOT_OF_THE_CONSOLE.includes(code));
  assert.deepEqual(Object.keys(ERROR_TEXTS.es).sort(), expected.sort());
});
