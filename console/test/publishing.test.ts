import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { signedIn, startSharedApp } from './console-page.ts';

const browser = { skip: noBrowser };

test(
  'a manager sees why an animal is left out, maps its word, and turns a site on that keeps its password to itself',
  browser,
  async (t) => {
    const app = await startSharedApp();
    const { service, key } = app;
    const admin = await service.account({ role: 'admin' });
    await service.send('/v1/categories/1', { method: 'PUT', key: admin.key, body: { name: 'Dog' } });
    const pet = await addPet(service, key, { name: 'Rex', categoryId: 1, status: 'available' });
    const profile = { breed: 'Lab mix', spayedNeutered: true };
    await service.send(`/v1/pets/${pet}/profile`, { method: 'PATCH', key, body: profile });
    const page = await signedIn(t, app, { at: '/publishing' });
    await page.getByRole('link', { name: 'Set up Petfinder' }).click();
    await page.getByRole('heading', { name: 'What it gets' }).waitFor();
    await page.getByText('0 of 1 animal is sent.').waitFor();

    // The missing field is one step away.
    await page.getByRole('link', { name: 'the sex is missing' }).click();
    const form = page.getByRole('dialog', { name: 'Profile of Rex' });
    await form.locator('[name=sex]:focus').waitFor();
    await form.getByLabel('Sex').selectOption('male');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });

    await page.goto(`${service.url}/#/publishing/petfinder/words`);
    await page.getByRole('button', { name: 'Use “Labrador Retriever”' }).click();
    await page.getByRole('button', { name: 'Save the words' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();

    await page.goto(`${service.url}/#/publishing/petfinder`);
    await page.getByLabel('Send the animals to Petfinder').check();
    await page.getByLabel('User at the site').fill('XX123');
    await page.getByLabel('Password at the site').fill('correct horse');
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await page.getByText('A password is set.').waitFor();
    assert.equal(await page.getByLabel('Password at the site').inputValue(), '');
    await page.getByRole('button', { name: 'Look at: The animals' }).click();
    await page.getByRole('region', { name: 'The animals' }).getByText('Labrador Retriever').waitFor();

    const reader = await service.account({ role: 'member' });
    const other = await signedIn(t, { ...app, key: reader.key }, { at: '/publishing', errors: 'expected' });
    await other.getByText('Only managers and admins').waitFor();
  },
);
