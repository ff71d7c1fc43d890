import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { noChromium } from '@petstore/testing/servers/chromium.ts';
import { until } from '@petstore/testing/until.ts';
import type { Page } from 'playwright-core';
import { type ConsoleService, requestsOf, signedIn, startConsole } from './console-page.ts';

const chromium = { skip: noChromium };

/** A list with Olive and Bruno, both available, and the changes that the page sends. */
async function listOfTwo(t: TestContext, options: Parameters<typeof signedIn>[2] = {}) {
  const place = await startConsole(t);
  for (const name of ['Olive', 'Bruno']) await addPet(place.service, place.key, { name });
  const page = await signedIn(t, place, options);
  await page.getByLabel('Status of Olive').waitFor();
  const sent = requestsOf(page);
  const changes = () => sent.filter((request) => request.startsWith('PATCH'));
  return { place, page, changes, select: page.getByLabel('Status of Olive') };
}

async function statusOf({ service, key }: ConsoleService, name: string): Promise<unknown> {
  const pets = await readAll(service, key, '/v1/pets');
  return pets.find((pet) => pet.name === name)?.status;
}

/** Lets the time pass in which a change can be undone, and waits for the response to it. */
async function passUndo(page: Page): Promise<void> {
  const changed = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.clock.runFor(5_100);
  await changed;
}

const focused = (page: Page) => page.evaluate('document.activeElement.ariaLabel');

test('an arrow key changes no status: Escape drops the choice, Enter confirms it', chromium, async (t) => {
  const { place, page, changes, select } = await listOfTwo(t);
  await select.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.equal(await select.inputValue(), 'sold');
  await page.getByText('Not set yet. Press Enter').waitFor();
  await page.clock.runFor(6_000);
  await page.keyboard.press('Escape');
  assert.equal(await select.inputValue(), 'available');
  assert.deepEqual(changes(), []);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('[aria-live=polite]').getByText('Olive is set to “On hold”.').waitFor();
  assert.equal(await focused(page), 'Status of Olive');
  await passUndo(page);
  assert.equal(await statusOf(place, 'Olive'), 'pending');
  await page.getByText('Olive is set to').waitFor({ state: 'detached' });
  assert.equal(await focused(page), 'Status of Olive');
  assert.equal(changes().length, 1);
});

test('a status chosen by keys is confirmed by leaving the control', chromium, async (t) => {
  const { place, page, select } = await listOfTwo(t);
  await select.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.getByText('Olive is set to “On hold”.').waitFor();
  await passUndo(page);
  assert.equal(await statusOf(place, 'Olive'), 'pending');
});

test(
  'a status that was set is undone within five seconds, by the button or by Escape',
  chromium,
  async (t) => {
    const { place, page, changes, select } = await listOfTwo(t);
    await select.selectOption('Adopted');
    assert.equal(await select.inputValue(), 'sold');
    await page.clock.runFor(4_000);
    await page.getByRole('button', { name: 'Undo the status of Olive' }).click();
    assert.equal(await select.inputValue(), 'available');
    await select.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('Olive is set to “On hold”.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Olive is set to').waitFor({ state: 'detached' });
    await page.clock.runFor(6_000);
    assert.deepEqual(changes(), []);
    assert.equal(await statusOf(place, 'Olive'), 'available');
  },
);

test('a status can be set and undone on another page, by touch', chromium, async (t) => {
  const { place, page, changes, select } = await listOfTwo(t, {
    hasTouch: true,
    viewport: { width: 360, height: 640 },
  });
  await select.tap();
  await select.selectOption('Adopted');
  await page.getByRole('link', { name: 'Orders' }).tap();
  await page.getByText(/No orders yet/).waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
  await page.getByRole('button', { name: 'Undo the status of Olive' }).tap();
  await page.clock.runFor(6_000);
  assert.deepEqual(changes(), []);
  await page.getByRole('link', { name: 'Animals' }).tap();
  await select.selectOption('Adopted');
  await page.getByRole('link', { name: 'Usage' }).tap();
  await passUndo(page);
  assert.equal(await statusOf(place, 'Olive'), 'sold');
});

test(
  'a status that was set is sent when the page is closed before five seconds are over',
  chromium,
  async (t) => {
    const { place, page, select } = await listOfTwo(t);
    await select.selectOption('Adopted');
    await page.getByText('Olive is set to “Adopted”.').waitFor();
    await page.goto('about:blank');
    await until(async () => (await statusOf(place, 'Olive')) === 'sold');
  },
);

test('a change that the service refuses is told on every page, with the reason', chromium, async (t) => {
  const { place, page, select } = await listOfTwo(t);
  await select.selectOption('Adopted');
  await page.getByRole('link', { name: 'Usage' }).click();
  const body = { petId: 1 };
  await place.service.send('/v1/store/orders', { method: 'POST', key: place.key, body });
  await passUndo(page);
  await page.getByText(/Olive could not be changed/).waitFor();
  await page.getByText(/held by order 1/).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByText(/held by order 1/).waitFor({ state: 'detached' });
});

test('while a status is being sent the focus stays, and keys change nothing', chromium, async (t) => {
  const { page, select } = await listOfTwo(t);
  const seen = Promise.withResolvers<void>();
  await page.route('**/v1/pets/1', async (route) => {
    await seen.promise;
    await route.continue();
  });
  await select.focus();
  await select.selectOption('On hold');
  await page.clock.runFor(5_100);
  await page.locator('select[aria-disabled="true"]').waitFor();
  await page.keyboard.press('ArrowDown');
  assert.equal(await select.inputValue(), 'pending');
  seen.resolve();
  await page.locator('select[aria-label="Status of Olive"][aria-disabled="false"]').waitFor();
  assert.equal(await focused(page), 'Status of Olive');
});
