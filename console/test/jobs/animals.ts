import assert from 'node:assert/strict';
import { addPet } from '@petstore/testing/api-calls.ts';
import { at, listOf } from '@petstore/testing/http/expect-response.ts';
import type { Page } from 'playwright-core';
import { pictureFile, requestsOf } from '../console-page.ts';
import { testJob } from './job.ts';

async function choosePhoto(page: Page, name: string): Promise<void> {
  const picture = await pictureFile(`${name}.jpg`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByLabel('Photos (optional)').click();
  await (await chooser).setFiles(picture);
}

testJob({
  name: 'adds three animals with photos',
  clicks: 6,
  run: async (page, { service, key }) => {
    await page.getByRole('link', { name: 'Animals', exact: true }).click();
    await page.getByRole('button', { name: 'Add an animal' }).click();
    await page.getByLabel('Add another animal after this one').click();
    for (const name of ['Ada', 'Bruno', 'Coco']) {
      await page.getByLabel('Name', { exact: true }).focus();
      await page.keyboard.type(name);
      if (name === 'Ada') await page.getByLabel('Number of the category').fill('7');
      await choosePhoto(page, name);
      await page.getByLabel('Name', { exact: true }).press('Enter');
      await page.getByText(`${name} was added.`).waitFor();
    }
    await page.keyboard.press('Escape');
    await page.getByRole('img', { name: 'Photo of Coco' }).waitFor();
    const listings = listOf(await service.send('/v1/listings', { key }));
    const found = listings.map((one) => {
      const photos = at(one, 'photos');
      return [at(at(one, 'pet'), 'name'), Array.isArray(photos) && photos.length];
    });
    assert.deepEqual(found, [
      ['Coco', 1],
      ['Bruno', 1],
      ['Ada', 1],
    ]);
  },
});

testJob({
  name: 'merges a duplicate into the other record',
  clicks: 6,
  prepare: async ({ service, key }) => {
    const id = await addPet(service, key, { name: 'Bella', categoryId: 2 });
    await addPet(service, key, { name: 'Bella', categoryId: 2 });
    await addPet(service, key, { name: 'Bella', categoryId: 1 });
    const profile = { breed: 'Whippet' };
    await service.send(`/v1/pets/${id}/profile`, { method: 'PATCH', key, body: profile });
  },
  run: async (page, { service, key }) => {
    await page.goto(`${service.url}/#/animals/2`);
    await page.getByRole('button', { name: 'More for Bella' }).click();
    await page.getByRole('button', { name: 'Merge with another record…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge Bella with another record' });
    // That of the same category is first.
    await dialog.getByRole('radio').first().click();
    await dialog.getByRole('button', { name: 'Compare' }).click();
    await dialog.getByText('From Bella (number 1) go along:').waitFor();
    await dialog.getByText('what the remaining record lacks: Breed').waitFor();
    await dialog.getByText('This cannot be undone. Number 1 is gone then').waitFor();
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await page.getByText('Bella (number 1) was merged into this record.').waitFor();
    await page.getByText('Number 1: Added to the catalogue as “Bella”').waitFor();
    await page.getByText('Whippet').waitFor();
    await page.goto(`${service.url}/#/animals/1`);
    await page.getByText('This record was merged into another one:').getByRole('link').click();
    await page.getByRole('heading', { name: 'Bella' }).waitFor();
    const left = listOf(await service.send('/v1/pets', { key }));
    assert.deepEqual(
      left.map(({ id }) => id),
      [3, 2],
    );
  },
});

testJob({
  name: 'undoes a wrong status of three animals',
  clicks: 6,
  prepare: async ({ service, key }) => {
    for (const name of ['Ada', 'Bruno', 'Coco']) await addPet(service, key, { name });
  },
  run: async (page, { service, key }) => {
    const sent = requestsOf(page);
    await page.getByRole('link', { name: 'Animals', exact: true }).click();
    for (const name of ['Ada', 'Bruno', 'Coco']) await page.getByLabel(`Select ${name}`).click();
    await page.getByRole('button', { name: 'Set to Adopted' }).click();
    await page.getByText('3 animals are set to “Adopted”.').waitFor();
    await page.getByRole('button', { name: 'Undo the statuses' }).click();
    await page.clock.runFor(6_000);
    assert.ok(!sent.includes('POST /v1/batches'));
    const statuses = listOf(await service.send('/v1/pets', { key })).map((pet) => at(pet, 'status'));
    assert.deepEqual(statuses, ['available', 'available', 'available']);
  },
});
