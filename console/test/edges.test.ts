import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { noChromium } from '@petstore/testing/servers/chromium.ts';
import { signedIn, startConsole } from './console-page.ts';
import { addExampleData, PAGES } from './pages.ts';

const chromium = { skip: noChromium };

/** A telephone of 320 px with a scroll bar that takes its place. */
const NARROWEST = 305;

test('every page fits a narrow screen, with a quota of nine digits', chromium, async (t) => {
  const place = await startConsole(t);
  await addExampleData(place);
  const { key } = await place.service.account({
    role: 'manager',
    perMinute: 123_456_789,
    perDay: 987_654_321,
  });
  for (const width of [360, NARROWEST]) {
    const page = await signedIn(t, place, { key, viewport: { width, height: 640 } });
    for (const [name, { at, waitFor }] of Object.entries(PAGES)) {
      await page.goto(`${place.service.url}/#${at}`);
      await waitFor(page);
      if (name === 'usage') await page.getByText('987,654,321').first().waitFor();
      assert.equal(
        await page.evaluate('document.documentElement.scrollWidth'),
        width,
        `${name}, ${width} px`,
      );
      const button = await page.getByRole('button', { name: 'Sign out' }).boundingBox();
      const edge = (button?.x ?? width) + (button?.width ?? 0);
      assert.ok(edge <= width, `Sign out ends at ${edge} of ${width} px`);
    }
  }
});

test('a printed page shows every row, and no control', chromium, async (t) => {
  const place = await startConsole(t);
  for (let added = 1; added <= 40; added += 1)
    await addPet(place.service, place.key, { name: `Dog ${added}` });
  const page = await signedIn(t, place, { viewport: { width: 360, height: 640 } });
  await page.getByRole('button', { name: 'Remove Dog 1', exact: true }).waitFor();
  await page.emulateMedia({ media: 'print' });
  const blank = await page.evaluate(
    '[...document.querySelectorAll(".animals > li")].filter((card) => getComputedStyle(card).contentVisibility !== "visible").length',
  );
  assert.equal(blank, 0);
  assert.equal(await page.locator('.top').isVisible(), false);
  assert.equal(await page.getByRole('button', { name: 'Remove Dog 1', exact: true }).isVisible(), false);
});
