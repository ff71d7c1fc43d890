import assert from 'node:assert/strict';
import { addPet } from '@petstore/testing/api-calls.ts';
import { testJob } from './job.ts';

testJob({
  name: 'names a category',
  clicks: 3,
  prepare: ({ service, key }) => addPet(service, key, { name: 'Bella', categoryId: 7 }),
  run: async (page, { service, key }) => {
    await page.getByRole('link', { name: 'Manage' }).click();
    await page.getByRole('link', { name: '1 looking for a home' }).waitFor();
    await page.getByLabel('Name of category 7').click();
    await page.keyboard.type('Rabbits');
    await page.getByRole('button', { name: 'Save the name of category 7' }).click();
    await page.getByText('Saved').waitFor();
    const { json } = await service.send('/v1/categories', { key });
    assert.deepEqual(json, [{ id: 7, name: 'Rabbits', available: 1 }]);
  },
});

testJob({
  name: 'adds a category, which has the next number',
  clicks: 3,
  prepare: ({ service, key }) => addPet(service, key, { name: 'Bella', categoryId: 7 }),
  run: async (page, { service, key }) => {
    await page.getByRole('link', { name: 'Manage' }).click();
    await page.getByRole('button', { name: 'Add a category' }).click();
    await page.keyboard.type('Rabbits');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByLabel('Name of category 8').waitFor();
    const { json } = await service.send('/v1/categories', { key });
    assert.deepEqual(json, [
      { id: 7, available: 1 },
      { id: 8, name: 'Rabbits', available: 0 },
    ]);
  },
});
