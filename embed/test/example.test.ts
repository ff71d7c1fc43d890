import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { openExample, sharedShelter, styleOf } from './web-site.ts';

const browser = { skip: noBrowser };
const SCREENSHOTS = fileURLToPath(new URL('../screenshots', import.meta.url));

for (const [width, colorScheme] of [
  [360, 'dark'],
  [1280, 'light'],
] as const) {
  test(
    `the example shows its animals in its own colours, ${width} px wide, ${colorScheme}`,
    browser,
    async (t) => {
      const origin = await sharedShelter();
      const { page } = await openExample(t, { colorScheme, viewport: { width, height: 900 } });
      const animals = page.getByRole('region', { name: 'New in the boathouse' });
      await animals.getByRole('link', { name: 'Biscuit' }).waitFor();
      const cats = page.getByRole('region', { name: 'Cats for families with children' });
      await cats.getByRole('link', { name: 'Frank' }).waitFor();
      assert.equal(await cats.getByRole('listitem').count(), 2);
      const more = animals.getByRole('link', { name: 'See all animals' });
      assert.equal(await more.getAttribute('href'), `${origin}/adopt?lang=en`);
      const accent = colorScheme === 'dark' ? 'rgb(127, 208, 222)' : 'rgb(15, 92, 110)';
      assert.equal(await styleOf(page, 'petstore-animals .name', 'color'), accent);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
      await mkdir(SCREENSHOTS, { recursive: true });
      await page
        .getByRole('img')
        .first()
        .evaluate((image) => image.decode());
      await page.screenshot({ path: `${SCREENSHOTS}/example-${width}-${colorScheme}.png` });
    },
  );
}
