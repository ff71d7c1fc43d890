import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { until } from '@petstore/testing/until.ts';
import { HOUR } from '../../service/src/core/clock.ts';
import { settled, signedIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

test('places, approves and completes an order', browser, async (t) => {
  const app = await startApp(t);
  const id = await addPet(app.service, app.key, { name: 'Olive' });
  const page = await signedIn(t, app, { at: `/animals/${id}` });
  await page.getByLabel(/Reference/).fill('application 118');
  await page.getByRole('button', { name: /hold/i }).click();
  await page
    .getByText(/application 118/)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Applications' }).click();
  await page.getByRole('link', { name: 'Reservations' }).click();
  await page.getByRole('button', { name: /^Approve/ }).click();
  await page.getByRole('button', { name: /^Complete/ }).click();
  await page.getByRole('button', { name: 'Olive goes home' }).click();
  await page.getByRole('main').getByText('Completed', { exact: true }).last().waitFor();
  // The filter of the page has the same word.
  await until(async () => (await readAll(app.service, app.key, '/v1/pets'))[0]?.status === 'sold');
});

test('marks a reference that is too long, and keeps the input', browser, async (t) => {
  const app = await startApp(t);
  const id = await addPet(app.service, app.key, { name: 'Olive' });
  const page = await signedIn(t, app, { at: `/animals/${id}` });
  // Each dog is one character, but two units of a JavaScript string. The limit is 100 characters.
  await page.getByLabel(/Reference/).fill('🐕'.repeat(101));
  await page.getByRole('button', { name: 'Place a hold' }).click();
  await page.getByText('Write at most 100 characters.').waitFor();
  assert.equal(await page.getByLabel(/Reference/).inputValue(), '🐕'.repeat(101));
  await page.getByLabel(/Reference/).fill('🐕'.repeat(100));
  await page.getByRole('button', { name: 'Place a hold' }).click();
  await page.getByText(/On hold for reservation/).waitFor();
});

test('cancels an order and frees its animal', browser, async (t) => {
  const app = await startApp(t);
  const id = await addPet(app.service, app.key, { name: 'Olive' });
  await placeOrder(app.service, app.key, id);
  const page = await signedIn(t, app, { at: '/orders' });
  await page.getByRole('button', { name: /^Cancel/ }).click();
  await page.getByRole('button', { name: /^Cancel reservation/ }).click();
  await page.locator('.status').getByText('Cancelled').waitFor();
  const [pet] = await readAll(app.service, app.key, '/v1/pets');
  assert.equal(pet?.status, 'available');
});

test('shows an expired hold in a second browser, without a reload', browser, async (t) => {
  const app = await startApp(t);
  const id = await addPet(app.service, app.key, { name: 'Olive' });
  const shelter = await signedIn(t, app, { at: `/animals/${id}` });
  const visitor = await signedIn(t, app, { at: `/animals/${id}` });
  await visitor.getByRole('button', { name: /hold/i }).click();
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
    .getByText(/reservation \d+ expired/)
    .first()
    .waitFor();
  await shelter.getByRole('button', { name: /hold/i }).waitFor();
});

test('shows a new order of another user without a reload', browser, async (t) => {
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
});
