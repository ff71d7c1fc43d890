import { test } from 'node:test';
import { noChromium } from '@petstore/testing/servers/chromium.ts';
import { spreadsheet } from '../../service/src/import-export/readers/xlsx/spreadsheet-fixture.ts';
import { signedIn, startApp } from './console-page.ts';

test('reads the first sheet of an .xlsx file', { skip: noChromium }, async (t) => {
  const app = await startApp(t);
  const { key } = await app.service.account({ role: 'admin' });
  const page = await signedIn(t, app, { key, at: '/import' });
  const date = { xml: '<c r="C2" s="1"><v>43831</v></c>' };
  const buffer = spreadsheet([
    ['Name', 'Species', 'Born'],
    ['Bella', 'Cat', date],
  ]);
  const mimeType = 'application/octet-stream';
  await page.getByLabel('Choose a spreadsheet').setInputFiles({ name: 'a.xlsx', mimeType, buffer });
  await page.getByText('2020-01-01').waitFor();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: 'Import 1 animal' }).waitFor();
});

test('shows why a file cannot be read', { skip: noChromium }, async (t) => {
  const app = await startApp(t);
  const { key } = await app.service.account({ role: 'admin' });
  const page = await signedIn(t, app, { key, at: '/import' });
  const choose = (name: string, text: string) =>
    page
      .getByLabel('Choose a spreadsheet')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('empty.csv', '');
  await page.getByText('The file has no rows.').waitFor();
  await choose('quote.csv', 'name\n"Bella\n');
  await page.getByText('Line 2 has a quote that is not closed.').waitFor();
  await choose('twice.csv', 'name,name\nBella,Bella\n');
  await page.getByText('Two columns have the name “name”.').waitFor();
});
