// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { type App, requestsOf, settled, signedIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

async function statuses({ service, key }: App): Promise<unknown[]> {
  return (await readAll(service, key, '/v1/pets')).map(({ name, status }) => `${name} ${status}`);
}

test('sets the status of the selected animals after ten seconds, with one request', browser, async (t) => {
  const app = await startApp(t);
  for (const name of ['Ada', 'Bruno', 'Coco']) await addPet(app.service, app.key, { name });
  const page = await signedIn(t, app);
  const sent = requestsOf(page);
  for (const name of ['Ada', 'Coco']) await page.getByLabel(`Select ${name}`).check();
  await page.getByText('2 animals selected').waitFor();
  await page.getByRole('button', { name: 'Set to Adopted' }).click();
  await page.getByText('2 animals are set to “Adopted”.').waitFor();
  assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 0);
  await page.clock.runFor(10_100);
  await page.getByText('2 animals are set').waitFor({ state: 'detached' });
  await settled(page);
  assert.equal(sent.filter((request) => request === 'POST /v1/batches').length, 1);
  assert.deepEqual(await statuses(app), ['Coco sold', 'Bruno available', 'Ada sold']);
});

test(
  'asks before a change of several that cannot be set back, and a held animal cannot be selected',
  browser,
  async (t) => {
    const app = await startApp(t);
    await placeOrder(app.service, app.key, await addPet(app.service, app.key, { name: 'Held' }));
    await addPet(app.service, app.key, { name: 'Ada', status: 'pending' });
    await addPet(app.service, app.key, { name: 'Bruno' });
    const page = await signedIn(t, app);
    for (const name of ['Ada', 'Bruno']) await page.getByLabel(`Select ${name}`).check();
    assert.equal(await page.getByRole('checkbox').count(), 2);
    await page.getByRole('button', { name: 'Set to Adopted' }).click();
    const question = page.getByRole('dialog', { name: 'Set 2 animals to “Adopted”?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('2 animals selected').waitFor();
    await page.getByRole('button', { name: 'Set to Adopted' }).click();
    await question.getByRole('button', { name: 'Set the status' }).click();
    await page.getByText('2 animals are set to “Adopted”.').waitFor();
  },
);

test(
  'with the Shift key a box selects all up to the one before, in the order of the list',
  browser,
  async (t) => {
    const app = await startApp(t);
    for (const name of ['Dora', 'Bruno', 'Coco', 'Ada']) await addPet(app.service, app.key, { name });
    const page = await signedIn(t, app, { at: '/animals?sort=name&view=table' });
    await page.getByLabel('Select Ada').check();
    await page.getByLabel('Select Coco').focus();
    await page.keyboard.press('Shift+Space');
    await page.getByText('3 animals selected').waitFor();
    assert.equal(await page.getByLabel('Select Dora').isChecked(), false);
    await page.getByLabel('Select Bruno').click({ modifiers: ['Shift'] });
    await page.getByText('1 animal selected').waitFor();
  },
);

test(
  'selects all that match, also those that are not loaded, and lists at the end what was not changed',
  browser,
  async (t) => {
    const app = await startApp(t);
    const { service, key } = app;
    await service.database.write((db) => {
      const pet = { name: 'Frank', category_id: 7n, status: 'available', owner_id: null } as const;
      return db
        .insertInto('pets')
        .values(Array.from({ length: 130 }, () => pet))
        .execute();
    });
    await addPet(service, key, { name: 'Olive', status: 'sold' });
    const page = await signedIn(t, app, { at: '/animals?status=available' });
    await page.getByRole('button', { name: 'Select all that match' }).click();
    await page.getByText('130 animals selected').waitFor();
    await placeOrder(service, key, 3);
    const sent = requestsOf(page);
    await page.getByRole('button', { name: 'Set to Adopted' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set 130 animals to “Adopted”?' });
    await dialog.getByRole('button', { name: 'Set the status' }).click();
    await dialog.getByText('129 animals were changed.').waitFor();
    await dialog.getByText('1 animal could not be changed').waitFor();
    await dialog.getByRole('link', { name: 'Frank' }).waitFor();
    assert.equal(sent.filter((request) => request === 'POST /v1/batches').length, 2);
    await dialog.getByRole('button', { name: 'Close' }).click();
    assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 0);
    const sold = await readAll(service, key, '/v1/pets?status=sold&limit=100');
    assert.equal(sold.length, 130);
    await page.goto(`${service.url}/#/animals`);
    await page.getByRole('button', { name: 'Select all that match' }).click();
    const others = page.getByText('One other cannot be changed now.');
    await others.waitFor();
    await page.getByRole('button', { name: 'Clear the selection' }).click();
    await others.waitFor({ state: 'detached' });
    await page.goto(`${service.url}/#/animals?photos=with`);
    await page.getByRole('button', { name: 'Select all that match', disabled: true }).waitFor();
  },
);
