import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGE_TEXTS } from '../../../../service/src/adoption/applications/pages/texts/languages.ts';
import { LANGUAGE_CODES } from '../../texts/languages.ts';
import { VISITOR_WORDS } from './visitor-words.ts';

test('the preview has the words of the form of the service', () => {
  for (const language of LANGUAGE_CODES) {
    const { name, email, telephone, message, optional, yes, no, send } = PAGE_TEXTS[language].form;
    assert.deepEqual(VISITOR_WORDS[language], { name, email, telephone, message, optional, yes, no, send });
  }
});
