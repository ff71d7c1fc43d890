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
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Bruno' }).waitFor();
    const read = async (id: number) => (await service.send(`/v1/listings/${id}`, { key })).json;
    assert.deepEqual(at(await read(bruno), 'profile', 'bondedWith'), [olive]);

    await page.getByLabel('Status of Olive').selectOption('Adopted');
    const question = page.getByRole('dialog', { name: 'Olive goes together with Bruno' });
    await question.getByText('All of them become “Adopted”.').waitFor();
    await question.getByRole('button', { name: 'Change all of them' }).click();
    const changed = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.clock.runFor(10_100);
    await changed;
    const statuses = (await readAll(service, key, '/v1/pets')).map(({ status }) => status);
    assert.deepEqual(statuses, ['sold', 'sold']);

    await page.getByRole('link', { name: 'Bruno' }).click();
    await page.getByRole('button', { name: 'Change the group' }).click();
    const ofBruno = page.getByRole('dialog', { name: 'Animals that go together with Bruno' });
    await ofBruno.getByRole('checkbox', { name: 'Olive' }).uncheck();
    await ofBruno.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Goes alone').waitFor();
    assert.equal(at(await read(olive), 'profile', 'bondedWith'), undefined);
  },
);
