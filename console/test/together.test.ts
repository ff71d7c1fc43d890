// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { signedIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

test(
  'a group is chosen by name on the page of an animal, and its status is that of all, after a question',
  browser,
  async (t) => {
    const app = await startApp(t);
    const { service, key } = app;
    const [olive = 0] = [await addPet(service, key, { name: 'Olive' })];
    const bruno = await addPet(service, key, { name: 'Bruno' });
    const page = await signedIn(t, app, { at: `/animals/${olive}` });
    await page.getByText('Goes alone').waitFor();
    await page.getByRole('button', { name: 'Change the group' }).click();
    const dialog = page.getByRole('dialog', { name: 'Animals that go together with Olive' });
    await dialog.getByLabel('Find an animal by its name or number').fill('Bruno');
    await page.clock.runFor(400);
    await dialog.getByRole('checkbox', { name: 'Bruno' }).check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: 'Bruno' }).waitFor();
    const read = async (id: number) => (await service.send(`/v1/listings/${id}`, { key })).json;
    assert.deepEqual(at(await read(bruno), 'profile', 'bondedWith'), [olive]);

    // A change of selected animals is asked about if it is also one of others.
    await page.goto(`${service.url}/#/animals`);
    await page.getByLabel('Select Olive').check();
    await page.getByRole('button', { name: 'Set to Adopted' }).click();
    const ofSelected = page.getByRole('dialog', { name: 'Set 1 animal to “Adopted”?' });
    await ofSelected.getByText('This is also for Bruno: they go together.').waitFor();
    await ofSelected.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Select Bruno').check();
    await page.getByRole('button', { name: 'Set to Adopted' }).click();
    await page.getByText('2 animals are set to “Adopted”.').waitFor();
    await page.getByRole('button', { name: /^Undo/ }).first().click();

    // The group goes along with a duplicate.
    await addPet(service, key, { name: 'Olive' });
    await page.goto(`${service.url}/#/animals/${olive}`);
    await page.getByRole('button', { name: 'More for Olive' }).click();
    await page.getByRole('button', { name: 'Merge with another record…' }).click();
    const merge = page.getByRole('dialog', { name: 'Merge Olive with another record' });
    await merge.getByRole('radio', { name: /Olive/ }).check();
    await merge.getByRole('button', { name: 'Compare' }).click();
    await merge.getByRole('row', { name: 'Goes together with Bruno' }).waitFor();
    await merge.getByRole('radio').nth(1).check();
    await merge.getByText('what the remaining record lacks: Goes together with').waitFor();
    await merge.getByRole('button', { name: 'Cancel' }).click();

    await page.getByLabel('Status of Olive').selectOption('Adopted');
    const question = page.getByRole('dialog', { name: 'Olive goes together with Bruno' });
    await question.getByText('All of them become “Adopted”.').waitFor();
    await question.getByRole('button', { name: 'Change all of them' }).click();
    const changed = page.waitForResponse('**/v1/batches');
    await page.clock.runFor(10_100);
    await changed;
    const statuses = (await readAll(service, key, '/v1/pets')).map(({ status }) => status);
    assert.deepEqual(statuses, ['available', 'sold', 'sold']);

    await page.getByRole('link', { name: 'Bruno' }).click();
    await page.getByRole('button', { name: 'Change the group' }).click();
    const ofBruno = page.getByRole('dialog', { name: 'Animals that go together with Bruno' });
    await ofBruno.getByRole('checkbox', { name: 'Olive' }).uncheck();
    await ofBruno.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Goes alone').waitFor();
    assert.equal(at(await read(olive), 'profile', 'bondedWith'), undefined);
  },
);
