import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERROR_MESSAGES } from '../../../service/src/http/openapi/openapi-error-messages.ts';
import { ERROR_TEXTS } from './error-texts.ts';

test('has a text in each language for each error code of the service', () => {
  const codes = Object.keys(ERROR_MESSAGES).sort();
  for (const [language, texts] of Object.entries(ERROR_TEXTS)) {
    assert.deepEqual(Object.keys(texts).sort(), codes, language);
  }
});
