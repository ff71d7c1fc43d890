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
  /** The scheme in which axe examines the page: colours do not depend on the width, nor the layout on the colours. */
  axeScheme?: 'light' | 'dark';
}

export const SCREENS: readonly Screen[] = [
  // A phone of 320 px with a scroll bar.
  { width: 305 },
  { width: 360, axeScheme: 'light' },
  { width: 1280, axeScheme: 'dark' },
];

async function assertAccessible(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG_22_AA).analyze();
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

/** Fails if a page is too wide or has a violation. Writes a screenshot in each colour scheme. */
export async function inspect(page: Page, name: string, { width, axeScheme }: Screen): Promise<void> {
  await assertFits(page, `${name}, ${width} px`);
  if (axeScheme === undefined) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}-${colorScheme}.png` });
    if (colorScheme === axeScheme) await assertAccessible(page, `${name}, ${width} px, ${colorScheme}`);
  }
}
