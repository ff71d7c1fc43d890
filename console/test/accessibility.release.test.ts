import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noChromium } from '@petstore/testing/servers/chromium.ts';
import { openConsole, signIn } from './console-page.ts';
import { PAGES, sharedExampleApp } from './example-pages.ts';
import { inspect, SCREENS } from './inspect.ts';

const chromium = { skip: noChromium };
for (const screen of SCREENS) {
  const { width } = screen;
  test(
    `every page is accessible and fits a screen of ${width} px, with a quota of nine digits`,
    chromium,
    async (t) => {
      const app = await sharedExampleApp();
      const quota = { perMinute: 123_456_789, perDay: 987_654_321 };
      const { key } = await app.service.account({ role: 'admin', ...quota });
      const page = await openConsole(t, app, { viewport: { width, height: 800 } });
      await inspect(page, 'sign-in', screen);
      await signIn(page, key);
      for (const [name, { at, isComplete }] of Object.entries(PAGES)) {
        await page.goto(`${app.service.url}/#${at}`);
        await isComplete(page);
        if (name === 'usage') await page.getByText('987,654,321').first().waitFor();
        await inspect(page, name, screen);
        const button = await page.getByRole('button', { name: 'Menu' }).boundingBox();
        const edge = (button?.x ?? width) + (button?.width ?? 0);
        assert.ok(edge <= width, `the menu ends at ${edge} of ${width} px`);
      }
      await page.goto(`${app.service.url}/#/animals`);
      await page.getByRole('button', { name: 'Add an animal' }).click();
      await inspect(page, 'add-an-animal', screen);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      await inspect(page, 'menu', screen);
    },
  );
}
