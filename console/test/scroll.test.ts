// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import type { Page } from 'playwright-core';
import { type App, requestsOf, signedIn, startApp, startSharedApp } from './console-page.ts';

const browser = { skip: noBrowser };

let dogs: Promise<App> | undefined;

async function startWithDogs(): Promise<App> {
  const app = await startSharedApp();
  for (let added = 1; added <= 40; added += 1) await addPet(app.service, app.key, { name: `Dog ${added}` });
  return app;
}

/** Opens a list of 40 dogs, which is many screens long. Dog 1 is at its end. The tests share the service. */
async function openLongList(t: TestContext): Promise<Page> {
  dogs ??= startWithDogs();
  const page = await signedIn(t, await dogs, { viewport: { width: 360, height: 640 } });
  await page.getByLabel('Select Dog 1', { exact: true }).waitFor();
  return page;
}

/** Scrolls as a user does, and waits until it ends. */
async function scrollDown(page: Page, by: number): Promise<void> {
  const ended = page.evaluate(
    'new Promise((resolve) => addEventListener("scrollend", resolve, { once: true }))',
  );
  await page.mouse.move(180, 400);
  await page.mouse.wheel(0, by);
  await ended;
}

const scrolled = (page: Page) => page.evaluate('scrollY').then(Number);

test(
  'a page opened from far down starts at its top; Back and Forward restore both positions',
  browser,
  async (t) => {
    const page = await openLongList(t);
    await page.getByRole('link', { name: 'Dog 5', exact: true }).scrollIntoViewIfNeeded();
    const left = await scrolled(page);
    assert.ok(left > 3_000, String(left));
    await page.getByRole('link', { name: 'Dog 5', exact: true }).click();
    await page.getByRole('heading', { name: 'Dog 5', exact: true, level: 1 }).waitFor();
    assert.equal(await scrolled(page), 0);
    await page.getByText('as “Dog 5”').waitFor();
    await scrollDown(page, 200);
    const readTo = await scrolled(page);
    assert.ok(readTo > 0);
    await page.goBack();
    await page.getByRole('heading', { name: 'Animals' }).waitFor();
    assert.equal(await scrolled(page), left);
    await page.goForward();
    await page.getByRole('heading', { name: 'Dog 5', exact: true, level: 1 }).waitFor();
    assert.equal(await scrolled(page), readTo);
  },
);

test('a new filter starts at the top; Back and a reload restore the position', browser, async (t) => {
  const page = await openLongList(t);
  await scrollDown(page, 2_000);
  const left = await scrolled(page);
  assert.equal(left, 2_000);
  await page.getByRole('link', { name: /^Available/ }).dispatchEvent('click');
  await page
    .getByRole('link', { name: /^Available/ })
    .and(page.locator('[aria-current]'))
    .waitFor();
  await page.getByRole('link', { name: 'Dog 40' }).waitFor();
  assert.equal(await scrolled(page), 0);
  await page.goBack();
  await page.getByRole('link', { name: 'All' }).and(page.locator('[aria-current]')).waitFor();
  assert.equal(await scrolled(page), left);
  await page.reload();
  await page.getByRole('link', { name: 'Dog 40' }).waitFor();
  await page.waitForFunction(`scrollY === ${left}`);
});

/** Scrolls to the end each time that the page has grown. */
const SCROLL_TO_END = `new Promise((resolve) => {
  const scrollDown = () => {
    scrollTo(0, document.body.scrollHeight);
    if (document.querySelector('.more > p') !== null) resolve();
  };
  new MutationObserver(scrollDown).observe(document.body, { childList: true, subtree: true });
  scrollDown();
})`;

test('scrolling to the end of 250 animals shows each once, newest first', browser, async (t) => {
  const app = await startApp(t);
  await app.service.database.write((db) => {
    const pet = { category_id: 7n, status: 'available', owner_id: null } as const;
    const values = Array.from({ length: 250 }, (_, n) => ({ ...pet, name: `Frank ${n + 1}` }));
    return db.insertInto('pets').values(values).execute();
  });
  const page = await signedIn(t, app);
  const sent = requestsOf(page);
  await page.getByRole('link', { name: 'Frank 250', exact: true }).waitFor();
  await page.evaluate(SCROLL_TO_END);
  await page.getByText('End of list.').waitFor();
  assert.deepEqual(
    await page.locator('.animals h2').allTextContents(),
    Array.from({ length: 250 }, (_, n) => `Frank ${250 - n}`),
  );
  assert.equal(sent.filter((request) => request.includes('cursor=')).length, 2);
});
