// Runs in Chromium and in Firefox.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShelter } from '@petstore/testing/example-shelter/shelter.ts';
import { sharedScope } from '@petstore/testing/folders.ts';
import { launchBrowser, noBrowser } from '@petstore/testing/servers/browser.ts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { missingInScript, OLD_BROWSERS } from '../../../../scripts/browser-support.ts';
import { FAVOURITES_SCRIPT, SCRIPT } from '../../../src/adoption/public-pages/script/script.ts';
import { once } from '../../../src/platform/core/tasks/single-flight.ts';
import { PICTURE, PICTURE_HEADERS } from '../photos/photo-fixture.ts';

/** What the script of the public pages adds to what they do without it. */

const browser = { skip: noBrowser };
const ANIMALS = 5;
const ANIMAL = `/adopt/${ANIMALS}/biscuit`;
const PHOTOS = 3;
/** The name of the link of the first photo. */
const FIRST = /^Biscuit, a tan and white dog.*: show the large photo$/;

/** The script looks whether these are there, and whether a copy was made: MDN counts `execCommand` as incomplete everywhere. */
const LOOKED_FOR = ['execCommand', 'share', 'showModal'];

const shared = sharedScope();
const site = once(async () => {
  const { url, service } = await startShelter(shared, ANIMALS);
  const { key } = await service.account({ role: 'manager' });
  for (let added = 1; added < PHOTOS; added += 1) {
    const options = { method: 'POST', key, headers: PICTURE_HEADERS, body: PICTURE };
    assert.equal((await service.send(`/v1/pets/${ANIMALS}/photos`, options)).status, 201);
  }
  const launched = await launchBrowser();
  shared.after(() => launched.close());
  return { url, launched };
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const { url, launched } = await site();
  const page = await launched.newPage({ viewport: { width: 390, height: 800 }, ...options });
  await page.goto(`${url}${path}`);
  return page;
}

test('the script uses only what browsers of the last ten years have, or looks whether it is there', () => {
  const missing = missingInScript(SCRIPT + FAVOURITES_SCRIPT, OLD_BROWSERS);
  assert.deepEqual(
    missing.filter((name) => !LOOKED_FOR.includes(name)),
    [],
  );
  assert.ok(SCRIPT.length < 6_000, `${SCRIPT.length} characters`);
});

test(
  'a photo opens on the whole screen, where buttons and keys show the others, zoom and close',
  browser,
  async () => {
    const page = await open(ANIMAL);
    const link = page.getByRole('link', { name: FIRST });
    await link.click();
    const viewer = page.getByRole('dialog', { name: 'Photos of Biscuit' });
    await viewer.getByText('1 / 3').waitFor();
    assert.deepEqual(await viewer.boundingBox(), { x: 0, y: 0, width: 390, height: 800 });
    await viewer.getByRole('button', { name: 'Next photo' }).click();
    await viewer.getByText('2 / 3').waitFor();
    await page.keyboard.press('ArrowRight');
    await viewer.getByText('3 / 3').waitFor();
    await page.keyboard.press('ArrowRight');
    await viewer.getByText('1 / 3').waitFor();
    const photo = viewer.getByRole('img', { name: /^Biscuit/ }).first();
    const widthOf = async () => (await photo.boundingBox())?.width;
    assert.equal(await widthOf(), 390);
    const zoom = viewer.getByRole('button', { name: 'Zoom' });
    await zoom.click();
    // Firefox has a scroll bar.
    assert.ok(Number(await widthOf()) > 900);
    assert.equal(await zoom.getAttribute('aria-pressed'), 'true');
    await photo.click();
    assert.deepEqual([await widthOf(), await zoom.getAttribute('aria-pressed')], [390, 'false']);
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'hidden' });
    assert.ok(await link.evaluate((element) => element.matches(':focus')));
    await page.close();
  },
);

test('a finger swipes from photo to photo: each one rests at the edge of the screen', browser, async () => {
  const page = await open(ANIMAL);
  await page.getByRole('link', { name: FIRST }).click();
  const viewer = page.getByRole('dialog');
  await viewer.getByText('1 / 3').waitFor();
  // Further than half of the screen, as a finger leaves it.
  await page.evaluate("document.querySelector('.viewer ul').scrollBy({ left: 250 })");
  await viewer.getByText('2 / 3').waitFor();
  await page.waitForFunction("document.querySelector('.viewer ul').scrollLeft === 390");
  await page.close();
});

test(
  'without dialogs, as in an older browser, a photo is a link to its large file, and nothing opens',
  browser,
  async () => {
    const { url, launched } = await site();
    const page = await launched.newPage();
    await page.addInitScript('delete HTMLDialogElement.prototype.showModal');
    await page.goto(`${url}${ANIMAL}`);
    assert.equal(await page.locator('.viewer').isVisible(), false);
    await page.getByRole('link', { name: FIRST }).click();
    await page.waitForURL(/\/photos\/[0-9a-f]{32}\/1600\.webp$/);
    await page.close();
  },
);

test('sharing copies the address of the animal where the system has no menu for it', browser, async () => {
  const page = await open(`${ANIMAL}?utm_source=mail#x`);
  await page.evaluate(
    "delete Navigator.prototype.share; document.addEventListener('copy', () => { globalThis.copiedText = document.activeElement.value })",
  );
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('The link was copied').waitFor();
  assert.equal(await page.evaluate('globalThis.copiedText'), `${(await site()).url}${ANIMAL}`);
  await page.close();
});

test(
  'sharing opens the menu of the system, and a visitor who closes it copies nothing',
  browser,
  async () => {
    const page = await open(ANIMAL);
    await page.evaluate(`Navigator.prototype.share = (data) => {
    globalThis.shared = data;
    return Promise.reject(new DOMException('', 'AbortError'));
  }`);
    await page.getByRole('button', { name: 'Share' }).click();
    const { title, url } = await page.evaluate<{ title: string; url: string }>('globalThis.shared');
    assert.match(title, /^Biscuit is looking for a home/);
    assert.equal(url, `${(await site()).url}${ANIMAL}`);
    assert.equal(await page.getByText('The link was copied').count(), 0);
    await page.close();
  },
);

test(
  'favourites stay in the browser: a visitor adds two, finds them again, and removes them',
  browser,
  async () => {
    const page = await open(ANIMAL);
    await page.getByRole('link', { name: 'Add to your favourites' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your favourites' }).waitFor();
    await page.getByRole('heading', { name: '1 animal' }).waitFor();
    await page.goto(`${(await site()).url}/adopt/1`);
    await page.getByRole('link', { name: 'Add to your favourites' }).click();
    await page.getByRole('heading', { name: '2 animals' }).waitFor();
    await page.goto(`${(await site()).url}/adopt`);
    await page.getByRole('link', { name: 'Your favourites' }).click();
    await page.getByRole('heading', { name: '2 animals' }).waitFor();
    await page.getByRole('link', { name: 'Remove: Biscuit' }).click();
    await page.getByRole('heading', { name: '1 animal' }).waitFor();
    await page.getByRole('link', { name: /^Remove:/ }).click();
    await page.getByText('You have no favourites yet.').waitFor();
    await page.close();
  },
);

test(
  'a search closes the filters and shows what it found, and an animal leads back to it',
  browser,
  async () => {
    const page = await open('/adopt');
    await page.getByText('Find the right one').click();
    await page.getByLabel('Kind', { exact: true }).selectOption('Dogs');
    await page.getByRole('button', { name: 'Show these animals' }).click();
    const found = page.getByRole('heading', { name: /^\d dogs$/ });
    await found.waitFor();
    // Texts are visible before the style sheet has arrived.
    await page.waitForLoadState();
    assert.equal(await page.getByLabel('Sex').isVisible(), false);
    const isAtTop = "document.querySelector('#results').getBoundingClientRect().top < 20";
    assert.ok(await page.evaluate(isAtTop));
    const address = page.url();
    const text = await found.textContent();
    await page.getByRole('link', { name: 'Biscuit' }).click();
    await page.getByRole('heading', { level: 1, name: 'Biscuit' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: `Back to the ${text}` }).click();
    await page.waitForURL((url) => sorted(url) === sorted(new URL(address)));
    await page.getByRole('link', { name: 'Remove: Dogs' }).click();
    await page.getByRole('heading', { name: `${ANIMALS} animals` }).waitFor();
    await page.close();
  },
);

/** The form sends empty fields as well. */
function sorted({ searchParams, hash }: URL): string {
  return (
    [...searchParams]
      .filter(([, value]) => value !== '')
      .sort()
      .join() + hash
  );
}

test('an address with another fragment leads to no other page than the list', browser, async () => {
  for (const fragment of ['#back=5&//x.example', '#back=<b>&', '#back=3&%22onclick=x', '#x']) {
    const page = await open(`${ANIMAL}${fragment}`);
    const link = page.locator('.back a');
    const { pathname, host } = new URL(await page.evaluate<string>("document.querySelector('.back a').href"));
    assert.deepEqual([pathname, host], ['/adopt', new URL((await site()).url).host]);
    assert.equal(await link.locator('*').count(), 0);
    await page.close();
  }
});
