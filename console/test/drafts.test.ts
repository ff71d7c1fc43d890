import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import type { Page } from 'playwright-core';
import { signedIn, signIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

const STORY = 'Shy at first, and then she follows you everywhere.';

async function openProfile(page: Page) {
  await page.getByRole('button', { name: 'Change the profile' }).click();
  return page.getByRole('dialog', { name: 'Profile of Bella' });
}

test(
  'a profile that was left by Escape, Back or a reload is still there, until it is saved',
  browser,
  async (t) => {
    const app = await startApp(t);
    const id = await addPet(app.service, app.key, { name: 'Bella' });
    const page = await signedIn(t, app, { at: '/animals' });
    await page.getByRole('link', { name: 'Bella' }).click();
    const form = await openProfile(page);
    await form.getByLabel('Description').fill(STORY);
    await form.getByLabel('Sex').selectOption('female');
    await form.getByLabel('Description').press('Escape');
    await form.getByRole('button', { name: 'Go on writing' }).click();
    assert.equal(await form.getByLabel('Description').inputValue(), STORY);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.getByRole('button', { name: 'Close and keep the draft' }).click();
    await form.waitFor({ state: 'detached' });
    await openProfile(page);
    await form.getByText('This has what you typed before').waitFor();
    assert.equal(await form.getByLabel('Description').inputValue(), STORY);
    await page.reload();
    await openProfile(page);
    assert.equal(await form.getByLabel('Sex').inputValue(), 'female');
    const asked = page.waitForEvent('dialog');
    const back = page.evaluate('history.back()');
    await (await asked).accept();
    await back;
    await page.getByRole('heading', { name: 'Animals' }).waitFor();
    await page.getByRole('link', { name: 'Bella' }).click();
    await openProfile(page);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    const [listing] = await readAll(app.service, app.key, '/v1/listings');
    assert.deepEqual(listing?.profile, { description: STORY, sex: 'female' });
    await openProfile(page);
    assert.equal(await form.getByText('This has what you typed before').count(), 0);
    await form.getByLabel('Breed').fill('Collie');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.getByRole('button', { name: 'Discard it' }).click();
    await form.waitFor({ state: 'detached' });
    await openProfile(page);
    assert.equal(await form.getByLabel('Breed').inputValue(), '');
    assert.equal(
      await page.evaluate(`Object.keys(localStorage).filter((key) => key.includes('draft')).join()`),
      '',
    );
    assert.ok(id > 0);
  },
);

test('a draft does not take back what others changed in other fields meanwhile', browser, async (t) => {
  const app = await startApp(t);
  const id = await addPet(app.service, app.key, { name: 'Bella' });
  const page = await signedIn(t, app, { at: `/animals/${id}` });
  const form = await openProfile(page);
  await form.getByLabel('Description').fill(STORY);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await form.getByRole('button', { name: 'Close and keep the draft' }).click();
  const send = { method: 'PATCH', key: app.key, body: { breed: 'Collie' } };
  await app.service.send(`/v1/pets/${id}/profile`, send);
  await page.reload();
  await page.getByText('Collie').waitFor();
  await openProfile(page);
  assert.equal(await form.getByLabel('Breed').inputValue(), 'Collie');
  assert.equal(await form.getByLabel('Description').inputValue(), STORY);
});

test(
  'after the key was revoked, signing in again happens above the form, which keeps what was typed',
  browser,
  async (t) => {
    const app = await startApp(t);
    const { service } = app;
    const id = await addPet(service, app.key, { name: 'Bella' });
    const other = await service.account({ role: 'manager' });
    const page = await signedIn(t, app, { at: `/animals/${id}`, key: other.key, errors: 'expected' });
    const form = await openProfile(page);
    await form.getByLabel('Description').fill(STORY);
    const refuse = { code: 'invalid_api_key', message: 'Revoked.', status: 401 };
    await page.route(/\/v1\//, (route) => {
      const isOld = route.request().headers().authorization === `Bearer ${other.key}`;
      return isOld ? route.fulfill({ status: 401, json: refuse }) : route.continue();
    });
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // The second one closes a dialog in spite of the page.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await signIn(page, app.key);
    await page.getByLabel('API key').waitFor({ state: 'detached' });
    assert.equal(await form.getByLabel('Description').inputValue(), STORY);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    const [listing] = await readAll(service, app.key, '/v1/listings');
    assert.deepEqual(listing?.profile, { description: STORY });
  },
);
