// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { signedIn, startApp } from './console-page.ts';

test('shows an admin who changed what', { skip: noBrowser }, async (t) => {
  const app = await startApp(t);
  const { key } = await app.service.account({ role: 'admin' });
  await addPet(app.service, app.key, { name: 'Bella', categoryId: 7 });
  await app.service.send('/v1/categories/7', { method: 'PUT', key, body: { name: 'Rabbits' } });
  const page = await signedIn(t, app, { key, at: '/audit' });
  await page.getByText(/^account 2 \S+ named the category Rabbits$/).waitFor();
  const added = page.getByRole('listitem').filter({ hasText: /account 1 \S+ added Bella/ });
  // The author is a link to what they changed.
  await added.getByRole('link', { name: /^account 1/ }).click();
  await page.getByRole('link', { name: /^Remove the filter “By account 1/ }).waitFor();
  assert.equal(await page.getByText('named the category').count(), 0);
  await added.getByRole('link', { name: 'Only this animal' }).click();
  await page.getByRole('link', { name: 'Remove the filter “Changes of Bella”' }).waitFor();
  await added.getByText('Details').click();
  await added.getByText('category id').waitFor();
  await page.getByRole('link', { name: 'Bella', exact: true }).click();
  await page.getByRole('heading', { name: 'Bella' }).waitFor();
  // Changes of the profile by one author are one line, in the history and in the activity.
  for (const breed of ['Beagle', 'Boxer', 'Poodle'])
    await app.service.send('/v1/pets/1/profile', { method: 'PATCH', key: app.key, body: { breed } });
  const group = page.getByRole('listitem').filter({ hasText: '3 changes of the profile or the photos' });
  await group.getByText(/account 1/).waitFor();
  await page.goto(`${app.service.url}/#/activity`);
  await page
    .getByRole('listitem')
    .filter({ hasText: '3 changes' })
    .getByText(/account 1/)
    .waitFor();
  await page.goto(`${app.service.url}/#/audit?animal=1`);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Poodle (before: Boxer)' })
    .filter({ hasText: 'breed' })
    .first()
    .waitFor();
});
