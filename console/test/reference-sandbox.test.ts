import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noChromium } from '@petstore/testing/servers/chromium.ts';
import { signedIn, startConsole } from './console-page.ts';

const INJECTED = `
  const frame = document.body.appendChild(document.createElement('iframe'));
  [() => window, () => frame.contentWindow, () => window.open('/')].map((find) => {
    try {
      return String(find().sessionStorage.getItem('petstore.key'));
    } catch (error) {
      return error.name;
    }
  });`;

test('a script that runs in /docs cannot read the key of the console in the same tab', {
  skip: noChromium,
}, async (t) => {
  const place = await startConsole(t);
  const page = await signedIn(t, place);
  assert.equal(await page.evaluate(() => sessionStorage.getItem('petstore.key')), place.key);
  await page.goto(`${place.service.url}/docs/`);
  await page.getByText('List animals').first().waitFor();
  // The browser runs this in the page itself, where the content policy does not apply: as if an injection had worked.
  assert.equal(await page.evaluate('window.origin'), 'null');
  const found = await page.evaluate(INJECTED);
  assert.deepEqual(found, [
    // The page's own storage, which is in memory.
    'null',
    'SecurityError',
    'SecurityError',
  ]);
});
