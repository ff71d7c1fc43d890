// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { type App, requestsOf, signedIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

async function names({ service, key }: App): Promise<unknown[]> {
  return (await readAll(service, key, '/v1/pets')).map(({ name }) => name);
}

test(
  'removes an animal ten seconds after a question with its name, and restores it from the bin; a held one stays',
  browser,
  async (t) => {
    const app = await startApp(t);
    const id = await addPet(app.service, app.key, { name: 'Bella' });
    const page = await signedIn(t, app, { at: `/animals/${id}` });
    const sent = requestsOf(page);
    const remove = async () => {
      await page.getByRole('button', { name: 'More for Bella' }).click();
      await page.getByRole('button', { name: 'Remove…' }).click();
      const question = page.getByRole('dialog', { name: 'Remove Bella?' });
      await question.getByText('to the bin for 30 days').waitFor();
      await question.getByRole('button', { name: 'Remove' }).click();
      await page.mouse.move(0, 0);
    };
    await remove();
    const undo = page.getByRole('button', { name: 'Undo the removal of Bella' });
    await undo.click();
    await undo.waitFor({ state: 'detached' });
    await page.mouse.move(0, 0);

    await remove();
    await page.clock.runFor(9_000);
    // The time stands still while the pointer is on the notice.
    await undo.hover();
    await page.clock.runFor(60_000);
    assert.ok(!sent.includes('POST /v1/batches'));
    await page.mouse.move(0, 0);
    await page.clock.runFor(1_100);
    await page.getByText('Removed', { exact: true }).waitFor();
    assert.deepEqual(await names(app), []);

    await page.getByRole('link', { name: 'Animals', exact: true }).click();
    await page.getByRole('main').getByRole('link', { name: 'Bin' }).click();
    await page.getByRole('button', { name: 'Restore Bella' }).click();
    await page.getByText('Bella is in the catalogue again.').waitFor();
    await page.getByText('The bin is empty.').waitFor();
    await page.getByRole('link', { name: 'Back to animals' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Bella' }).click();
    await page.getByRole('button', { name: 'More for Bella' }).waitFor();
    await page.getByText('Restored from the bin').waitFor();
    assert.deepEqual(await names(app), ['Bella']);

    // An order holds it.
    await placeOrder(app.service, app.key, id);
    await page.reload();
    await page.getByRole('button', { name: 'More for Bella' }).click();
    await page.getByText('A reservation holds it. Complete or cancel the reservation first.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Remove…' }).isDisabled());
  },
);

test(
  'removes the selected animals after a question with their number, which can be undone and is made although the tab is closed',
  browser,
  async (t) => {
    const app = await startApp(t);
    for (const name of ['Ada', 'Bruno', 'Coco']) await addPet(app.service, app.key, { name });
    const page = await signedIn(t, app);
    const remove = async () => {
      for (const name of ['Ada', 'Coco']) await page.getByLabel(`Select ${name}`).check();
      await page.getByRole('button', { name: 'Remove…' }).click();
      const question = page.getByRole('dialog', { name: 'Remove 2 animals?' });
      await question.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('2 animals go to the bin.').waitFor();
    };
    await remove();
    await page.getByRole('button', { name: 'Undo the removals' }).click();
    await page.getByLabel('Select Ada').waitFor();
    await remove();
    await page.mouse.move(0, 0);
    await page.clock.runFor(10_100);
    await page.getByText('Ada is no longer in the catalogue').waitFor();
    await page.getByText('Coco is no longer in the catalogue').waitFor();
    assert.deepEqual(await names(app), ['Bruno']);

    // While the time stands still, the tab is closed.
    await page.getByLabel('Select Bruno').check();
    await page.getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: /^Undo the removal/ }).hover();
    const removal = page.waitForRequest('**/v1/batches');
    await page.evaluate(
      'Object.defineProperty(document, "visibilityState", { value: "hidden" }); document.dispatchEvent(new Event("visibilitychange"))',
    );
    await removal;
  },
);

test('deletes an animal in the bin for good after a question with its name', browser, async (t) => {
  const app = await startApp(t);
  const id = await addPet(app.service, app.key, { name: 'Bella' });
  await app.service.send(`/v1/pets/${id}`, { method: 'DELETE', key: app.key });
  // On a phone the bin is in the menu.
  const page = await signedIn(t, app, { viewport: { width: 360, height: 640 } });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Bin' }).click();
  await page.getByRole('button', { name: 'Delete now… Bella' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Bella for good?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete now… Bella' }).click();
  await question.getByRole('button', { name: 'Delete for good' }).click();
  await page.getByText('The bin is empty.').waitFor();
  assert.deepEqual(await readAll(app.service, app.key, '/v1/bin'), []);
});
