import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { addPet } from '@petstore/testing/api-calls.ts';
import { listOf } from '@petstore/testing/http/expect-response.ts';
import { settled } from '../console-page.ts';
import { testJob } from './job.ts';

const ANIMALS = Array.from(
  { length: 20 },
  (_, n) => `A${n};Animal ${n};${n % 2 ? 'Dog' : 'Rabbit'};Neutered Male;${n + 1}.4.2020`,
);
const WITHOUT_KIND = Array.from({ length: 5 }, (_, n) => `B${n};Bad ${n};;?;`);
/** As a spreadsheet program in Europe saves it. */
const LAST_WEEK = ['Animal ID;Name;Species;Sex;Date of birth', ...ANIMALS, ...WITHOUT_KIND].join('\r\n');

testJob({
  name: "imports last week's spreadsheet, and downloads its five bad rows",
  clicks: 6,
  prepare: async ({ service, key }) => {
    await addPet(service, key, { name: 'Bella', categoryId: 7 });
    await service.send('/v1/categories/7', { method: 'PUT', key, body: { name: 'Dogs' } });
  },
  run: async (page, { service, key }) => {
    await page.getByRole('link', { name: 'Manage' }).click();
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByText('Choose a spreadsheet').click();
    const file = { name: 'last-week.csv', mimeType: 'text/csv', buffer: Buffer.from(LAST_WEEK) };
    await (await choosing).setFiles(file);
    await page.getByLabel('No column has the status').selectOption('Available');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('have a problem and will be left out').waitFor();
    await page.getByRole('button', { name: 'Import 20 animals' }).click();
    await page.getByText('The import is done').waitFor();
    assert.equal(await page.locator('.bad-rows li').count(), 5);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the bad rows' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'last-week-bad-rows.csv');
    assert.match(await readFile(await download.path(), 'utf8'), /^\uFEFFline,reason,(.*\n)+.*Bad 4/);
    const listings = listOf(await service.send('/v1/listings?q=Animal&limit=100', { key }));
    assert.equal(listings.length, 20);
    const [last] = listings;
    assert.deepEqual(last?.profile, {
      ...(last?.profile as object),
      sex: 'male',
      birthDate: '2020-04-20',
    });
    const categories = listOf(await service.send('/v1/categories', { key }));
    assert.deepEqual(categories, [
      { id: 7, name: 'Dogs', available: 11 },
      { id: 8, name: 'Rabbit', available: 10 },
    ]);
    await settled(page);
  },
});

testJob({
  name: 'remembers what the columns of a spreadsheet have',
  clicks: 7,
  run: async (page) => {
    await page.getByRole('link', { name: 'Manage' }).click();
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('Who,What\nBella,Cat\n') };
    await page.getByLabel('Choose a spreadsheet').setInputFiles(file);
    await page.getByText('Choose the column that has the name').waitFor();
    await page.getByLabel('Who', { exact: true }).selectOption('Name');
    await page.getByLabel('What', { exact: true }).selectOption('Kind of animal');
    await page.getByLabel('No column has the status').selectOption('Available');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('button', { name: 'Import 1 animal' }).click();
    await page.getByRole('button', { name: 'Import another file' }).click();
    await page.getByText('1 added').waitFor();
    await page.getByLabel('Choose a spreadsheet').setInputFiles(file);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('importing this file again adds animals without a number again').waitFor();
    await page.getByRole('button', { name: 'Back to the columns' }).click();
    assert.equal(await page.getByLabel('Who', { exact: true }).inputValue(), 'name');
  },
});
