import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { noChromium } from '@petstore/testing/servers/chromium.ts';
import type { Page } from 'playwright-core';
import { signedIn, startConsole } from './console-page.ts';

const chromium = { skip: noChromium };

/** What the keyboard is at, as far as the test has to tell it apart. */
const focused = (page: Page) =>
  page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent').then(String);

test('the keyboard stays with the card of an animal that is kept, or removed', chromium, async (t) => {
  const place = await startConsole(t);
  await addPet(place.service, place.key, { name: 'Olive' });
  const page = await signedIn(t, place);
  await page.getByRole('button', { name: 'Remove Olive' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Undo the removal of Olive' }).waitFor();
  assert.match(await focused(page), /^Undo the removal of Olive/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove Olive' }).waitFor();
  assert.match(await focused(page), /^Olive/);
  await page.keyboard.press('Tab');
  assert.equal(await focused(page), 'Olive');
  await page.getByRole('button', { name: 'Remove Olive' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Undo the removal of Olive' }).waitFor();
  await page.clock.runFor(5_100);
  await page.getByText('Olive is no longer in the catalogue').waitFor();
  assert.equal(await focused(page), 'Olive is no longer in the catalogue.');
});

test('after "Show" the keyboard goes on with what was shown', chromium, async (t) => {
  const place = await startConsole(t);
  const id = await addPet(place.service, place.key, { name: 'Olive' });
  for (const [at, next] of [
    ['/animals', /Newcomer/],
    ['/orders', /Olive|Animal 1/],
    ['/activity', /Newcomer/],
  ] as const) {
    const page = await signedIn(t, place, { at });
    // What was shown is read once more when the feed begins, and would have the newcomer at once.
    await page.waitForLoadState('networkidle');
    await addPet(place.service, place.key, { name: 'Newcomer' });
    if (at === '/orders') await placeOrder(place.service, place.key, id);
    await page.clock.runFor(6_000);
    await page.getByRole('button', { name: 'Show' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByRole('link', { name: next }).first().waitFor();
    assert.equal(await focused(page), 'Updates', at);
    await page.keyboard.press('Tab');
    assert.match(await focused(page), next, at);
  }
});
