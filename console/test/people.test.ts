import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listOf } from '@petstore/testing/http/expect-response.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { signedIn, startApp, withKey } from './console-page.ts';
import { examine } from './inspect.ts';
import { beginAdmin, openInvitation, PHONE, signedInPerson } from './people-pages.ts';

const browser = { skip: noBrowser };

test('an admin invites someone, changes the role, and removes them after a question', browser, async (t) => {
  const { app, key } = await beginAdmin(t);
  const page = await signedIn(t, app, { key, at: '/people', viewport: PHONE });
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByLabel('Name').fill('Ana');
  await page.getByRole('button', { name: 'Make the invitation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitation for Ana' });
  await dialog.getByRole('img', { name: 'QR code' }).waitFor();
  await page.setViewportSize(PHONE);
  await examine(page, 'invitation');
  const url = await dialog.locator('pre').innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const joined = await openInvitation(t, app, url);
  await joined.getByRole('button', { name: 'Sign in on this device' }).click();
  await joined.getByRole('button', { name: 'Add an animal' }).waitFor();
  await page.getByRole('button', { name: 'Change of Ana' }).click();
  await page.getByLabel('Role').selectOption({ value: 'manager' });
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Manager').first().waitFor();
  await page.getByText('1 device', { exact: true }).waitFor();
  await page.getByText('Devices of Ana').click();
  await page.getByRole('button', { name: /^Sign out .*Linux/ }).waitFor();
  await page.getByRole('button', { name: 'Remove of Ana' }).click();
  await page.getByText('Ana is signed out everywhere at once').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No one yet').waitFor();
  assert.deepEqual(listOf(await app.service.send('/v1/people', { key })), []);
});

test(
  'a person with the full role of the account manages its persons, without the pages of admins',
  browser,
  async (t) => {
    const app = await startApp(t);
    const { page } = await signedInPerson(t, app, app.key, 'Ben', 'manager');
    await page.getByRole('navigation').getByRole('link', { name: 'People' }).click();
    await page.getByText('you', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Invite a person' }).waitFor();
    await page.goto(`${app.service.url}/#/settings`);
    await page.getByText('This page is for admins; your role is Manager.').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Manage' }).count(), 0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Programs' }).click();
    await page.getByText('No webhooks yet.').waitFor();
    await page.getByRole('button', { name: 'Add a webhook' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /Add an account|Make a key/ }).count(), 0);
    await page.addInitScript(`Object.defineProperty(globalThis, 'isSecureContext', { value: false })`);
    await page.goto(`${app.service.url}/#/people`);
    await page.reload();
    await page.getByText('This address is not encrypted').waitFor();
  },
);

test('a person changes the own name, adds a device, and signs out everywhere', browser, async (t) => {
  const { app, key } = await beginAdmin(t);
  const { page } = await signedInPerson(t, app, key, 'Ben');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'My devices' }).click();
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('Name').fill('Benjamin');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('.user-menu').getByText('Benjamin').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('this device').waitFor();
  await page.setViewportSize(PHONE);
  await examine(page, 'devices');
  await page.getByRole('button', { name: 'Add another device' }).click();
  await page.getByRole('img', { name: 'QR code' }).waitFor();
  const url = await page.getByRole('dialog').locator('pre').innerText();
  await page.getByRole('button', { name: 'Done' }).click();
  const second = await openInvitation(t, app, url);
  await second.getByRole('button', { name: 'Sign in on this device' }).click();
  await second.getByRole('button', { name: 'Add an animal' }).waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await withKey(page).waitFor();
});
