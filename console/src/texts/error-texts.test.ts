import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERROR_MESSAGES } from '../../../service/src/platform/http/openapi/openapi-error-messages.ts';
import { ERROR_TEXTS } from './error-texts.ts';

test('has a text for each error code of the service', () => {
  assert.deepEqual(Object.keys(ERROR_TEXTS).sort(), Object.keys(ERROR_MESSAGES).sort());
});
