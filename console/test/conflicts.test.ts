import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { noChromium } from '@petstore/testing/servers/chromium.ts';
import { signedIn, startConsole } from './console-page.ts';

const chromium = { skip: noChromium };

test(
  'two people who edit one animal or order do not overwrite each other unknowingly',
  chromium,
  async (t) => {
    const place = await startConsole(t);
    const { service, key } = place;
    const id = await addPet(service, key, { name: 'Olive' });
    const order = await placeOrder(service, key, id);
    const petOf = async () => (await readAll(service, key, '/v1/pets'))[0];
    const at = `/animals/${id}`;
    const [first, second] = [await signedIn(t, place, { at }), await signedIn(t, place, { at })];

    await t.test('a name that another has changed is shown, and what was typed stays', async () => {
      const forms = [first, second].map((page) => page.getByRole('dialog', { name: 'Edit' }));
      const [faster, slower] = [forms[0] ?? assert.fail(), forms[1] ?? assert.fail()];
      for (const page of [first, second]) await page.getByRole('button', { name: 'Edit' }).click();
      await faster.getByLabel('Name').fill('Bella');
      await slower.getByLabel('Name').fill('Coco');
      await faster.getByRole('button', { name: 'Save' }).click();
      await first.getByRole('heading', { name: 'Bella' }).waitFor();
      await slower.getByRole('button', { name: 'Save' }).click();
      await slower.getByRole('alert').getByText('its name is now “Bella”').waitFor();
      assert.equal(await slower.getByLabel('Name').inputValue(), 'Coco');
      assert.equal((await petOf())?.name, 'Bella');
      await second.getByRole('heading', { name: 'Bella', includeHidden: true }).waitFor();
      await slower.getByRole('button', { name: 'Save' }).click();
      await second.getByRole('heading', { name: 'Coco' }).waitFor();
      assert.equal((await petOf())?.name, 'Coco');
    });

    await t.test('a version that is replaced while the change is on its way is not overwritten', async () => {
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
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByRole('alert').getByText('its name is now “Emil”').waitFor();
      assert.equal((await petOf())?.name, 'Emil');
      await form.getByRole('button', { name: 'Cancel' }).click();
    });

    await t.test(
      'an order that another has approved is not cancelled by a person who has not seen that',
      async () => {
        await second.getByRole('button', { name: /^Cancel/ }).click();
        const body = { status: 'approved' };
        await service.send(`/v1/store/orders/${order}`, { method: 'PATCH', key, body });
        await second.getByRole('button', { name: /^Yes/ }).click();
        await second.getByRole('alert').getByText('it is now approved').waitFor();
        await second.getByRole('button', { name: /^Complete/ }).waitFor();
      },
    );

    await t.test('the message stays when the order that another has ended is no longer shown', async () => {
      await second.getByRole('button', { name: /^Complete/ }).click();
      const body = { status: 'cancelled' };
      await service.send(`/v1/store/orders/${order}`, { method: 'PATCH', key, body });
      await second.getByRole('button', { name: /^Yes/ }).click();
      await second.getByText('No order holds it.').waitFor();
      await second.getByRole('alert').getByText('it is now cancelled').waitFor();
      assert.equal((await petOf())?.status, 'available');
    });
  },
);
