import { test } from 'node:test';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { openPagesIn } from './pages-in-language.ts';

for (const language of ['es', 'fr'] as const) {
  test(`every page is in the language of a browser: ${language}`, { skip: noBrowser }, (t) =>
    openPagesIn(t, language),
  );
}
