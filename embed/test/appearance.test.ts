// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { ANIMALS, cardsOf, openSite, styleOf } from './web-site.ts';

const browser = { skip: noBrowser };
const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const BODY = `<petstore-animals limit="${ANIMALS}"></petstore-animals>`;
const THEMES = ':root { color-scheme: light dark; font: 16px sans-serif }';
const SUM_OF_SHIFTS = `new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) globalThis.shift = (globalThis.shift ?? 0) + entry.value;
}).observe({ type: 'layout-shift' })`;

test(
  'keeps the styles of the page out and its own in, and takes over its font and colour',
  browser,
  async (t) => {
    const style = `
    * { text-transform: uppercase; letter-spacing: 9px; color: rgb(1, 2, 3); font-family: monospace }
    a, li, .name { display: none !important }
    .text { background: red }`;
    const body = `${BODY}<ul class="root"><li class="name">Outside</li></ul><p class="picture">Outside</p>`;
    const { page } = await openSite(t, { body, style });
    const [card] = await cardsOf(page);
    assert.ok(await card?.isVisible());
    assert.equal(await styleOf(page, 'petstore-animals .name', 'text-transform'), 'none');
    assert.equal(await styleOf(page, 'petstore-animals .name', 'letter-spacing'), 'normal');
    assert.equal(await styleOf(page, 'petstore-animals .text', 'background-color'), 'rgba(0, 0, 0, 0)');
    assert.equal(await styleOf(page, 'petstore-animals .name', 'color'), 'rgb(1, 2, 3)');
    assert.equal(await styleOf(page, 'petstore-animals .name', 'font-family'), 'monospace');
    assert.equal(await styleOf(page, 'main > ul', 'list-style-type'), 'disc');
    assert.equal(await styleOf(page, 'main > p', 'aspect-ratio'), 'auto');
  },
);

test('takes its colours and its radius from the properties of the page', browser, async (t) => {
  const style = `petstore-animals { --petstore-accent: rgb(9, 8, 7); --petstore-text: rgb(6, 5, 4);
    --petstore-muted: rgb(3, 2, 1); --petstore-card: rgb(250, 251, 252); --petstore-line: rgb(200, 201, 202);
    --petstore-radius: 3px; --petstore-gap: 5px }`;
  const { page } = await openSite(t, { body: BODY, style });
  await cardsOf(page);
  const expected = {
    '.name': { color: 'rgb(9, 8, 7)' },
    '.fact': { color: 'rgb(3, 2, 1)' },
    '.root': { color: 'rgb(6, 5, 4)' },
    'li > a': {
      'background-color': 'rgb(250, 251, 252)',
      'border-top-color': 'rgb(200, 201, 202)',
      'border-top-left-radius': '3px',
    },
    ul: { 'row-gap': '5px' },
  };
  for (const [selector, properties] of Object.entries(expected)) {
    for (const [property, value] of Object.entries(properties)) {
      assert.equal(await styleOf(page, `petstore-animals ${selector}`, property), value, selector);
    }
  }
});

test('is reached and operated with the keyboard, with a visible focus', browser, async (t) => {
  const { page, origin } = await openSite(t, { body: '<petstore-animals limit="2"></petstore-animals>' });
  await cardsOf(page);
  const reached: string[] = [];
  for (let step = 0; step < 3; step += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator('petstore-animals a:focus-visible');
    reached.push(String(await focused.evaluate((link) => link.innerText.split('\n')[0])));
    assert.equal(await styleOf(page, 'petstore-animals a:focus-visible', 'outline-style'), 'solid');
  }
  assert.deepEqual(reached, ['Biscuit', 'Misty', 'See all animals']);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/adopt?lang=en`);
});

test('has no accessibility violation in either theme, with cards and with a message', browser, async (t) => {
  const { page } = await openSite(t, { body: BODY, style: THEMES });
  for (const limit of [ANIMALS, 0]) {
    await page.evaluate(`document.querySelector('petstore-animals').setAttribute('limit', ${limit})`);
    await cardsOf(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // For the frames of a page, of which this one has none, axe would open another page.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(WCAG_22_AA).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
      assert.deepEqual(found, [], `${limit} animals, ${colorScheme}`);
    }
  }
});

const PAINTED = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';
const ADD_COMPONENT = `
  const animals = document.createElement('petstore-animals');
  animals.setAttribute('limit', '2');
  document.querySelector('p').before(animals);`;

test(
  'moves nothing when the animals replace empty cards, and fits screens of 320 and 1280 px',
  browser,
  async (t) => {
    for (const width of [320, 1280]) {
      const { page, origin } = await openSite(t, {
        body: '<p>Below</p>',
        style: 'petstore-animals { display: block; min-height: 30rem }',
        options: { viewport: { width, height: 900 } },
      });
      const { promise: painted, resolve: release } = Promise.withResolvers<void>();
      await page.route(`${origin}/adopt.json*`, async (route) => {
        await painted;
        await route.continue();
      });
      await page.evaluate(ADD_COMPONENT);
      await page.evaluate(PAINTED);
      await page.evaluate(SUM_OF_SHIFTS);
      release();
      await cardsOf(page);
      await page.evaluate(PAINTED);
      assert.equal(await page.evaluate('globalThis.shift ?? 0'), 0);
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width);
    }
  },
);
