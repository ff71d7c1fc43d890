// Runs in Chromium and in Firefox.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { until } from '@petstore/testing/until.ts';
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
    await page.getByText('This page needs Chrome 109, Firefox 115, Safari 16.4').waitFor();
    await page.getByText('Esta página necesita Chrome 109').waitFor();
  },
);

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
