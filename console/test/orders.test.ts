import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { HOUR } from '../../service/src/platform/core/clock.ts';
import { settled, signedIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

test(
  'shows a new order of another user without a reload, cancels it and frees its animal',
  browser,
  async (t) => {
    const app = await startApp(t);
    const id = await addPet(app.service, app.key, { name: 'Olive' });
    const page = await signedIn(t, app, { at: '/orders' });
    await page.getByText(/No reservations yet/).waitFor();
    await settled(page);
    await placeOrder(app.service, app.key, id);
    await page.clock.runFor(6_000);
    await page.getByText(/1 new reservation/).waitFor();
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('button', { name: /^Approve/ }).waitFor();
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await page.getByRole('button', { name: /^Cancel reservation/ }).click();
    await page.locator('.status').getByText('Cancelled').waitFor();
    const [pet] = await readAll(app.service, app.key, '/v1/pets');
    assert.equal(pet?.status, 'available');
  },
);

test(
  'marks a reference that is too long and keeps the input; another browser shows the hold and its end without a reload',
  browser,
  async (t) => {
    const app = await startApp(t);
    const id = await addPet(app.service, app.key, { name: 'Olive' });
    const shelter = await signedIn(t, app, { at: `/animals/${id}` });
    const visitor = await signedIn(t, app, { at: `/animals/${id}` });
    // Each dog is one character, but two units of a JavaScript string. The limit is 100 characters.
    await visitor.getByLabel(/Reference/).fill('🐕'.repeat(101));
    await visitor.getByRole('button', { name: 'Place a hold' }).click();
    await visitor.getByText('Write at most 100 characters.').waitFor();
    assert.equal(await visitor.getByLabel(/Reference/).inputValue(), '🐕'.repeat(101));
    await visitor.getByLabel(/Reference/).fill('🐕'.repeat(100));
    await visitor.getByRole('button', { name: 'Place a hold' }).click();
    await visitor
      .getByText(/On hold for reservation/)
      .first()
      .waitFor();
    await settled(shelter);
    await shelter.clock.runFor(6_000);
    await shelter
      .getByText(/On hold for reservation/)
      .first()
      .waitFor();
    app.service.clock.advance(49 * HOUR);
    await settled(shelter);
    await shelter.clock.runFor(11_000);
    await shelter
      .getByText(/reservation \d+ .*expired/)
      .first()
      .waitFor();
    await shelter.getByRole('button', { name: /hold/i }).waitFor();
  },
);
