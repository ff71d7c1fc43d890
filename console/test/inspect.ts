import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const SCREENSHOTS = fileURLToPath(new URL('../screenshots', import.meta.url));
await mkdir(SCREENSHOTS, { recursive: true });
const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export interface Screen {
  width: number;
  /** On this screen a page must only fit: it looks as on the screens of other widths. */
  fitsOnly?: true;
}

export const SCREENS: readonly Screen[] = [
  // A phone of 320 px with a scroll bar.
  { width: 305, fitsOnly: true },
  { width: 390 },
  { width: 1280 },
];

async function assertAccessible(page: Page, name: string): Promise<void> {
  // Without the frames and style sheets of other origins, which no page has, it takes a third of the time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], preload: false });
  const { violations } = await axe.setLegacyMode().withTags(WCAG_22_AA).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  assert.deepEqual(found, [], name);
}

async function assertFits(page: Page, name: string): Promise<void> {
  const [content, view] = [
    await page.evaluate('document.documentElement.scrollWidth'),
    await page.evaluate('document.documentElement.clientWidth'),
  ];
  assert.equal(content, view, name);
}

/** Fails if a page is too wide, or has a violation in either colour scheme. Writes a screenshot in each. */
export async function inspect(page: Page, name: string, { width, fitsOnly }: Screen): Promise<void> {
  await assertFits(page, `${name}, ${width} px`);
  if (fitsOnly) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}-${colorScheme}.png` });
    await assertAccessible(page, `${name}, ${width} px, ${colorScheme}`);
  }
}
