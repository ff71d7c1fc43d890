import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { openConsole, settled } from '../console-page.ts';
import { PAGES, sharedExampleApp } from '../example-pages.ts';
import { textsByLanguage } from './text-entries.ts';

/** A text of the example data, the names of licences, and breeds of sites. */
const DATA = /Calm, and used to cats\.|CC-BY-[\w.-]+/g;
const ENGLISH_WORD = /\b(the|of|and|with|your|this|are|for|by|no longer)\b/i;
/** The narrowest screen. */
const VIEWPORT = { width: 320, height: 800 };

/**
 * Opens pages of the console in a browser with a language, and asserts that they have no frequent English word, also in labels and
 * hidden text. Calls `inspect` for each page.
 */
export async function openPagesIn(
  t: TestContext,
  locale: 'es' | 'fr' | 'de',
  names = Object.keys(PAGES),
  inspect: (page: Page, name: string) => Promise<void> = async () => {},
): Promise<void> {
  const app = await sharedExampleApp();
  const page = await openConsole(t, app, { locale, viewport: VIEWPORT });
  const look = async (name: string) => {
    const snapshot = await page.locator('body').ariaSnapshot();
    const english = snapshot.split('\n').filter((line) => ENGLISH_WORD.test(line.replace(DATA, '')));
    assert.deepEqual(english, [], `${name}, ${locale}`);
    await inspect(page, `${name}, ${locale}`);
  };
  assert.equal(await page.locator('html').getAttribute('lang'), locale);
  await look('sign-in');
  const source = await readFile(new URL('../../src/sign-in/sign-in-texts.ts', import.meta.url), 'utf8');
  const texts = textsByLanguage(source)
    .find((found) => found.get(locale)?.has('withKey'))
    ?.get(locale);
  const text = (name: string) => texts?.get(name)?.words ?? assert.fail(`${name} is missing in ${locale}`);
  await page.getByRole('button', { name: text('withKey'), exact: true }).click();
  await page.getByLabel(text('key')).fill(app.key);
  await page.getByRole('button', { name: text('signIn'), exact: true }).click();
  await page.getByRole('navigation').first().waitFor();
  for (const name of names) {
    await page.goto(`${app.service.url}/#${PAGES[name]?.at}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    if (name === 'usage') await page.getByText((987_654_321).toLocaleString(locale)).first().waitFor();
    await look(name);
  }
}
