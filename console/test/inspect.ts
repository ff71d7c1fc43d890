import assert from 'node:assert/strict';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** A phone of 320 px with a scroll bar, on which a page must only fit: it looks as on the screens of other widths. */
const SMALLEST = 305;
const WIDTHS = [390, 1280];

/** The rules whose result the colours of a page decide. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'] as const;

/** @param only the rules to apply; all of WCAG 2.2 AA unless given. */
async function assertAccessible(page: Page, name: string, only?: readonly string[]): Promise<void> {
  // axe stays in a document. To add it again takes almost as long as to examine a page.
  const isAdded = await page.evaluate('"axe" in globalThis');
  const axe = new AxeBuilder({ page, ...(isAdded === true && { axeSource: ';' }) });
  // Without the frames and style sheets of other origins, which no page has, it takes a third of the time.
  axe.options({ resultTypes: ['violations'], preload: false }).setLegacyMode();
  if (only === undefined) axe.withTags(WCAG_22_AA);
  else axe.withRules([...only]);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  assert.deepEqual(found, [], name);
}

export async function assertFits(page: Page, name: string): Promise<void> {
  const [content, view] = [
    await page.evaluate('document.documentElement.scrollWidth'),
    await page.evaluate('document.documentElement.clientWidth'),
  ];
  assert.equal(content, view, name);
}

/**
 * Fails if a page is too wide on a screen, or has a violation in a theme: light, dark, or the colours of the reader. The themes differ
 * only in their colours, so only the first one is examined with all rules.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  await resize(page, SMALLEST);
  await assertFits(page, `${name}, ${SMALLEST} px`);
  for (const width of WIDTHS) {
    await resize(page, width);
    await assertFits(page, `${name}, ${width} px`);
    for (const [theme, media, rules] of [
      ['light', { colorScheme: 'light' }, undefined],
      ['dark', { colorScheme: 'dark' }, RULES_OF_COLOURS],
      ['forced', { colorScheme: 'light', forcedColors: 'active' }, RULES_OF_COLOURS],
    ] as const) {
      await page.emulateMedia({ forcedColors: 'none', ...media });
      await assertAccessible(page, `${name}, ${width} px, ${theme}`, rules);
    }
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  }
}

/** Only style sheets depend on the size, so that a page need not load again. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
}

/** Fails if a page is too wide or has a violation as it is. Release tests `inspect` pages in each theme and width. */
export async function examine(page: Page, name: string): Promise<void> {
  await assertFits(page, name);
  await assertAccessible(page, name);
}
