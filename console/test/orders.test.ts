import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { noChromium } from '@petstore/testing/servers/chromium.ts';
import { HOUR } from '../../service/src/core/clock.ts';
import { signedIn, startConsole } from './console-page.ts';

const chromium = { skip: noChromium };

test('an animal is ordered, approved and adopted', chromium, async (t) => {
  const place = await startConsole(t);
  const id = await addPet(place.service, place.key, { name: 'Olive' });
  const page = await signedIn(t, place, { at: `/animals/${id}` });
  await page.getByLabel(/Reference/).fill('application 118');
  await page.getByRole('button', { name: /hold/i }).click();
  await page
    .getByText(/application 118/)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('button', { name: /^Approve/ }).click();
  await page.getByRole('button', { name: /^Complete/ }).click();
  await page.getByRole('button', { name: /^Yes/ }).click();
  await page.getByRole('main').getByText('Completed', { exact: true }).last().waitFor();
  const [pet] = await readAll(place.service, place.key, '/v1/pets');
  assert.equal(pet?.status, 'sold');
});

test(
  'a reference that is too long is refused in the service’s words, and stays as typed',
  chromium,
  async (t) => {
    const place = await startConsole(t);
    const id = await addPet(place.service, place.key, { name: 'Olive' });
    const page = await signedIn(t, place, { at: `/animals/${id}` });
    // Two units each, in which a browser counts: a hundred of them are allowed.
    await page.getByLabel(/Reference/).fill('🐕'.repeat(101));
    await page.getByRole('button', { name: 'Place a hold' }).click();
    await page
      .getByRole('alert')
      .getByText(/reference/)
      .waitFor();
    assert.equal(await page.getByLabel(/Reference/).inputValue(), '🐕'.repeat(101));
    await page.getByLabel(/Reference/).fill('🐕'.repeat(100));
    await page.getByRole('button', { name: 'Place a hold' }).click();
    await page.getByText(/Held by/).waitFor();
  },
);

test('a cancelled order frees its animal', chromium, async (t) => {
  const place = await startConsole(t);
  const id = await addPet(place.service, place.key, { name: 'Olive' });
  await placeOrder(place.service, place.key, id);
  const page = await signedIn(t, place, { at: '/orders' });
  await page.getByRole('button', { name: /^Cancel/ }).click();
  await page.getByRole('button', { name: /^Yes/ }).click();
  await page.getByRole('button', { name: /^Cancel/ }).waitFor({ state: 'detached' });
  const [pet] = await readAll(place.service, place.key, '/v1/pets');
  assert.equal(pet?.status, 'available');
});

test('a hold that expires is seen in a second browser, without a reload', chromium, async (t) => {
  const place = await startConsole(t);
  const id = await addPet(place.service, place.key, { name: 'Olive' });
  const shelter = await signedIn(t, place, { at: `/animals/${id}` });
  const visitor = await signedIn(t, place, { at: `/animals/${id}` });
  await visitor.getByRole('button', { name: /hold/i }).click();
  await visitor
    .getByText(/Held by/)
    .first()
    .waitFor();
  await shelter.waitForLoadState('networkidle');
  await shelter.clock.runFor(6_000);
  await shelter
    .getByText(/Held by/)
    .first()
    .waitFor();
  place.service.clock.advance(49 * HOUR);
  await shelter.waitForLoadState('networkidle');
  await shelter.clock.runFor(6_000);
  await shelter
    .getByText(/order \d+ expired/)
    .first()
    .waitFor();
  await shelter.getByRole('button', { name: /hold/i }).waitFor();
});

test('an order of somebody else appears without a reload', chromium, async (t) => {
  const place = await startConsole(t);
  const id = await addPet(place.service, place.key, { name: 'Olive' });
  const page = await signedIn(t, place, { at: '/orders' });
  await page.getByText(/No orders yet/).waitFor();
  await page.waitForLoadState('networkidle');
  await placeOrder(place.service, place.key, id);
  await page.clock.runFor(6_000);
  await page.getByText(/1 new order/).waitFor();
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('button', { name: /^Approve/ }).waitFor();
});

test('a reader is offered no action on an order', chromium, async (t) => {
  const place = await startConsole(t);
  const reader = await place.service.account({ role: 'reader' });
  const page = await signedIn(t, place, { at: '/orders', key: reader.key });
  await page.getByText(/No orders yet/).waitFor();
  assert.equal(await page.getByRole('button', { name: /^(Approve|Complete|Cancel)/ }).count(), 0);
});
