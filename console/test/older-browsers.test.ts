// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { until } from '@petstore/testing/until.ts';
import type { Page } from 'playwright-core';
import { openConsole, signedIn, signIn, startSharedApp } from './console-page.ts';

const browser = { skip: noBrowser };
const app = startSharedApp();

test('signs in without URL.canParse, which Safari 16 lacks', browser, async (t) => {
  const { service, key } = await app;
  const page = await openConsole(t, { service });
  await page.evaluate('delete URL.canParse');
  await signIn(page, key);
  await page.getByRole('heading', { name: 'Animals' }).waitFor();
});

test(
  'a browser that cannot run the console shows which browsers can, in both languages',
  browser,
  async (t) => {
    const { service } = await app;
    const page = await openConsole(t, { service });
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload();
    const note = page.getByText('This page needs Chrome 109, Firefox 115, Safari 16.4');
    await setTimeOfAnimations(page, 9_900);
    assert.equal(await note.isVisible(), false, 'a slow script has ten seconds');
    await setTimeOfAnimations(page, 10_000);
    await note.waitFor();
    await page.getByText('Esta página necesita Chrome 109').waitFor();
  },
);

/** Sets the time of all animations of the page, in milliseconds, and stops it. */
function setTimeOfAnimations(page: Page, ms: number): Promise<void> {
  return page.evaluate(`for (const animation of document.getAnimations()) {
    animation.pause();
    animation.currentTime = ${ms};
  }`);
}

test('without the event scrollend, a reload returns to the place in a long list', browser, async (t) => {
  const { service, key } = await app;
  for (let added = 1; added <= 30; added += 1) await addPet(service, key, { name: `Dog ${added}` });
  const page = await signedIn(t, await app, { viewport: { width: 360, height: 640 } });
  // Safari has neither the property nor the event.
  await page.addInitScript({
    content: `delete Window.prototype.onscrollend; delete window.onscrollend;
      addEventListener('scrollend', (event) => event.stopImmediatePropagation(), { capture: true });`,
  });
  await page.reload();
  await page.getByRole('link', { name: 'Dog 5', exact: true }).waitFor();
  assert.equal(await page.evaluate(`'onscrollend' in globalThis`), false);
  await page.evaluate('scrollTo({ top: 1500, behavior: "instant" })');
  await until(() => page.evaluate<boolean>('history.state?.y === 1500'));
  await page.reload();
  await until(() => page.evaluate<boolean>('scrollY === 1500'));
});
