// Runs in Chromium and in Firefox.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { signedIn, startApp } from './console-page.ts';

test('an error of a page shows what went wrong and what was typed, but not the names of others, and another page works', {
  skip: noBrowser,
}, async (t) => {
  const app = await startApp(t);
  const { key } = await app.service.account({ role: 'admin' });
  for (const [id, name] of ['Dogs', 'Cats'].entries()) {
    await app.service.send(`/v1/categories/${id + 1}`, { method: 'PUT', key, body: { name } });
  }
  const page = await signedIn(t, app, { key, at: '/categories', errors: 'expected' });
  const field = page.getByLabel('Name of category 1', { exact: true });
  // React does not notice that Playwright fills a controlled field of Firefox.
  await field.press('Control+A');
  await field.pressSequentially('Hounds');
  await page.getByRole('button', { name: 'Add a category' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Otters');
  await page.route('**/v1/categories**', (route) => route.fulfill({ json: [null] }));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('heading', { name: 'This page does not work any more' }).waitFor();
  assert.deepEqual((await page.locator('.typed dd').allInnerTexts()).sort(), ['Hounds', 'Otters']);
  await page.getByRole('button', { name: 'Reload the console' }).waitFor();
  await page.getByRole('link', { name: 'Applications' }).click();
  await page.getByRole('heading', { name: 'Applications' }).waitFor();
});
