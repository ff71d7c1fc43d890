import assert from 'node:assert/strict';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { at, listOf } from '@petstore/testing/http/expect-response.ts';
import { DAY, HOUR } from '../../../service/src/core/clock.ts';
import { testJob } from './job.ts';

testJob({
  name: 'holds, approves and completes an adoption',
  clicks: 5,
  prepare: ({ service, key }) => addPet(service, key, { name: 'Bella' }),
  run: async (page, { service, key }) => {
    await page.getByRole('link', { name: 'Bella' }).click();
    await page.getByLabel('Reference').focus();
    await page.keyboard.type('Application 118');
    await page.getByRole('button', { name: 'Place a hold' }).click();
    await page.getByRole('button', { name: 'Approve order' }).click();
    await page.getByRole('button', { name: 'Complete order' }).click();
    await page.getByRole('button', { name: / the order$/ }).click();
    await page.getByText('Adopted').first().waitFor();
    const [pet] = listOf(await service.send('/v1/pets', { key }));
    assert.equal(at(pet, 'status'), 'sold');
  },
});

testJob({
  name: 'sees what happened yesterday',
  clicks: 1,
  prepare: async ({ service, key }) => {
    await addPet(service, key, { name: 'Bella' });
    service.clock.advance(DAY);
    await addPet(service, key, { name: 'Rex' });
  },
  run: async (page) => {
    await page.getByRole('link', { name: 'Activity' }).click();
    const yesterday = page.getByRole('region', { name: 'Saturday, 21 November 2026' });
    await yesterday.getByText('Bella').waitFor();
    assert.equal(await yesterday.getByText('Rex').count(), 0);
  },
});

testJob({
  name: 'sees which animals have been on hold for the longest time, and opens the first',
  clicks: 1,
  env: { ORDER_HOLD_HOURS: '240' },
  prepare: async ({ service, key }) => {
    for (const name of ['Bella', 'Rex']) {
      await placeOrder(service, key, await addPet(service, key, { name }));
      service.clock.advance(30 * HOUR);
    }
  },
  run: async (page) => {
    const longest = page.getByRole('region', { name: 'Longest on hold' });
    await longest.getByText('2 days').waitFor();
    assert.deepEqual(await longest.getByRole('link').allTextContents(), ['Bella', 'Rex']);
    await longest.getByRole('link', { name: 'Bella' }).click();
    await page.getByRole('button', { name: 'Approve order' }).waitFor();
  },
});
