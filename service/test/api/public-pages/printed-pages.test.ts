// Runs in Chromium and in Firefox.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { startShelter } from '@petstore/testing/example-shelter/shelter.ts';
import { sharedScope } from '@petstore/testing/folders.ts';
import { launchBrowser, noBrowser, sheetOf } from '@petstore/testing/servers/browser.ts';
import type { Page } from 'playwright-core';
import { once } from '../../../src/core/tasks/single-flight.ts';

const shared = sharedScope();

/** Opens a page of a shelter with 20 animals with photos. */
const site = once(async () => {
  const { url } = await startShelter(shared, 20);
  const browser = await launchBrowser();
  shared.after(() => browser.close());
  const page = await browser.newPage();
  return { open: (path: string) => page.goto(`${url}${path}`), page };
});

/** Returns the number of sheets of A4. */
async function sheets(page: Page): Promise<number> {
  const pdf = (await page.pdf(sheetOf('A4'))).toString('latin1');
  const streams = [...pdf.matchAll(/stream\r?\n(.*?)\r?\nendstream/gs)].map(([, text = '']) =>
    inflated(text),
  );
  return [pdf, ...streams].join('\n').match(/\/Type ?\/Page\b/g)?.length ?? 0;
}

/** Returns the content of a stream; an empty text if it has another compression. */
function inflated(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  } catch {
    return '';
  }
}

test('20 animals are printed on five sheets, four or five on each', { skip: noBrowser }, async () => {
  const { open, page } = await site();
  await open('/adopt');
  assert.equal(await sheets(page), 5);
});

test('the page of an animal is printed on one sheet', { skip: noBrowser }, async () => {
  const { open, page } = await site();
  await open('/adopt/20/biscuit');
  assert.equal(await sheets(page), 1);
});
