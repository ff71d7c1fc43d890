// Runs in Chromium and in Firefox.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { type App, openConsole, settled, signedIn, startSharedApp } from './console-page.ts';

const browser = { skip: noBrowser };
const app: Promise<App> = startSharedApp({
  PUBLIC_PAGES: 'true',
  SHELTER_NAME: 'Harbour Street Animal Rescue',
});
const PAGES = [
  'today',
  'animals',
  'export',
  'print',
  'cards',
  'publishing',
  'publishing/petfinder',
  'publishing/petfinder/words',
  'questions',
  'animals/1',
  'orders',
  'figures',
  'usage',
  'activity',
  'categories',
  'people',
  'programs',
  'import',
  'audit',
  'settings',
];
const SMALL = { viewport: { width: 375, height: 800 }, locale: 'es-ES' };
const LARGE_TEXT = `document.documentElement.style.fontSize = '200%'`;
const EXCESS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

test(
  'no page of the console scrolls sideways with a text of 200 % in a width of 375 px, in Spanish',
  browser,
  async (t) => {
    const { service } = await app;
    const { key } = await service.account({ role: 'admin' });
    await addPet(service, key, { name: 'Bella' });
    const page = await signedIn(t, { service, key }, SMALL);
    await page.evaluate(LARGE_TEXT);
    const excess: Record<string, unknown> = {};
    for (const name of PAGES) {
      await page.evaluate(`location.hash = '#/${name}'`);
      await settled(page);
      excess[name] = await page.evaluate(EXCESS);
    }
    assert.deepEqual(excess, Object.fromEntries(PAGES.map((name) => [name, 0])));
  },
);

test('nor does the sign-in page', browser, async (t) => {
  const page = await openConsole(t, await app, SMALL);
  await page.evaluate(LARGE_TEXT);
  assert.equal(await page.evaluate(EXCESS), 0);
});

test(
  'on a public page the name of the shelter keeps its words, and nothing scrolls sideways',
  browser,
  async (t) => {
    const { service } = await app;
    const page = await openConsole(t, { service }, SMALL);
    await page.goto(`${service.url}/adopt`);
    await page.evaluate(LARGE_TEXT);
    assert.equal(await page.evaluate(EXCESS), 0);
    const { height = 0 } =
      (await page.getByRole('link', { name: 'Harbour Street Animal Rescue' }).boundingBox()) ?? {};
    assert.ok(height < 250, `${height} px`);
  },
);
