import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { noChromium } from '@petstore/testing/servers/chromium.ts';
import type { Page } from 'playwright-core';
import { signedIn, startConsole } from './console-page.ts';

const chromium = { skip: noChromium };

/** A list that is many screens long; the first that was added is the last in it. */
async function longList(t: TestContext): Promise<Page> {
  const place = await startConsole(t);
  for (let added = 1; added <= 40; added += 1)
    await addPet(place.service, place.key, { name: `Dog ${added}` });
  const page = await signedIn(t, place, { viewport: { width: 360, height: 640 } });
  await page.getByRole('button', { name: 'Remove Dog 1', exact: true }).waitFor();
  return page;
}

/** Scrolls as the reader would, and waits for the end of it. */
async function scrollDown(page: Page, by: number): Promise<void> {
  const ended = page.evaluate(
    'new Promise((resolve) => addEventListener("scrollend", resolve, { once: true }))',
  );
  await page.mouse.move(180, 400);
  await page.mouse.wheel(0, by);
  await ended;
}

const scrolled = (page: Page) => page.evaluate('scrollY').then(Number);

test('an animal from far down shows its top, and Back and Forward keep both places', chromium, async (t) => {
  const page = await longList(t);
  await page.getByRole('link', { name: 'Dog 5', exact: true }).scrollIntoViewIfNeeded();
  const left = await scrolled(page);
  assert.ok(left > 3_000, String(left));
  await page.getByRole('link', { name: 'Dog 5', exact: true }).click();
  await page.getByRole('heading', { name: 'Dog 5', exact: true }).waitFor();
  assert.equal(await scrolled(page), 0);
  await page.getByText('as “Dog 5”').waitFor();
  await scrollDown(page, 200);
  const readTo = await scrolled(page);
  assert.ok(readTo > 0);
  await page.goBack();
  await page.getByRole('heading', { name: 'Animals' }).waitFor();
  assert.equal(await scrolled(page), left);
  await page.goForward();
  await page.getByRole('heading', { name: 'Dog 5', exact: true }).waitFor();
  assert.equal(await scrolled(page), readTo);
});

test('another filter begins at the top, and Back is where the list was left', chromium, async (t) => {
  const page = await longList(t);
  await scrollDown(page, 2_000);
  const left = await scrolled(page);
  assert.equal(left, 2_000);
  await page.getByRole('link', { name: 'Available' }).dispatchEvent('click');
  await page.getByRole('link', { name: 'Available' }).and(page.locator('[aria-current]')).waitFor();
  await page.getByRole('link', { name: 'Dog 40' }).waitFor();
  assert.equal(await scrolled(page), 0);
  await page.goBack();
  await page.getByRole('link', { name: 'All' }).and(page.locator('[aria-current]')).waitFor();
  assert.equal(await scrolled(page), left);
});

test('a reload comes back to the place when the list is there again', chromium, async (t) => {
  const page = await longList(t);
  await scrollDown(page, 4_000);
  await page.reload();
  await page.getByRole('link', { name: 'Dog 40' }).waitFor();
  await page.waitForFunction('scrollY === 4000');
});
