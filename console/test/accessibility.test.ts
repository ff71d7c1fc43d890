import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { noChromium } from '@petstore/testing/servers/chromium.ts';
import type { Page } from 'playwright-core';
import { openConsole, signedIn, startConsole } from './console-page.ts';
import { addExampleData, PAGES } from './pages.ts';

const chromium = { skip: noChromium };
const SCREENSHOTS = fileURLToPath(new URL('../screenshots', import.meta.url));
const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const SCHEMES = ['light', 'dark'] as const;
const WIDTHS = [360, 1280];
const AXE_WIDTHS = { light: 360, dark: 1280 };

async function assertAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG_22_AA).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  assert.deepEqual(found, [], what);
}

/** Nobody has to scroll sideways. */
async function assertFits(page: Page, what: string): Promise<void> {
  const [content, view] = [
    await page.evaluate('document.documentElement.scrollWidth'),
    await page.evaluate('document.documentElement.clientWidth'),
  ];
  assert.equal(content, view, what);
}

for (const colorScheme of SCHEMES) {
  test(`each page can be used by everybody and fits its screen, ${colorScheme}`, chromium, async (t) => {
    const place = await startConsole(t);
    await addExampleData(place);
    await mkdir(SCREENSHOTS, { recursive: true });
    for (const width of WIDTHS) {
      const options = { colorScheme, viewport: { width, height: 800 } };
      const inspect = async (page: Page, name: string) => {
        await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}-${colorScheme}.png` });
        await assertFits(page, `${name}, ${width} px wide`);
        // Each theme on one width, since it takes its time: colours do not depend on the width, nor what fits on the colours.
        if (width === AXE_WIDTHS[colorScheme]) await assertAccessible(page, `${name}, ${width} px wide`);
      };
      await inspect(await openConsole(t, place, options), 'sign-in');
      const page = await signedIn(t, place, options);
      for (const [name, { at, waitFor }] of Object.entries(PAGES)) {
        await page.goto(`${place.service.url}/#${at}`);
        await waitFor(page);
        await inspect(page, name);
      }
      await page.goto(`${place.service.url}/#/animals`);
      await page.getByRole('button', { name: 'Add an animal' }).click();
      await inspect(page, 'add-an-animal');
    }
  });
}

test('everything is reached by the keyboard alone', chromium, async (t) => {
  const place = await startConsole(t);
  await addExampleData(place);
  const page = await openConsole(t, place);
  await page.getByLabel('API key').focus();
  await page.keyboard.type(place.key);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove Ida' }).first().waitFor();
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Animals');
  const reached = new Set<string>();
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press('Tab');
    reached.add(
      String(await page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent')),
    );
  }
  for (const name of ['Add an animal', 'Available', 'Olive', 'Ida', 'Status of Ida', 'Remove Ida']) {
    assert.ok(reached.has(name), `${name} in ${[...reached].join(', ')}`);
  }
});
