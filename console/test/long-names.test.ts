import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { noChromium } from '@petstore/testing/servers/chromium.ts';
import { signedIn, startConsole } from './console-page.ts';

const WIDTH = 360;

test('the longest name without a space makes no page wider or higher', { skip: noChromium }, async (t) => {
  const place = await startConsole(t);
  const id = await addPet(place.service, place.key, { name: 'W'.repeat(1000) });
  await placeOrder(
    place.service,
    place.key,
    await addPet(place.service, place.key, { name: 'M'.repeat(1000) }),
  );
  const page = await signedIn(t, place, { viewport: { width: WIDTH, height: 640 } });
  const assertFits = async (what: string) =>
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), WIDTH, what);
  const card = page.locator('.animal', { hasText: 'WWW' });
  const height = async () => (await card.boundingBox())?.height;
  const before = await height();
  await assertFits('the list');
  await card.getByRole('button', { name: /^Remove/ }).click();
  await card.getByRole('button', { name: /^Undo/ }).waitFor();
  await assertFits('being removed');
  assert.equal(await height(), before);
  await card.getByRole('button', { name: /^Undo/ }).click();
  for (const at of [`/animals/${id}`, '/orders', '/activity']) {
    await page.goto(`${place.service.url}/#${at}`);
    await page
      .getByRole('main')
      .getByText(/WWW|MMM/)
      .first()
      .waitFor();
    await assertFits(at);
  }
  await page.goto(`${place.service.url}/#/animals`);
  await card.getByRole('button', { name: /^Remove/ }).click();
  await page.clock.runFor(5_100);
  await card.getByText('is no longer in the catalogue').waitFor();
  await assertFits('removed');
  assert.equal(await height(), before);
});
