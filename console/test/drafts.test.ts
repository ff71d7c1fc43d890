// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import type { Locator, Page } from 'playwright-core';
import { signedIn, signIn, startApp, withKey } from './console-page.ts';

const browser = { skip: noBrowser };

const STORY = 'Shy at first, and then she follows you everywhere.';

async function draftsOf(page: Page) {
  return page.evaluate(`Object.keys(localStorage).filter((key) => key.includes('draft')).join()`);
}

async function closeAndKeep(form: Locator) {
  await form.getByRole('button', { name: 'Cancel' }).click();
  await form.getByRole('button', { name: 'Close and keep the draft' }).click();
  await form.waitFor({ state: 'detached' });
}

async function openProfile(page: Page) {
  await page.getByRole('button', { name: 'Change the profile' }).click();
  return page.getByRole('dialog', { name: 'Profile of Bella' });
}

test(
  'a profile that was left by Escape, Back or a reload is still there until it is saved, and takes back no change of others',
  browser,
  async (t) => {
    const app = await startApp(t);
    const id = await addPet(app.service, app.key, { name: 'Bella' });
    const page = await signedIn(t, app, { at: '/animals' });
    await page.getByRole('link', { name: 'Bella' }).click();
    const form = await openProfile(page);
    await form.getByLabel('Description').fill(STORY);
    await form.getByLabel('Sex').selectOption('female');
    const withDogs = form.getByRole('group', { name: 'Good with dogs' }).getByLabel('No', { exact: true });
    await withDogs.check();
    await form.getByLabel('Description').press('Escape');
    await form.getByRole('button', { name: 'Go on writing' }).click();
    assert.equal(await form.getByLabel('Description').inputValue(), STORY);
    await closeAndKeep(form);
    await openProfile(page);
    await form.getByText('This has what you typed before').waitFor();
    assert.equal(await form.getByLabel('Description').inputValue(), STORY);
    const changed = { method: 'PATCH', key: app.key, body: { color: 'Black', description: 'Shy.' } };
    await app.service.send(`/v1/pets/${id}/profile`, changed);
    await page.reload();
    await page.getByText('Black').waitFor();
    await openProfile(page);
    assert.equal(await form.getByLabel('Colour', { exact: true }).inputValue(), 'Black');
    assert.equal(await form.getByLabel('Sex').inputValue(), 'female');
    assert.equal(await withDogs.isChecked(), true);
    const asked = page.waitForEvent('dialog');
    const back = page.evaluate('history.back()');
    await (await asked).accept();
    await back;
    await page.getByRole('heading', { name: 'Animals' }).waitFor();
    await page.getByRole('link', { name: 'Bella' }).click();
    await openProfile(page);
    await form.getByText('This has what you typed before').waitFor();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    // Both have changed it, the other person after the draft was begun.
    await form.getByText('Theirs: Shy.').waitFor();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const [listing] = await readAll(app.service, app.key, '/v1/listings');
    assert.deepEqual(listing?.profile, {
      description: STORY,
      sex: 'female',
      goodWithDogs: false,
      color: 'Black',
    });
    await openProfile(page);
    assert.equal(await form.getByText('This has what you typed before').count(), 0);
    await form.getByLabel('Breed', { exact: true }).fill('Collie');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.getByRole('button', { name: 'Discard it' }).click();
    await form.waitFor({ state: 'detached' });
    await openProfile(page);
    assert.equal(await form.getByLabel('Breed', { exact: true }).inputValue(), '');
    assert.equal(await draftsOf(page), '');
  },
);

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
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // The second one closes a dialog in spite of the page.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await signIn(page, app.key);
    await page.getByLabel('API key').waitFor({ state: 'detached' });
    assert.equal(await form.getByLabel('Description').inputValue(), STORY);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const [listing] = await readAll(service, app.key, '/v1/listings');
    assert.deepEqual(listing?.profile, { description: STORY });
  },
);

test(
  'another category by its number is restored, also before the categories are known',
  browser,
  async (t) => {
    const app = await startApp(t);
    const id = await addPet(app.service, app.key, { name: 'Bella' });
    const page = await signedIn(t, app, { at: `/animals/${id}` });
    const form = page.getByRole('dialog', { name: 'Edit' });
    const open = () => page.getByRole('button', { name: 'Edit' }).click();
    await open();
    await form.getByLabel('Category', { exact: true }).selectOption('Another number…');
    await form.getByLabel('Number of the category').fill('999');
    await closeAndKeep(form);
    await open();
    assert.equal(await form.getByLabel('Number of the category').inputValue(), '999');
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await page.route(/\/v1\/categories/, async (route) => {
      await answered;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/v1\/categories/);
    await page.reload();
    await asked;
    await open();
    await form.getByText('This has what you typed before').waitFor();
    answer();
    await form.getByRole('option', { name: 'Category 1' }).waitFor({ state: 'attached' });
    assert.equal(await form.getByLabel('Number of the category').inputValue(), '999');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const [pet] = await readAll(app.service, app.key, '/v1/pets');
    assert.equal(pet?.categoryId, 999);
    assert.equal(await draftsOf(page), '');
  },
);

test(
  'two tabs keep what was typed into each, and saving in one does not delete that of the other',
  browser,
  async (t) => {
    const app = await startApp(t);
    await addPet(app.service, app.key);
    const one = await signedIn(t, app);
    const other = await one.context().newPage();
    await other.goto(`${app.service.url}/#/animals`);
    await signIn(other, app.key);
    for (const page of [one, other]) await page.getByRole('button', { name: 'Add an animal' }).click();
    await one.getByLabel('Name').fill('Bella');
    await other.getByLabel('Name').fill('Rex');
    await closeAndKeep(other.getByRole('dialog'));
    await one.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await one.getByRole('dialog').waitFor({ state: 'detached' });
    await one.getByRole('button', { name: 'Add an animal' }).click();
    await one.getByText('This has what you typed before').waitFor();
    assert.equal(await one.getByLabel('Name').inputValue(), 'Rex');
  },
);

test('a hold and a key leave no draft, and signing out deletes those of all forms', browser, async (t) => {
  const app = await startApp(t);
  const id = await addPet(app.service, app.key, { name: 'Bella' });
  const { key } = await app.service.account({ role: 'admin' });
  const page = await signedIn(t, app, { key, at: `/animals/${id}` });
  await page.getByLabel('Reference').fill('Ana, telephone 555 0100');
  assert.notEqual(await draftsOf(page), '');
  await page.getByRole('button', { name: 'Place a hold' }).click();
  await page.getByText('On hold for reservation').first().waitFor();
  assert.equal(await draftsOf(page), '');
  await page.goto(`${app.service.url}/#/programs`);
  const makeKey = page.getByRole('button', { name: 'Make a key' }).first();
  await makeKey.click();
  await page.getByLabel('What is it for?').fill('The web site');
  await page.getByRole('button', { name: 'Make the key' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  assert.equal(await draftsOf(page), '');
  await makeKey.click();
  await page.getByLabel('For a web page').check();
  await page.getByLabel('Address of').fill('https://shelter.example');
  await closeAndKeep(page.getByRole('dialog'));
  await makeKey.click();
  await page.getByText('This has what you typed before').waitFor();
  assert.equal(await page.getByLabel('Address of').inputValue(), 'https://shelter.example');
  await closeAndKeep(page.getByRole('dialog'));
  assert.notEqual(await draftsOf(page), '');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await withKey(page).waitFor();
  assert.equal(await draftsOf(page), '');
});
