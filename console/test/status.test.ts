// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { until } from '@petstore/testing/until.ts';
import type { Page } from 'playwright-core';
import { DAY } from '../../service/src/platform/core/clock.ts';
import { type App, requestsOf, settled, signedIn, startApp } from './console-page.ts';
import { examine } from './inspect.ts';

const browser = { skip: noBrowser };

/** Opens a list with Olive and Bruno, both available, and records the changes that the page sends. */
async function openListOfTwo(t: TestContext, options: Parameters<typeof signedIn>[2] = {}) {
  const app = await startApp(t);
  for (const name of ['Olive', 'Bruno']) await addPet(app.service, app.key, { name });
  const page = await signedIn(t, app, options);
  await page.getByLabel('Status of Olive').waitFor();
  const sent = requestsOf(page);
  const changes = () => sent.filter((request) => /^PATCH|batches$/.test(request));
  return { app, page, changes, select: page.getByLabel('Status of Olive') };
}

async function statusOf({ service, key }: App, name: string): Promise<unknown> {
  const pets = await readAll(service, key, '/v1/pets');
  return pets.find((pet) => pet.name === name)?.status;
}

/** Lets the time to undo a change pass, and waits for the response to the change. */
async function passUndo(page: Page): Promise<void> {
  const changed = page.waitForResponse('**/v1/batches');
  await page.clock.runFor(10_100);
  await changed;
}

const focused = (page: Page) => page.evaluate('document.activeElement.ariaLabel');

test(
  'an arrow key does not change the status: Escape drops the choice; Enter and leaving confirm it, and the focus stays',
  browser,
  async (t) => {
    const { app, page, changes, select } = await openListOfTwo(t);
    await select.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.equal(await select.inputValue(), 'sold');
    await page.getByText('Not set yet. Press Enter').waitFor();
    await page.clock.runFor(11_000);
    await page.keyboard.press('Escape');
    assert.equal(await select.inputValue(), 'available');
    assert.deepEqual(changes(), []);
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.locator('[aria-live=polite]').getByText('Olive is set to “Adopted”.').waitFor();
    assert.equal(await focused(page), 'Status of Olive');
    await passUndo(page);
    assert.equal(await statusOf(app, 'Olive'), 'sold');
    await page.getByText('Olive is set to').waitFor({ state: 'detached' });
    assert.equal(await focused(page), 'Status of Olive');
    assert.equal(changes().length, 1);

    // While a status is sent, the control ignores keys.
    const seen = Promise.withResolvers<void>();
    await page.route('**/v1/batches', async (route) => {
      await seen.promise;
      await route.continue();
    });
    const other = page.getByLabel('Status of Bruno');
    await other.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'Tab']) await page.keyboard.press(key);
    await page.getByText('Bruno is set to “Adopted”.').waitFor();
    await other.focus();
    await page.clock.runFor(10_100);
    await page.locator('select[aria-disabled="true"]').waitFor();
    await page.keyboard.press('ArrowUp');
    assert.equal(await other.inputValue(), 'sold');
    seen.resolve();
    await page.locator('select[aria-label="Status of Bruno"][aria-disabled="false"]').waitFor();
    assert.equal(await focused(page), 'Status of Bruno');
    assert.equal(await statusOf(app, 'Bruno'), 'sold');
  },
);

test(
  'a new status can be undone for ten seconds, with the button or Escape; a rejected one is on every page',
  browser,
  async (t) => {
    const { app, page, changes, select } = await openListOfTwo(t);
    await select.selectOption('Adopted');
    assert.equal(await select.inputValue(), 'sold');
    await page.clock.runFor(4_000);
    await page.getByRole('button', { name: 'Undo the status of Olive' }).click();
    assert.equal(await select.inputValue(), 'available');
    await select.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByText('Olive is set to “Adopted”.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Olive is set to').waitFor({ state: 'detached' });
    await page.clock.runFor(11_000);
    assert.deepEqual(changes(), []);
    assert.equal(await statusOf(app, 'Olive'), 'available');

    await select.selectOption('Adopted');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Usage' }).click();
    await placeOrder(app.service, app.key, 1);
    await passUndo(page);
    await page.getByText(/Olive could not be changed/).waitFor();
    await page.getByText(/because a reservation holds the animal/).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText(/because a reservation holds the animal/).waitFor({ state: 'detached' });
  },
);

test('a status can be undone on another page, by touch', browser, async (t) => {
  const { page, changes, select } = await openListOfTwo(t, {
    hasTouch: true,
    viewport: { width: 360, height: 640 },
  });
  await select.tap();
  await select.selectOption('Adopted');
  await page.getByRole('link', { name: 'Applications' }).tap();
  await page.getByRole('link', { name: 'Reservations' }).tap();
  await page.getByText(/No reservations yet/).waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
  await page.getByRole('button', { name: 'Undo the status of Olive' }).tap();
  await page.clock.runFor(11_000);
  assert.deepEqual(changes(), []);
});

/** Changes the status of some animals one after another. */
async function adopt(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names)
    await page.getByLabel(`Status of ${name}`, { exact: true }).selectOption('Adopted');
  await page.getByText(`${names.at(-1)} is set to “Adopted”.`).waitFor();
}

/** Opens the console again, and waits until it has asked what became of the changes of earlier pages. */
async function visitAgain(page: Page, { service }: App): Promise<void> {
  await page.goto(`${service.url}/#/animals`);
  await page.getByLabel('Status of Olive').waitFor();
  await settled(page);
  await page.clock.runFor(5_100);
  await settled(page);
}

const HIDE =
  'Object.defineProperty(document, "visibilityState", { value: "hidden" }); document.dispatchEvent(new Event("visibilitychange"))';

const unsaved = (page: Page) => page.getByRole('listitem').filter({ hasText: 'not saved:' });

test(
  'twelve statuses are saved when the page is left within the time to undo, and only one that was rejected is offered again',
  browser,
  async (t) => {
    const { app, page } = await openListOfTwo(t);
    const others = Array.from({ length: 10 }, (_, index) => `Animal ${index}`);
    for (const name of others) await addPet(app.service, app.key, { name });
    await page.reload();
    const all = ['Olive', 'Bruno', ...others];
    await adopt(page, all);
    await placeOrder(app.service, app.key, 3);
    await page.goto('about:blank');
    const adopted = async () =>
      (await readAll(app.service, app.key, '/v1/pets')).filter(({ status }) => status === 'sold').length;
    await until(async () => (await adopted()) === 11);

    // A colleague corrects one before the next visit: that it was saved is known from its history.
    const corrected = { method: 'PATCH', key: app.key, body: { status: 'available' } };
    await app.service.send('/v1/pets/2', corrected);
    // The hold has ended, and so has the time for which the service knows the key of the first request.
    app.service.clock.advance(2 * DAY);
    await visitAgain(page, app);
    await unsaved(page).getByText('1 change of an animal is not saved:').waitFor();
    await unsaved(page).getByText('Animal 0 → Adopted').waitFor();
    await page.getByRole('button', { name: 'Save now' }).click();
    await until(async () => (await statusOf(app, 'Animal 0')) === 'sold');
    await settled(page);
    assert.equal(await statusOf(app, 'Bruno'), 'available');
    assert.equal(await page.getByLabel('Status of Bruno').inputValue(), 'available');
    assert.equal(await page.evaluate('localStorage.length'), 0);
  },
);

test(
  'statuses that could not be sent when the page was left are offered at the next visit to their user only, and saved once or discarded',
  browser,
  async (t) => {
    const { app, page, changes } = await openListOfTwo(t);
    const leaveOffline = async (names: readonly string[]) => {
      await adopt(page, names);
      // The request is not tried again: one of a page that is closed would ignore that the browser is offline.
      await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1_000);
      await page.context().setOffline(true);
      const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/v1/batches'));
      await page.evaluate(HIDE);
      await failed;
      await page.goto('about:blank');
      await page.context().setOffline(false);
      await page.clock.resume();
    };
    await leaveOffline(['Olive', 'Bruno']);
    assert.equal(await statusOf(app, 'Olive'), 'available');
    const other = await app.service.account({ role: 'manager' });
    const visitWith = async (key: string) => {
      await page.goto(`${app.service.url}/openapi.json`);
      await page.evaluate(`sessionStorage.setItem('petstore.key', '${key}')`);
      await visitAgain(page, app);
    };
    await visitWith(other.key);
    assert.equal(await unsaved(page).count(), 0);
    await visitWith(app.key);
    await unsaved(page).getByText('2 changes of animals are not saved:').waitFor();
    await unsaved(page).getByText('Olive → Adopted').waitFor();
    await examine(page, 'unsaved');
    // What is requested now replaces what was requested then.
    await page.getByLabel('Status of Bruno').selectOption('Adopted');
    await unsaved(page).getByText('1 change of an animal is not saved:').waitFor();
    await page.getByRole('button', { name: 'Undo the status of Bruno' }).click();
    await page.getByRole('button', { name: 'Save now' }).click();
    await page.getByRole('button', { name: 'Save now' }).waitFor({ state: 'detached' });
    await until(async () => (await statusOf(app, 'Olive')) === 'sold');
    assert.equal(await statusOf(app, 'Bruno'), 'available');
    await settled(page);
    assert.equal(await page.getByLabel('Status of Olive').inputValue(), 'sold');

    await leaveOffline(['Bruno']);
    await visitAgain(page, app);
    const sent = changes().length;
    await unsaved(page).getByRole('button', { name: 'Discard' }).click();
    await unsaved(page).waitFor({ state: 'detached' });
    await visitWith(app.key);
    assert.equal(await unsaved(page).count(), 0);
    assert.equal(changes().length, sent);
    assert.equal(await statusOf(app, 'Bruno'), 'available');
  },
);

test(
  'a hold and a reason are asked for: leaving the menu opens nothing, Enter does, and Escape keeps the status',
  browser,
  async (t) => {
    const { app, page, changes, select } = await openListOfTwo(t);
    await select.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByText('Press Enter to go on.').waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await select.inputValue(), 'available');
    await select.focus();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    const hold = page.getByRole('dialog', { name: 'Hold Olive' });
    await hold.getByLabel('For how long').selectOption('1 week');
    await hold.getByRole('button', { name: 'Hold' }).click();
    await hold.waitFor({ state: 'detached' });
    const [order] = await readAll(app.service, app.key, '/v1/store/orders');
    assert.equal(order?.expiresAt, new Date(app.service.clock.now() + 7 * DAY).toISOString());

    const other = page.getByLabel('Status of Bruno');
    await other.selectOption('Not for adoption…');
    const off = page.getByRole('dialog', { name: 'Bruno is not for adoption' });
    await off.waitFor();
    await page.keyboard.press('Escape');
    await off.waitFor({ state: 'detached' });
    assert.equal(await statusOf(app, 'Bruno'), 'available');
    await other.selectOption('Not for adoption…');
    await off.getByLabel('Reason').fill('Recovers from an operation.');
    await off.getByRole('button', { name: 'Save', exact: true }).click();
    await off.waitFor({ state: 'detached' });
    assert.equal(await statusOf(app, 'Bruno'), undefined);
    assert.equal(changes().length, 2);
    await page.getByRole('main').getByRole('link', { name: 'Bruno' }).click();
    await page.getByText('Recovers from an operation.').waitFor();
  },
);
