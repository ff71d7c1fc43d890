// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHROMIUM, noChromium } from '@petstore/testing/servers/chromium.ts';
import { startService } from '@petstore/testing/service.ts';
import { chromium } from 'playwright-core';

test('the reference page needs no other host, does not violate its Content-Security-Policy, and has fields into which no iPhone zooms', {
  skip: noChromium,
}, async (t) => {
  const service = await startService(t);
  const browser = await chromium.launch({ executablePath: CHROMIUM });
  t.after(() => browser.close());
  const page = await browser.newPage();
  const foreign: string[] = [];
  const complaints: string[] = [];
  await page.route('**/*', (route) => {
    const url = route.request().url();
    if (url.startsWith(service.url) || url.startsWith('data:') || url.startsWith('blob:'))
      return route.continue();
    foreign.push(url);
    return route.abort();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));

  await page.goto(`${service.url}/docs`);
  for (const text of ['List animals', 'Add an animal', 'Read one animal', 'The catalogue of animals.']) {
    await page.getByText(text).first().waitFor();
  }
  const sizes = await page.evaluate<number[]>(
    `[...document.querySelectorAll('input, textarea, select')].map((field) => parseFloat(getComputedStyle(field).fontSize))`,
  );
  assert.ok(sizes.length > 0 && sizes.every((size) => size >= 16), `sizes of fields: ${sizes}`);
  assert.deepEqual(foreign, []);
  assert.deepEqual(complaints, []);
});
