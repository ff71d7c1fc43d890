import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { addPet } from '@petstore/testing/api-calls.ts';
import { testJob } from './job.ts';

testJob({
  name: 'exports a list of all animals, and recognises it when it is imported,',
  clicks: 6,
  prepare: ({ service, key }) => addPet(service, key, { name: '=Bella', categoryId: 7 }),
  run: async (page) => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Export and print' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export all animals' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'animals.csv');
    const buffer = await readFile(await download.path());
    assert.match(buffer.toString(), /^\uFEFFid,name,.*\n.*"'=Bella",7,/);
    await page.getByRole('link', { name: 'Manage' }).click();
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    const file = { name: 'animals.csv', mimeType: 'text/csv', buffer };
    await page.getByLabel('Choose a spreadsheet').setInputFiles(file);
    await page.getByText('It is an export of Petstore').waitFor();
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('are in the catalogue already').waitFor();
  },
});
