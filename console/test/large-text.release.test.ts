// Runs in Chromium and in Firefox.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { type App, openConsole, settled, signedIn, startSharedApp } from './console-page.ts';
import { PAGES, sharedExampleApp } from './example-pages.ts';

const browser = { skip: noBrowser };
const app: Promise<App> = startSharedApp({
  PUBLIC_PAGES: 'true',
  SHELTER_NAME: 'Harbour Street Animal Rescue',
});
/** The longest words, on the smallest telephone. */
const SMALLEST = { viewport: { width: 320, height: 800 }, locale: 'de-DE' };
const SMALL = { viewport: { width: 375, height: 800 }, locale: 'es-ES' };
const LARGE_TEXT = `document.documentElement.style.fontSize = '200%'`;
const EXCESS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

test(
  'no page of the console scrolls sideways with a text of 200 % in a width of 320 px, in German',
  browser,
  async (t) => {
    const page = await signedIn(t, await sharedExampleApp(), SMALLEST);
    await page.evaluate(LARGE_TEXT);
    const excess: Record<string, unknown> = {};
    const addresses = [...Object.values(PAGES).map(({ at }) => at), '/cards'];
    for (const at of addresses) {
      await page.evaluate(`location.hash = '#${at}'`);
      await settled(page);
      excess[at] = await page.evaluate(EXCESS);
    }
    assert.deepEqual(excess, Object.fromEntries(addresses.map((at) => [at, 0])));
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
