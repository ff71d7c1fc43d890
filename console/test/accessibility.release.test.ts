// Takes long.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { openConsole, signedIn, signIn, startApp } from './console-page.ts';
import { PAGES, sharedExampleApp } from './example-pages.ts';
import { inspect } from './inspect.ts';

const AUSTIN = new URL('../../examples/austin.csv', import.meta.url);

const browser = { skip: noBrowser };
/** The share of the screen that stays covered while the page is scrolled. */
const COVERED = `(() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const rows = Array.from({ length: innerHeight }, (_, y) => document.elementFromPoint(innerWidth / 2, y));
  return rows.filter((found) => found?.closest('.top, .page-links')).length / innerHeight;
})()`;

test(
  'every page is accessible and fits each screen, with a quota of nine digits; at 400 % its header scrolls away',
  browser,
  async (t) => {
    const app = await sharedExampleApp();
    const page = await openConsole(t, app);
    await inspect(page, 'sign-in');
    await signIn(page, app.key);
    for (const [name, { at, isComplete }] of Object.entries(PAGES)) {
      await page.goto(`${app.service.url}/#${at}`);
      await isComplete(page);
      if (name === 'usage') await page.getByText('987,654,321').first().waitFor();
      await inspect(page, name);
      for (const width of [1280, 390, 305]) {
        await page.setViewportSize({ width, height: 256 });
        const button = await page.getByRole('button', { name: 'Menu' }).boundingBox();
        const edge = (button?.x ?? width) + (button?.width ?? 0);
        assert.ok(edge <= width, `the menu ends at ${edge} of ${width} px`);
      }
      assert.equal(await page.evaluate(COVERED), 0, name);
    }
    await page.goto(`${app.service.url}/#/animals`);
    await page.getByRole('button', { name: 'Add an animal' }).click();
    await page.getByRole('dialog').waitFor();
    await inspect(page, 'add-an-animal');
    await page.keyboard.press('Escape');
    await page.goto(`${app.service.url}/#/animals?sort=name&view=table`);
    await page.getByLabel('Select Ida').first().check();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Rename On hold' }).click();
    await inspect(page, 'animals-table');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await inspect(page, 'menu');
  },
);

test('every step of an import is accessible and fits each screen', browser, async (t) => {
  const app = await startApp(t);
  const { key } = await app.service.account({ role: 'admin' });
  const page = await signedIn(t, app, { key, at: '/import' });
  const [header, ...lines] = (await readFile(AUSTIN, 'utf8')).split('\n').slice(0, 120);
  const bad = lines.slice(0, 3).map((line) => line.replace(/,(Cat|Dog),/, ',,'));
  const buffer = Buffer.from([header, ...bad, ...lines.slice(3)].join('\n'));
  const file = page.getByLabel('Choose a spreadsheet');
  await file.setInputFiles({ name: 'austin.csv', mimeType: 'text/csv', buffer });
  await page.getByText('How it left: what the values mean').waitFor();
  await inspect(page, 'import-columns');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('Rows with a problem').waitFor();
  await inspect(page, 'import-check');
  await page.getByRole('button', { name: /^Import \d+ animals$/ }).click();
  await page.getByText('The import is done').waitFor();
  await inspect(page, 'import-done');
  await page.getByRole('button', { name: 'Import another file' }).click();
  await page.getByText('Last seven days').waitFor();
  await inspect(page, 'import-list');
});

const SUM_OF_SHIFTS = `new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) globalThis.shift = (globalThis.shift ?? 0) + entry.value;
}).observe({ type: 'layout-shift', buffered: true })`;

for (const width of [360, 1280]) {
  test(`nothing moves while a page loads, ${width} px wide`, browser, async (t) => {
    const app = await sharedExampleApp();
    const page = await openConsole(t, app, { viewport: { width, height: 800 } });
    await page.addInitScript(SUM_OF_SHIFTS);
    await signIn(page, app.key);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    for (const [name, { at, isComplete }] of Object.entries(PAGES)) {
      // Another address for each page loads the whole console.
      await page.goto(`${app.service.url}/?${name}#${at}`);
      await isComplete(page);
      assert.equal(await page.evaluate('globalThis.shift ?? 0'), 0, name);
    }
  });
}
