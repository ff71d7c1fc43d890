// Runs in a process of its own.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { sharedScope } from '@petstore/testing/folders.ts';
import { noChromium } from '@petstore/testing/servers/chromium.ts';
import lighthouse, { type Flags } from 'lighthouse';
import type { Page } from 'playwright-core';
import { once } from '../../src/platform/core/tasks/single-flight.ts';
import { startPublicSite } from './public-site.ts';

const chromium = { skip: noChromium };
const SCREENSHOTS = fileURLToPath(new URL('../../screenshots', import.meta.url));
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** The category about search engines asks for what these pages forbid. */
const CATEGORIES_OF_APPLICATIONS = CATEGORIES.filter((id) => id !== 'seo');
/** Nothing follows the load of these pages, and nothing shows the screenshot. */
const QUICK = {
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 100,
  cpuQuietThresholdMs: 100,
  disableFullPageScreenshot: true,
};
/**
 * A telephone with slow 4G. The processor is not slowed down further: a shared machine that runs tests is slower than the
 * one that Lighthouse assumes, and the pages have one small script.
 */
const LIGHTHOUSE = {
  logLevel: 'error',
  throttling: { cpuSlowdownMultiplier: 1 },
} as const;
const MIN_SCORE = 95;
const MAX_FIRST_VIEW_BYTES = 200_000;
const PAGES = ['list', 'animal'] as const;
/** With the theme in which axe examines it: colours do not depend on the width, nor the layout on the colours. */
const SCREENS = [
  { width: 320, axeScheme: undefined },
  { width: 360, axeScheme: 'light' },
  { width: 1280, axeScheme: 'dark' },
] as const;
const SUM_OF_SHIFTS = `globalThis.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) globalThis.shift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(globalThis.shift))))`;

/** The outline of a card is that of the area of its link, which covers the card. */
const HAS_VISIBLE_FOCUS = `[undefined, '::after'].some((part) => {
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement, part);
  return outlineStyle === 'solid' && parseFloat(outlineWidth) >= 2;
})`;
const focusedName = (page: Page) =>
  page
    .evaluate('(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()')
    .then(String);

const INJECTED = `<script>document.documentElement.dataset.ran = 'yes'</script>
  <img src="/missing" alt="" onerror="document.documentElement.dataset.ran = 'yes'">`;

const shared = sharedScope();
const site = once(() => startPublicSite(shared));

for (const name of PAGES) {
  test(`${name}: Lighthouse gives at least ${MIN_SCORE} in each category`, chromium, async (t) => {
    const { paths } = await site();
    await assertScores(t, paths[name], { onlyCategories: CATEGORIES, ...QUICK });
  });

  for (const { width, axeScheme } of SCREENS) {
    test(
      `${name}, ${width} px: fits the screen, nothing moves while it loads, and it is accessible`,
      chromium,
      async () => {
        const { visit, paths } = await site();
        await mkdir(SCREENSHOTS, { recursive: true });
        await visit(paths[name], { viewport: { width, height: 800 } }, async (page) => {
          assert.equal(await page.evaluate(SUM_OF_SHIFTS), 0, 'sum of layout shifts');
          assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
          if (axeScheme === undefined) return;
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}-${colorScheme}.png` });
          }
          await page.emulateMedia({ colorScheme: axeScheme });
          await assertAccessible(page);
        });
      },
    );
  }
}

test(
  `the form and the private page: Lighthouse gives at least ${MIN_SCORE} in what applies to pages that no one finds by a search`,
  chromium,
  async (t) => {
    const { paths, apply } = await site();
    for (const path of [`${paths.animal.replace(/[^/]+$/, '')}apply`, await apply()])
      await assertScores(t, path, { onlyCategories: CATEGORIES_OF_APPLICATIONS, ...QUICK });
  },
);

async function assertScores(
  t: TestContext,
  path: string,
  settings: Flags & { onlyCategories: string[] },
): Promise<void> {
  const { url, debuggingPort } = await site();
  const options = { ...LIGHTHOUSE, ...settings, port: debuggingPort };
  const { categories, audits } = (await lighthouse(url + path, options))?.lhr ?? assert.fail();
  const scores = settings.onlyCategories.map(
    (id) => `${id} ${Math.round(100 * (categories[id]?.score ?? 0))}`,
  );
  t.diagnostic(scores.join(', '));
  const imperfect = Object.values(audits).filter(({ score }) => score !== null && score < 1);
  const reasons = imperfect.map(({ id, score, displayValue = '' }) => `${id}: ${score} ${displayValue}`);
  assert.deepEqual(
    scores.filter((score) => Number(score.split(' ')[1]) < MIN_SCORE),
    [],
    `${path}\n${reasons.join('\n')}`,
  );
}

async function assertAccessible(page: Page): Promise<void> {
  const { violations, passes } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`),
    [],
  );
  assert.ok(passes.length > 20, `${passes.length} rules were checked`);
}

/** Photos that a browser loads in advance, as many as it likes: they are lazy, and below the first screen. */
const LATER_PHOTOS = `[...document.images]
  .filter((image) => image.loading === 'lazy' && image.getBoundingClientRect().top >= innerHeight)
  .map((image) => image.currentSrc)`;

/** Returns the transferred bytes of all that the first screen of a page needs. */
async function bytesOfFirstView(page: Page, address: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const urls = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    bytes.set(urls.get(requestId) ?? '', encodedDataLength),
  );
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(address, { waitUntil: 'networkidle' });
  const later: unknown = await page.evaluate(LATER_PHOTOS);
  assert.ok(Array.isArray(later));
  for (const url of later) bytes.delete(url);
  return [...bytes.values()].reduce((sum, one) => sum + one, 0);
}

test('the first view has at most 200 kB with its photos, on a phone and on a desk', chromium, async (t) => {
  const { url, visit, paths } = await site();
  const screens = {
    phone: { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2 },
    desk: { viewport: { width: 1280, height: 800 } },
  };
  for (const name of PAGES) {
    for (const [screen, options] of Object.entries(screens)) {
      await visit('/robots.txt', options, async (page) => {
        const bytes = await bytesOfFirstView(page, `${url}${paths[name]}`);
        t.diagnostic(`${name}, ${screen}: ${bytes} bytes`);
        assert.ok(bytes <= MAX_FIRST_VIEW_BYTES, `${name}, ${screen}: ${bytes} bytes`);
      });
    }
  }
});

test(
  'without scripts: finds a cat by a filter and a word, reads the next page, and opens an animal',
  chromium,
  async () => {
    const { visit, paths } = await site();
    await visit(paths.list, { javaScriptEnabled: false, locale: 'en-GB' }, async (page) => {
      await page.getByText('Find the right one').click();
      await page.getByLabel('Kind', { exact: true }).selectOption('Cats');
      await page.getByLabel('Sex').selectOption('Female');
      await page.getByRole('button', { name: 'Show these animals' }).click();
      await page.waitForURL(/categoryId=2/);
      await page.getByRole('link', { name: 'More animals' }).click();
      await page.waitForURL(/cursor=/);
      await page
        .getByRole('main')
        .getByRole('link', { name: /Misty|Olive|Frank/ })
        .first()
        .click();
      await page.waitForURL(/\/adopt\/\d+\//);
      await page.getByRole('heading', { level: 1, name: /Misty|Olive|Frank/ }).waitFor();
      await page.getByRole('link', { name: /^Write about/ }).waitFor();
    });
  },
);

test(
  'with the keyboard only: skips to the content, and opens an animal; the focus is always visible',
  chromium,
  async () => {
    const { visit, paths } = await site();
    await visit(paths.list, { locale: 'en-GB', viewport: { width: 1280, height: 800 } }, async (page) => {
      await page.keyboard.press('Tab');
      assert.equal(await focusedName(page), 'Skip to the content');
      const first = await page.locator('.card a').first().innerText();
      const reached: string[] = [];
      while (!reached.some((name) => name.startsWith(first))) {
        await page.keyboard.press('Tab');
        reached.push(await focusedName(page));
        assert.ok(await page.evaluate(HAS_VISIBLE_FOCUS), reached.at(-1));
        assert.ok(reached.length < 60, reached.join(', '));
      }
      for (const name of ['Cats', 'Find the right one'])
        assert.ok(reached.includes(name), reached.join(', '));
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/adopt\/\d+\//);
    });
  },
);

test(
  'a script that was injected into a page does not run, only because of the policy',
  chromium,
  async () => {
    const { url, visit } = await site();
    await visit('/robots.txt', {}, async (page) => {
      for (const hasPolicy of [true, false]) {
        await page.route('**/adopt', async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replace('</main>', `${INJECTED}</main>`);
          const { 'content-security-policy': policy = '', ...headers } = response.headers();
          const kept = hasPolicy ? { ...headers, 'content-security-policy': policy } : headers;
          await route.fulfill({ response, headers: kept, body });
        });
        await page.goto(`${url}/adopt`, { waitUntil: 'networkidle' });
        assert.equal(
          await page.evaluate('document.documentElement.dataset.ran'),
          hasPolicy ? undefined : 'yes',
        );
        await page.unroute('**/adopt');
      }
    });
  },
);
