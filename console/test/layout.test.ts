import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noChromium } from '@petstore/testing/servers/chromium.ts';
import { openConsole, signIn, startConsole } from './console-page.ts';
import { addExampleData, PAGES } from './pages.ts';

const SUM_OF_SHIFTS = `new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) globalThis.shift = (globalThis.shift ?? 0) + entry.value;
}).observe({ type: 'layout-shift', buffered: true })`;

for (const width of [360, 1280]) {
  test(`nothing moves while a page comes, ${width} px wide`, { skip: noChromium }, async (t) => {
    const place = await startConsole(t);
    await addExampleData(place);
    const page = await openConsole(t, place, { viewport: { width, height: 800 } });
    await page.addInitScript(SUM_OF_SHIFTS);
    await signIn(page, place.key);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    for (const [name, { at, waitFor }] of Object.entries(PAGES)) {
      await page.goto(`${place.service.url}/#${at}`);
      await page.reload();
      await waitFor(page);
      assert.equal(await page.evaluate('globalThis.shift ?? 0'), 0, name);
    }
  });
}
