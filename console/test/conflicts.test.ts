import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { signedIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

test('a user does not overwrite changes of another user that they have not seen', browser, async (t) => {
  const app = await startApp(t);
  const { service, key } = app;
  const id = await addPet(service, key, { name: 'Olive' });
  const order = await placeOrder(service, key, id);
  const petOf = async () => (await readAll(service, key, '/v1/pets'))[0];
  const at = `/animals/${id}`;
  const second = await signedIn(t, app, { at });

  await t.test('does not overwrite a version that was created while the change was sent', async () => {
    await second.getByRole('button', { name: 'Edit' }).click();
    const form = second.getByRole('dialog', { name: 'Edit' });
    await form.getByLabel('Name').fill('Dot');
    let isFirst = true;
    await second.route(/\/v1\/pets\/\d+$/, async (route) => {
      const isChange = route.request().method() === 'PATCH' && isFirst;
      if (isChange) {
        isFirst = false;
        await service.send(`/v1/pets/${id}`, { method: 'PATCH', key, body: { name: 'Emil' } });
      }
      await route.continue();
    });
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText('Theirs: Emil').waitFor();
    assert.equal((await petOf())?.name, 'Emil');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.getByRole('button', { name: 'Discard it' }).click();
  });

  await t.test('does not cancel an order that another user has approved', async () => {
    await second.getByRole('button', { name: /^Cancel/ }).click();
    const body = { status: 'approved' };
    await service.send(`/v1/store/orders/${order}`, { method: 'PATCH', key, body });
    await second.getByRole('button', { name: /^Cancel reservation/ }).click();
    await second.getByRole('alert').getByText('it is now approved').waitFor();
    await second.getByRole('button', { name: /^Complete/ }).waitFor();
  });

  await t.test('keeps the message when the order is no longer shown', async () => {
    await second.getByRole('button', { name: /^Complete/ }).click();
    const body = { status: 'cancelled' };
    await service.send(`/v1/store/orders/${order}`, { method: 'PATCH', key, body });
    await second.getByRole('button', { name: 'Emil goes home' }).click();
    await second.getByText('It is not on hold.').waitFor();
    await second.getByRole('alert').getByText('it is now cancelled').waitFor();
    assert.equal((await petOf())?.status, 'available');
  });
});
