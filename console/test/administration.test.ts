import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noChromium } from '@petstore/testing/servers/chromium.ts';
import { signedIn, startApp } from './console-page.ts';

test('a manager sees no link to the pages of admins, and a sentence if one is opened', {
  skip: noChromium,
}, async (t) => {
  const app = await startApp(t);
  const page = await signedIn(t, app);
  assert.equal(await page.getByRole('link', { name: 'Manage' }).count(), 0);
  await page.goto(`${app.service.url}/#/categories`);
  await page.getByText('This page is for admins; your key has the role Manager.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Add a category' }).count(), 0);
});
