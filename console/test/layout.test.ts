// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { DEFAULT_FOCAL_POINT } from '../../service/src/catalogue/photos/focal-point.ts';
import { insertPhoto } from '../../service/src/catalogue/photos/photo-queries.ts';
import { pictureFile, signedIn, startApp } from './console-page.ts';
import { sharedExampleApp } from './example-pages.ts';

const browser = { skip: noBrowser };
const SUM_OF_SHIFTS = `new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) globalThis.shift = (globalThis.shift ?? 0) + entry.value;
}).observe({ type: 'layout-shift', buffered: true })`;

test('names of categories and actions move nothing in the table', browser, async (t) => {
  const app = await startApp(t);
  for (const name of ['Ada', 'Bruno']) await addPet(app.service, app.key, { name, categoryId: 1 });
  await app.service.send('/v1/store/orders', { method: 'POST', key: app.key, body: { petId: 1 } });
  await app.service.database.write((db) =>
    db.updateTable('categories').set({ name: 'Rabbits, hares and guinea pigs of every size' }).execute(),
  );
  const page = await signedIn(t, app);
  await page.getByRole('button', { name: 'Table' }).click();
  await page.addInitScript(SUM_OF_SHIFTS);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const seen = Promise.withResolvers<void>();
    await page.route(/\/v1\/(categories|permissions|listings|summary)/, async (route) => {
      await seen.promise;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('link', { name: 'Ada' }).waitFor();
    seen.resolve();
    await page.getByLabel('Status of Bruno').waitFor();
    await page.getByText('no. 1 · Rabbits').waitFor();
    assert.equal(await page.evaluate('globalThis.shift ?? 0'), 0, `${width} px`);
  }
});

test('the button that places a hold is visible without scrolling with 12 photos', browser, async (t) => {
  const app = await startApp(t);
  const id = await addPet(app.service, app.key, { name: 'Olive' });
  const content = (await pictureFile('olive.jpg')).buffer;
  const files = (['320.webp', '800.webp', '1600.webp', '800.jpg'] as const).map((name) => ({
    name,
    content,
  }));
  const photo = {
    petId: BigInt(id),
    accountId: null,
    width: 96,
    height: 64,
    color: '#a0522d',
    alt: '',
    files,
  };
  await app.service.database.write(async (db) => {
    for (let position = 0; position < 12; position += 1) {
      const name = String(position).padStart(32, '0');
      await insertPhoto(db, { ...photo, id: name, position, focalPoint: DEFAULT_FOCAL_POINT });
    }
  });
  const page = await signedIn(t, app, { at: `/animals/${id}` });
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.reload();
    await page.getByRole('img', { name: 'Photo of Olive' }).nth(11).waitFor();
    const box = await page.getByRole('button', { name: 'Place a hold' }).boundingBox();
    assert.ok(box !== null && box.y + box.height <= height, `${width} px: ${JSON.stringify(box)}`);
    assert.equal(await page.evaluate('scrollY'), 0);
  }
});

test('a printed page shows every row and no controls', browser, async (t) => {
  const page = await signedIn(t, await sharedExampleApp(), { viewport: { width: 360, height: 640 } });
  const status = page.getByLabel('Status of Ada').last();
  await status.waitFor();
  await page.emulateMedia({ media: 'print' });
  const blank = await page.evaluate(
    '[...document.querySelectorAll(".animals > li, .animal-row")].filter((card) => getComputedStyle(card).contentVisibility !== "visible").length',
  );
  assert.equal(blank, 0);
  assert.equal(await page.locator('.top').isVisible(), false);
  assert.equal(await page.getByLabel('Select Ada').last().isVisible(), false);
});

test(
  'a dialog of a row far down in the table is on the screen, and the table keeps its place',
  browser,
  async (t) => {
    const viewport = { width: 390, height: 640 };
    const page = await signedIn(t, await sharedExampleApp(), { at: '/animals?view=table', viewport });
    const status = page.getByLabel('Status of Ada').last();
    await status.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate('scrollY');
    await status.selectOption('not for adoption');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    assert.equal(await page.evaluate('scrollY'), scrolled);
    const fits =
      'document.querySelector("dialog").scrollWidth <= document.querySelector("dialog").clientWidth';
    assert.ok(await page.evaluate(fits), 'its texts wrap, although those of the row do not');
  },
);

test('the longest name without a space makes no page wider or higher', browser, async (t) => {
  const width = 360;
  const app = await startApp(t);
  const id = await addPet(app.service, app.key, { name: 'W'.repeat(1000) });
  await placeOrder(app.service, app.key, await addPet(app.service, app.key, { name: 'M'.repeat(1000) }));
  const page = await signedIn(t, app, { viewport: { width, height: 640 } });
  const assertFits = async (what: string) =>
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, what);
  const card = page.locator('.animal', { hasText: 'WWW' });
  const height = async () => (await card.boundingBox())?.height;
  await card.getByRole('checkbox').waitFor();
  const before = await height();
  await assertFits('the list');
  await card.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Remove…' }).click();
  await assertFits('the question');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await card.getByText('goes to the bin').waitFor();
  await assertFits('being removed');
  assert.equal(await height(), before);
  await page.getByRole('button', { name: /^Undo/ }).click();
  for (const at of [`/animals/${id}`, '/orders', '/activity']) {
    await page.goto(`${app.service.url}/#${at}`);
    await page
      .getByRole('main')
      .getByText(/WWW|MMM/)
      .first()
      .waitFor();
    await assertFits(at);
  }
  await page.goto(`${app.service.url}/#/animals`);
  await card.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Remove…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.mouse.move(0, 0);
  await page.clock.runFor(10_100);
  await card.getByText('is no longer in the catalogue').waitFor();
  await assertFits('removed');
  assert.equal(await height(), before);
});
