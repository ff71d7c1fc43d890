// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import type { Page } from 'playwright-core';
import { openConsole, settled, signedIn, startApp, withKey } from './console-page.ts';
import { sharedExampleApp } from './example-pages.ts';

const browser = { skip: noBrowser };

/** Returns the label or the text of the focused element. */
const focused = (page: Page) =>
  page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent').then(String);

test(
  'removes an animal with the keyboard, and its time to undo stands still while Undo has the focus',
  browser,
  async (t) => {
    const app = await startApp(t);
    const id = await addPet(app.service, app.key, { name: 'Olive' });
    const page = await signedIn(t, app, { at: `/animals/${id}` });
    await page.getByRole('button', { name: 'More for Olive' }).focus();
    await page.keyboard.press('Enter');
    for (const item of ['Merge with another record…', 'Remove…']) {
      await page.keyboard.press('Tab');
      assert.equal(await focused(page), item);
    }
    await page.keyboard.press('Escape');
    assert.equal(await focused(page), 'More for Olive');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove…' }).press('Enter');
    await page
      .getByRole('dialog', { name: 'Remove Olive?' })
      .getByRole('button', { name: 'Remove' })
      .press('Enter');
    const undo = page.getByRole('button', { name: 'Undo the removal of Olive' });
    await undo.focus();
    await page.clock.runFor(60_000);
    await undo.press('Enter');
    await undo.waitFor({ state: 'detached' });
    await page.clock.runFor(60_000);
    await page.getByRole('button', { name: 'More for Olive' }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
  },
);

test('keeps the focus in front of the new items after Show', browser, async (t) => {
  const app = await startApp(t);
  const id = await addPet(app.service, app.key, { name: 'Olive' });
  const page = await signedIn(t, app);
  for (const [at, next] of [
    ['/animals', /Newcomer/],
    ['/orders', /Olive|Animal 1/],
    ['/activity', /Newcomer/],
  ] as const) {
    await page.goto(`${app.service.url}/#${at}`);
    await settled(page);
    await addPet(app.service, app.key, { name: `Newcomer of ${at}` });
    if (at === '/orders') await placeOrder(app.service, app.key, id);
    // The feed waits for 5 s, or 10 s after two requests.
    await page.clock.runFor(11_000);
    await page.getByRole('button', { name: 'Show' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByRole('link', { name: next }).first().waitFor();
    assert.equal(await focused(page), 'Updates', at);
    await page.keyboard.press('Tab');
    assert.match(await focused(page), next, at);
  }
});

test('every control is reachable with the keyboard', browser, async (t) => {
  const app = await sharedExampleApp();
  const page = await openConsole(t, app);
  await withKey(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type(app.key);
  await page.keyboard.press('Enter');
  await page.getByLabel('Status of Ida').first().waitFor();
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Animals');
  const reached = new Set<string>();
  for (let step = 0; step < 24; step += 1) {
    await page.keyboard.press('Tab');
    reached.add(
      String(await page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent')),
    );
  }
  for (const name of ['Add an animal', 'Available 28', 'Olive', 'Ida', 'Status of Ida', 'Select Ida']) {
    assert.ok(reached.has(name), `${name} in ${[...reached].join(', ')}`);
  }
});
