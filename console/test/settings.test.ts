import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { signedIn, startApp } from './console-page.ts';

test('an admin sets address, hours and telephone, which visitors see; the time zone stays', {
  skip: noBrowser,
}, async (t) => {
  const app = await startApp(t, { PUBLIC_PAGES: 'true' });
  const { key } = await app.service.account({ role: 'admin' });
  await app.service.send('/v1/settings', {
    method: 'PUT',
    key,
    body: { timeZone: 'America/Chicago', publicPages: true },
  });
  const page = await signedIn(t, { ...app, key }, { at: '/settings' });
  await page.getByLabel('Address', { exact: true }).fill('12 Main St\nSpringfield');
  await page.getByLabel('Opening hours').fill('Tue to Sun');
  await page.getByLabel('Telephone').fill('+1 555 010 0100');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const { json } = await app.service.send('/v1/settings', { key });
  assert.deepEqual(json, {
    timeZone: 'America/Chicago',
    address: '12 Main St\nSpringfield',
    hours: 'Tue to Sun',
    telephone: '+1 555 010 0100',
    publicPages: true,
    fixedBy: { publicPages: 'PUBLIC_PAGES' },
  });
  assert.match((await app.service.send('/adopt')).text, /<p dir="auto">12 Main St\nSpringfield<\/p>/);
});
