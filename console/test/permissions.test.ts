// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { updateAccount } from '../../service/src/access/accounts/account-queries.ts';
import { openConsole, requestsOf, settled, signedIn, signIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

test('offers a member changes of its own animals only, with one request per page', browser, async (t) => {
  const app = await startApp(t);
  const { key } = await app.service.account({ role: 'member' });
  const foreign = await addPet(app.service, app.key, { name: 'Foreign' });
  await addPet(app.service, key, { name: 'Own' });
  await placeOrder(app.service, app.key, await addPet(app.service, key, { name: 'Held' }));
  const page = await openConsole(t, app);
  const sent = requestsOf(page);
  await signIn(page, key);
  await page.getByLabel('Select Own').waitFor();
  assert.equal(await page.locator('.animals select').count(), 1);
  assert.equal(await page.getByLabel(/^Select /).count(), 1);
  const animals = sent.filter((request) => request.startsWith('GET /v1/pets'));
  const permissions = sent.filter((request) => request.startsWith('GET /v1/permissions'));
  assert.ok(permissions.length >= 1 && permissions.length <= animals.length, sent.join('\n'));
  await page.getByRole('link', { name: 'Foreign' }).click();
  await page.getByRole('button', { name: 'Place a hold' }).waitFor();
  for (const name of ['Edit', /^More/]) assert.equal(await page.getByRole('button', { name }).count(), 0);
  // A hold of another account: no action is possible.
  await app.service.send(`/v1/pets/${foreign}`, {
    method: 'PATCH',
    key: app.key,
    body: { status: 'pending' },
  });
  await page.clock.runFor(6_000);
  await page.getByText('It is on hold for another reservation.').waitFor();
  assert.equal(await page.getByRole('button', { name: /hold/ }).count(), 0);
});

test('offers Cancel to the adopter, and Approve only to the shelter', browser, async (t) => {
  const app = await startApp(t);
  const [shelter, adopter] = [await app.service.account(), await app.service.account()];
  const id = await addPet(app.service, shelter.key, { name: 'Olive' });
  await placeOrder(app.service, adopter.key, id);
  const adopterPage = await signedIn(t, app, { key: adopter.key, at: '/orders' });
  const shelterPage = await signedIn(t, app, { key: shelter.key, at: '/orders' });
  for (const at of ['/orders', `/animals/${id}`]) {
    for (const page of [adopterPage, shelterPage]) await page.goto(`${app.service.url}/#${at}`);
    await adopterPage.getByRole('button', { name: /^Cancel/ }).waitFor();
    assert.equal(await adopterPage.getByRole('button', { name: /^Approve/ }).count(), 0);
    await shelterPage.getByRole('button', { name: /^Approve/ }).waitFor();
  }
});

test('updates the offered actions after a hold by others and a change of the role', browser, async (t) => {
  const app = await startApp(t);
  const { service } = app;
  const { key, id: accountId } = await service.account({ role: 'member' });
  const id = await addPet(service, key, { name: 'Olive' });
  const page = await signedIn(t, app, { key });
  await page.getByLabel('Status of Olive').waitFor();
  await settled(page);
  await placeOrder(service, app.key, id);
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
  await form.getByRole('alert').getByText('Your role does not allow this').waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add an animal' }).waitFor({ state: 'detached' });
});

test('releases a hold without an order, which can be undone', browser, async (t) => {
  const app = await startApp(t);
  const id = await addPet(app.service, app.key, { name: 'Olive', status: 'pending' });
  const page = await signedIn(t, app, { at: `/animals/${id}` });
  await page.getByText('It is on hold without a reservation: its status was set by hand.').waitFor();
  assert.equal(await page.getByText('this key may not see').count(), 0);
  // Public pages are off.
  assert.equal(await page.getByText('Public page').count(), 0);
  await page.getByRole('button', { name: 'Release the hold' }).click();
  await page.getByRole('button', { name: 'Undo the status of Olive' }).click();
  await page.getByRole('button', { name: 'Release the hold' }).click();
  await page.clock.runFor(10_100);
  await page.getByRole('button', { name: 'Place a hold' }).waitFor();
  await page.getByText('Status changed from On hold to Available').waitFor();
});

test('shows the names of the animals of orders, read in one request', browser, async (t) => {
  const app = await startApp(t);
  const names = ['Olive', 'Bruno', 'Coco'];
  for (const name of names) {
    const id = await addPet(app.service, app.key, { name });
    await placeOrder(app.service, app.key, id);
  }
  const page = await signedIn(t, app, { at: '/orders' });
  await settled(page);
  const sent = requestsOf(page);
  await page.reload();
  for (const name of names)
    await page.getByRole('link', { name: new RegExp(`^${name} · no\\. \\d`) }).waitFor();
  await settled(page);
  const orders = sent.filter((request) => request.startsWith('GET /v1/store/orders'));
  const animals = sent.filter((request) => /^GET \/v1\/(pets|permissions)/.test(request));
  assert.ok(animals.length <= orders.length, sent.join('\n'));
});

test(
  'readers begin with the animals, find no work on Today, and are offered no changes',
  browser,
  async (t) => {
    const app = await startApp(t);
    await placeOrder(app.service, app.key, await addPet(app.service, app.key, { name: 'Olive' }));
    const { key } = await app.service.account({ role: 'reader' });
    const page = await openConsole(t, app, { at: '' });
    const usage = page.waitForResponse((response) => response.url().endsWith('/v1/usage'));
    await signIn(page, key);
    await usage;
    await page.getByRole('link', { name: 'Olive' }).waitFor();
    await settled(page);
    assert.equal(await page.getByRole('button', { name: 'Add an animal' }).count(), 0);
    assert.equal(await page.getByRole('main').getByRole('link', { name: 'Bin' }).count(), 0);
    assert.equal(await page.getByLabel('Select Olive').count(), 0);
    assert.equal(await page.getByLabel('Status of Olive').count(), 0);
    await page.getByRole('link', { name: 'Today' }).click();
    // The only request of its content is refused. The links and the feed wait for it.
    for (const open of [async () => {}, () => page.reload()]) {
      await open();
      await page.getByText('With your role you only look at the animals').waitFor();
    }
    await page.getByRole('link', { name: 'Reservations' }).click();
    await page.getByText('No reservations yet').waitFor();
    assert.equal(await page.getByRole('button', { name: /^(Approve|Complete|Cancel)/ }).count(), 0);
  },
);
