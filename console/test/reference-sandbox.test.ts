// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { signedIn, startApp } from './console-page.ts';

const INJECTED = `
  const frame = document.body.appendChild(document.createElement('iframe'));
  [() => window, () => frame.contentWindow, () => window.open('/')].map((find) => {
    try {
      return String(find().sessionStorage.getItem('petstore.key'));
    } catch (error) {
      return error.name;
    }
  });`;

test('a script on /docs cannot read the API key of the console in the same tab', {
  skip: noBrowser,
}, async (t) => {
  const app = await startApp(t);
  const page = await signedIn(t, app);
  assert.equal(await page.evaluate(() => sessionStorage.getItem('petstore.key')), app.key);
  await page.goto(`${app.service.url}/docs/`);
  await page.getByText('List animals').first().waitFor();
  // `evaluate` bypasses the content policy: it stands for a successful injection.
  assert.equal(await page.evaluate('window.origin'), 'null');
  const found = await page.evaluate(INJECTED);
  assert.deepEqual(found, [
    // The storage of the page itself, which is in memory.
    'null',
    'SecurityError',
    'SecurityError',
  ]);
});
