import assert from 'node:assert/strict';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { at, listOf } from '@petstore/testing/http/expect-response.ts';
import { DAY, HOUR } from '../../../service/src/platform/core/clock.ts';
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
    await page.getByRole('button', { name: 'Approve reservation' }).click();
    await page.getByRole('button', { name: 'Complete reservation' }).click();
    await page.getByRole('button', { name: 'Bella goes home' }).click();
    await page.getByText('It has found a home.').waitFor();
    const [pet] = listOf(await service.send('/v1/pets', { key }));
    assert.equal(at(pet, 'status'), 'sold');
  },
});

testJob({
  name: 'records that an adopted animal was returned, corrects the day, and goes on to the next animal',
  clicks: 5,
  prepare: async ({ service, key }) => {
    for (const name of ['Rex', 'Bella']) {
      const id = await addPet(service, key, { name });
      await service.send(`/v1/pets/${id}`, { method: 'PATCH', key, body: { status: 'sold' } });
    }
  },
  run: async (page, { service, key }) => {
    await page.getByRole('link', { name: 'Animals', exact: true }).click();
    await page.getByRole('main').getByRole('link', { name: 'Bella' }).click();
    // The list has this label, too.
    await page.getByRole('heading', { name: 'Bella', level: 1 }).waitFor();
    await page.getByLabel('Status of Bella').selectOption('Returned…');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('The family moves abroad.');
    await dialog.getByLabel('Afterwards').selectOption('Not for adoption');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    const stay = page.getByRole('region', { name: 'Stay' });
    await stay.getByText('Returned').waitFor();
    await stay.getByRole('button', { name: 'Correct: Returned' }).click();
    await dialog.getByLabel('Day').fill('2026-11-20');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    // The adoption is on the day after, so that the animal is away again.
    await stay.getByText('20 November 2026').waitFor();
    const movements = listOf(await service.send('/v1/pets/2/movements?sort=id', { key }));
    assert.deepEqual(
      movements.map((one) => [at(one, 'type'), at(one, 'reason'), at(one, 'date'), at(one, 'note')]),
      [
        ['outcome', 'adoption', '2026-11-21', undefined],
        ['intake', 'return', '2026-11-20', 'The family moves abroad.'],
      ],
    );
    await page
      .getByLabel('Status of Bella')
      .locator('option:checked', { hasText: 'Adopted' })
      .waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Rex' }).waitFor();
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
    await page.getByRole('button', { name: 'Approve reservation' }).waitFor();
  },
});
