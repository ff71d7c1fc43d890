import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { noChromium } from '@petstore/testing/servers/chromium.ts';
import { updateAccount } from '../../service/src/accounts/account-store.ts';
import { openConsole, requestsOf, signedIn, signIn, startConsole } from './console-page.ts';

const chromium = { skip: noChromium };

test('a member is offered changes of its own animals alone, for one request a page', chromium, async (t) => {
  const place = await startConsole(t);
  const { key } = await place.service.account({ role: 'member' });
  const foreign = await addPet(place.service, place.key, { name: 'Foreign' });
  await addPet(place.service, key, { name: 'Own' });
  await placeOrder(place.service, place.key, await addPet(place.service, key, { name: 'Held' }));
  const page = await openConsole(t, place);
  const sent = requestsOf(page);
  await signIn(page, key);
  await page.getByRole('button', { name: 'Remove Own' }).waitFor();
  assert.equal(await page.locator('.animals select').count(), 1);
  assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 1);
  const animals = sent.filter((request) => request.startsWith('GET /v1/pets'));
  const asked = sent.filter((request) => request.startsWith('GET /v1/permissions'));
  assert.ok(asked.length >= 1 && asked.length <= animals.length, sent.join('\n'));
  await page.getByRole('link', { name: 'Foreign' }).click();
  await page.getByRole('button', { name: 'Place a hold' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Edit' }).count(), 0);
  // Held by another key: there is nothing that would work.
  await place.service.send(`/v1/pets/${foreign}`, {
    method: 'PATCH',
    key: place.key,
    body: { status: 'pending' },
  });
  await page.clock.runFor(6_000);
  await page.getByText('It is on hold, so it cannot be ordered now.').waitFor();
  assert.equal(await page.getByRole('button', { name: /hold/ }).count(), 0);
});

test('an adopter may cancel its order, and only the shelter may approve it', chromium, async (t) => {
  const place = await startConsole(t);
  const [shelter, adopter] = [await place.service.account(), await place.service.account()];
  const id = await addPet(place.service, shelter.key, { name: 'Olive' });
  await placeOrder(place.service, adopter.key, id);
  for (const at of ['/orders', `/animals/${id}`]) {
    const theirs = await signedIn(t, place, { key: adopter.key, at });
    await theirs.getByRole('button', { name: /^Cancel/ }).waitFor();
    assert.equal(await theirs.getByRole('button', { name: /^Approve/ }).count(), 0);
    const own = await signedIn(t, place, { key: shelter.key, at });
    await own.getByRole('button', { name: /^Approve/ }).waitFor();
  }
});

test('what is offered follows holds of others and a change of the role', chromium, async (t) => {
  const place = await startConsole(t);
  const { service } = place;
  const { key, id: accountId } = await service.account({ role: 'member' });
  const id = await addPet(service, key, { name: 'Olive' });
  const page = await signedIn(t, place, { key });
  await page.getByLabel('Status of Olive').waitFor();
  await page.waitForLoadState('networkidle');
  await placeOrder(service, place.key, id);
  await page.clock.runFor(6_000);
  await page.getByLabel('Status of Olive').waitFor({ state: 'detached' });
  await page.getByText('On hold', { exact: true }).last().waitFor();
  const terms = {
    id: accountId,
    name: 'x',
    plan: 'business',
    role: 'reader',
    customQuota: undefined,
  } as const;
  await service.database.write((queries) => updateAccount(queries, terms));
  service.clock.advance(1_000);
  await page.getByRole('button', { name: 'Add an animal' }).click();
  const form = page.getByRole('dialog', { name: 'Add an animal' });
  await form.getByLabel('Name').fill('Frank');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form
    .getByRole('alert')
    .getByText(/reader/)
    .waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add an animal' }).waitFor({ state: 'detached' });
});

test('a hold without an order is released on the animal’s page, and can be undone', chromium, async (t) => {
  const place = await startConsole(t);
  const id = await addPet(place.service, place.key, { name: 'Olive', status: 'pending' });
  const page = await signedIn(t, place, { at: `/animals/${id}` });
  await page.getByText('It is on hold without an order: its status was set by hand.').waitFor();
  assert.equal(await page.getByText('this key may not see').count(), 0);
  await page.getByRole('button', { name: 'Release the hold' }).click();
  await page.getByRole('button', { name: 'Undo the status of Olive' }).click();
  await page.getByRole('button', { name: 'Release the hold' }).click();
  await page.clock.runFor(5_100);
  await page.getByRole('button', { name: 'Place a hold' }).waitFor();
  await page.getByText('Status changed from On hold to Available').waitFor();
});

test('after a reload orders name their animals, read in one request', chromium, async (t) => {
  const place = await startConsole(t);
  const names = ['Olive', 'Bruno', 'Coco'];
  for (const name of names) {
    const id = await addPet(place.service, place.key, { name });
    await placeOrder(place.service, place.key, id);
  }
  const page = await signedIn(t, place, { at: '/orders' });
  await page.waitForLoadState('networkidle');
  const sent = requestsOf(page);
  await page.reload();
  for (const name of names)
    await page.getByRole('link', { name: new RegExp(`^${name} · no\\. \\d`) }).waitFor();
  await page.waitForLoadState('networkidle');
  const orders = sent.filter((request) => request.startsWith('GET /v1/store/orders'));
  const animals = sent.filter((request) => /^GET \/v1\/(pets|permissions)/.test(request));
  assert.ok(animals.length <= orders.length, sent.join('\n'));
});
