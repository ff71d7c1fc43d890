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
  await added.getByText('Details').click();
  await added.getByText('category id').waitFor();
  await page.getByRole('link', { name: 'Bella' }).click();
  await page.getByRole('heading', { name: 'Bella' }).waitFor();
});
