// Runs in npm run test:all only.
// Runs in Chromium and in Firefox.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShelter } from '@petstore/testing/example-shelter/shelter.ts';
import { sharedScope } from '@petstore/testing/folders.ts';
import { launchBrowser, noBrowser } from '@petstore/testing/servers/browser.ts';
import { sheets } from '@petstore/testing/servers/printed-sheets.ts';
import { once } from '../../../src/platform/core/tasks/single-flight.ts';

const shared = sharedScope();

/** Opens a page of a shelter with 20 animals with photos. */
const site = once(async () => {
  const { url } = await startShelter(shared, 20);
  const browser = await launchBrowser();
  shared.after(() => browser.close());
  const page = await browser.newPage();
  return { open: (path: string) => page.goto(`${url}${path}`), page };
});

test('20 animals are printed on five sheets, four or five on each', { skip: noBrowser }, async () => {
  const { open, page } = await site();
  await open('/adopt');
  assert.equal(await sheets(page, 'A4'), 5);
});

test('the page of an animal is printed on one sheet', { skip: noBrowser }, async () => {
  const { open, page } = await site();
  await open('/adopt/20/biscuit');
  assert.equal(await sheets(page, 'A4'), 1);
});
