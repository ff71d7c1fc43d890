import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { type App, requestsOf, settled, signedIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

async function statuses({ service, key }: App): Promise<unknown[]> {
  return (await readAll(service, key, '/v1/pets')).map(({ name, status }) => `${name} ${status}`);
}

test(
  'sets the status of the selected animals after ten seconds, each with one request',
  browser,
  async (t) => {
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
    assert.equal(sent.filter((request) => request.startsWith('PATCH')).length, 2);
    assert.deepEqual(await statuses(app), ['Coco sold', 'Bruno available', 'Ada sold']);
  },
);

test('asks before a change of several that cannot be set back', browser, async (t) => {
  const app = await startApp(t);
  await addPet(app.service, app.key, { name: 'Ada', status: 'pending' });
  await addPet(app.service, app.key, { name: 'Bruno' });
  const page = await signedIn(t, app);
  for (const name of ['Ada', 'Bruno']) await page.getByLabel(`Select ${name}`).check();
  await page.getByRole('button', { name: 'Set to Adopted' }).click();
  const question = page.getByRole('dialog', { name: 'Set 2 animals to “Adopted”?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('2 animals selected').waitFor();
  await page.getByRole('button', { name: 'Set to Adopted' }).click();
  await question.getByRole('button', { name: 'Set the status' }).click();
  await page.getByText('2 animals are set to “Adopted”.').waitFor();
});

test('an animal that an order holds cannot be selected', browser, async (t) => {
  const app = await startApp(t);
  await placeOrder(app.service, app.key, await addPet(app.service, app.key, { name: 'Ada' }));
  await addPet(app.service, app.key, { name: 'Bruno' });
  const page = await signedIn(t, app);
  await page.getByLabel('Select Bruno').waitFor();
  assert.equal(await page.getByRole('checkbox').count(), 1);
});

test('shows the numbers of animals in the filters, and remembers the table', browser, async (t) => {
  const app = await startApp(t);
  for (const status of ['available', 'available', 'sold']) {
    await addPet(app.service, app.key, { name: 'Ada', categoryId: 7, status });
  }
  const page = await signedIn(t, app);
  await page.getByRole('link', { name: 'Available 2' }).waitFor();
  await page.getByRole('link', { name: 'Adopted 1' }).waitFor();
  await page.getByRole('link', { name: 'Category 7 2 available' }).waitFor();
  await page.getByRole('button', { name: 'Table' }).click();
  await page.reload();
  await page.locator('.animals-table').getByRole('link', { name: 'Ada' }).first().waitFor();
});
