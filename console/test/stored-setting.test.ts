// Runs in npm run test:all only.
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { openConsole, signIn, startApp, withKey } from './console-page.ts';

const BLOCK_STORAGE = `for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(globalThis, name, { get() { throw new DOMException('blocked', 'SecurityError'); } });
}`;

test('works in a browser that blocks the storage of web pages', { skip: noBrowser }, async (t) => {
  const app = await startApp(t);
  await addPet(app.service, app.key, { name: 'Bella' });
  const page = await openConsole(t, app, { at: '/today' });
  await page.addInitScript(BLOCK_STORAGE);
  await page.reload();
  await signIn(page, app.key);
  const field = page.getByRole('searchbox', { name: 'Search animals' });
  await field.fill('bel');
  await field.press('Enter');
  await page.getByRole('main').getByRole('link', { name: 'Bella' }).waitFor();
  await page.getByRole('button', { name: 'Table' }).click();
  await page.locator('.animals-table').waitFor();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await withKey(page).waitFor();
});
