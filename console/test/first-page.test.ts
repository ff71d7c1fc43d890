import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { addPet } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { openConsole, signedIn, signIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };
const MAX_GZIP_BYTES = 150_000;

test(
  'loads less than 150 kB of JavaScript for the first page, and other pages when they are opened',
  browser,
  async (t) => {
    const app = await startApp(t);
    const page = await openConsole(t, app);
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.reload();
    await signIn(page, app.key);
    await page.getByRole('button', { name: 'Add an animal' }).waitFor();
    const first = [...scripts];
    assert.ok(first.length > 0);
    const sources = await Promise.all(first.map(async (url) => (await fetch(url)).text()));
    const bytes = sources.reduce((sum, source) => sum + gzipSync(source).length, 0);
    const greetings = ['Sign in', 'Entrar'].filter((text) => sources.some((source) => source.includes(text)));
    assert.deepEqual(greetings, ['Sign in'], 'the texts of one language');
    assert.ok(bytes < MAX_GZIP_BYTES, `${bytes} bytes`);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    const later = scripts.slice(first.length);
    assert.ok(later.length > 0);
    for (const url of later) {
      const { headers } = await fetch(url);
      assert.match(headers.get('Cache-Control') ?? '', /immutable/);
    }
  },
);

test('offers to reload the console if the file of a page is no longer there', browser, async (t) => {
  const app = await startApp(t);
  const pet = await addPet(app.service, app.key, { name: 'Bella' });
  const page = await signedIn(t, app);
  await page.route(/\/assets\/activity-page/, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('alert').getByText('new version of the console').waitFor();
  await page.unroute(/\/assets\/activity-page/);
  await page.getByRole('button', { name: 'Reload the console' }).click();
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
  // The page of an animal stays if the file of its form is gone.
  await page.route(/\/assets\/profile-form/, (route) => route.fulfill({ status: 404 }));
  await page.goto(`${app.service.url}/#/animals/${pet}`);
  await page.getByRole('button', { name: 'Change the profile' }).click();
  await page.getByRole('alert').getByText('This part of the page could not be loaded').waitFor();
  assert.equal(await page.locator('main').count(), 1);
  await page.getByRole('heading', { name: 'Bella', level: 1 }).waitFor();
});
