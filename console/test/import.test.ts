// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { Petstore } from '@petstore/client';
import { at, listOf } from '@petstore/testing/http/expect-response.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { until } from '@petstore/testing/until.ts';
import { signedIn, startApp } from './console-page.ts';
import { assertFits } from './inspect.ts';

const CASES = new URL('../../service/test/api/imports/cases/', import.meta.url);
const PHONE = 360;
const AUSTIN = new URL('../../examples/austin.csv', import.meta.url);
const WORKBOOKS = new URL('../../service/test/workbooks/', import.meta.url);

/** Opens the page of imports, with functions that choose a file and check and import it. */
async function importing(t: TestContext, options: Partial<Parameters<typeof signedIn>[2]> = {}) {
  const app = await startApp(t);
  const { key } = await app.service.account({ role: 'admin' });
  const page = await signedIn(t, app, { key, at: '/import', ...options });
  const choose = async (name: string, content?: string) => {
    const folder = name.endsWith('.xlsx') ? WORKBOOKS : CASES;
    const buffer = content === undefined ? await readFile(new URL(name, folder)) : Buffer.from(content);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  };
  const importAnimals = async (animals: string) => {
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('button', { name: `Import ${animals}` }).click();
    await page.getByText('The import is done').waitFor();
  };
  const listings = async (): Promise<Listing[]> =>
    listOf(await app.service.send('/v1/listings?sort=id', { key })).map(({ pet, profile }) => ({
      pet: Object(pet),
      profile: Object(profile),
    }));
  return { app, key, page, choose, importAnimals, listings };
}

interface Listing {
  pet: { name: string; status?: string };
  profile: Record<string, unknown>;
}

test('asks what a file does not state, and imports nothing that is not for adoption', {
  skip: noBrowser,
}, async (t) => {
  const { app, key, page, choose, importAnimals, listings } = await importing(t);
  const checkFile = page.getByRole('button', { name: 'Check the file' });
  const another = (name: string) => page.getByRole('button', { name }).click();

  await choose('old.xls', 'x');
  await page.getByText('Save the spreadsheet as .xlsx or as CSV first.').waitFor();

  await choose('hidden-first.xlsx');
  await page.getByLabel('Sheet').waitFor();
  await page.getByLabel('Sheet').selectOption('Lists (hidden)');
  await page.getByText('meaning', { exact: true }).waitFor();
  await another('Another file');

  await choose('title-row.csv');
  const row = page.getByLabel('The row with the names of the columns');
  await row.waitFor();
  assert.equal(await row.inputValue(), '3');
  await row.selectOption('1');
  await page.getByText('Happy Paws animals 2026').waitFor();
  await another('Another file');

  const born = 'name,kind,status,born\nRex,Dog,Available,25/12/2019\nTom,Cat,Available,12/25/2019\n';
  await choose('a.csv', born);
  await page.getByText('Row 2 has “25/12/2019” in the column “born”: the day comes first.').waitFor();
  await page.getByText('Row 3 has “12/25/2019” in the column “born”: the month comes first.').waitFor();
  assert.equal(await checkFile.isDisabled(), true);
  await another('Another file');

  // The service keeps three files, so that it has removed this one.
  await choose('negatives.csv');
  await checkFile.waitFor();
  const imports = new Petstore({ baseUrl: app.service.url, apiKey: key }).imports;
  for (let n = 0; n < 3; n += 1) {
    const { id } = await imports.create(new File(['name\nRex\n'], 'b.csv'), { preview: true });
    await until(async () => (await imports.get(id)).state === 'preview');
  }
  await checkFile.click();
  await another('Choose the file again');
  await page.getByLabel('Choose a spreadsheet').waitFor();

  await choose('unavailable.csv');
  for (const text of ['Unavailable', 'Not available', 'Not adoptable', 'No disponible']) {
    const meaning = page.getByLabel(`${text} 1 row`, { exact: true });
    assert.equal(await meaning.locator('option:checked').textContent(), 'Do not import these');
  }
  await importAnimals('1 animal');
  await another('Import another file');

  await choose('a.csv', 'Name,Kind,Status\nTom,Dog,Resting\nTim,Cat,\n');
  await page.getByText('2 rows have a status without a meaning').waitFor();
  await page.getByLabel('Resting 1 row').selectOption('Available');
  await page.getByText('1 row has a status without a meaning').waitFor();
  await importAnimals('1 animal');
  await another('Import another file');

  await choose('es-ambiguous.csv');
  await page.getByLabel('No column has the status').selectOption('Available');
  await page.getByText('Choose whether the day or the month comes first.').waitFor();
  assert.equal(await checkFile.isDisabled(), true);
  await page.getByText(/The day comes first: 03\/04\/2020 → .*April.* 2020/).click();
  await page
    .locator('.understood')
    .getByText(/03\/04\/2020 → .*April.* 2020/)
    .waitFor();
  await importAnimals('2 animals');
  await another('Import another file');

  await choose('a.csv', 'Name,Fee\nMisty,$125.00\n');
  await page.getByLabel('No column has the kind').fill('Cat');
  await page.getByLabel('No column has the status').selectOption('Available');
  await page.getByText('Choose the currency of the adoption fees.').waitFor();
  await page.getByLabel('Currency of the amounts').fill('usd');
  await importAnimals('1 animal');

  const [rex, tom, first, second, misty, ...others] = await listings();
  assert.deepEqual([rex?.pet.name, rex?.pet.status, tom?.pet.name], ['Rex', 'available', 'Tom']);
  assert.deepEqual([first?.profile.birthDate, second?.profile.birthDate], ['2020-04-03', '2021-06-05']);
  assert.deepEqual(misty?.profile.adoptionFee, { amount: '125.00', currency: 'USD' });
  assert.deepEqual(others, []);
});

test('how animals left, in a file of a real shelter, becomes movements; the intakes of a second file complete them', {
  skip: noBrowser,
}, async (t) => {
  const { app, key, page, choose, importAnimals } = await importing(t);
  const rows = (await readFile(AUSTIN, 'utf8')).split('\n').slice(0, 8);
  const others = [
    'A1,Rex,Dog,,,,,Rescue Ranch,,2016-01-02 10:00:00',
    'A2,,Bird,,,,,Disposal,,2016-01-02 11:00:00',
    ',Kim,Dog,,,,,Adoption,,2016-01-02 12:00:00',
  ];
  await choose('outcomes.csv', `${[...rows, ...others].join('\n')}\n`);
  const chosen = async (column: string) =>
    page.getByLabel(column, { exact: true }).locator('option:checked').textContent();
  assert.deepEqual([await chosen('outcome_type'), await chosen('datetime')], ['How it left', 'Left on']);
  assert.equal(await chosen('Transfer 2 rows'), 'Handed over to another shelter');
  assert.equal(await chosen('Disposal 1 row'), 'Do not import these');
  await page.getByText('left out: no stay of a living animal: Disposal').waitFor();
  await page.getByText('How it left: 1 row has a value without a meaning.').waitFor();
  await page.getByLabel('Rescue Ranch 1 row').selectOption('Handed over to another shelter');
  await page.getByLabel('Animals that have not left are').waitFor();
  await page
    .getByText(/Adopted: .*December.* 2015/)
    .first()
    .waitFor();
  await page.setViewportSize({ width: PHONE, height: 800 });
  await assertFits(page, 'the columns of movements');
  await importAnimals('9 animals');
  await page.getByText('arrivals, foster stays and departures added').waitFor();
  await page.getByText('Left out: no stay of a living animal: Disposal (1).').waitFor();
  await page
    .getByText(
      '1 animal has no number of your own system: importing this file again adds animals without a number again',
    )
    .waitFor();
  await page.getByRole('button', { name: 'Import another file' }).click();
  await choose(
    'intakes.csv',
    'animal_id,name,animal_type,intake_type,datetime,foster start\nA1,Rex,Dog,Stray,2015-12-30 09:00,2015-12-31\nA1,Rex,Dog,DOA,2016-01-03 09:00,\n',
  );
  await page.getByText(/Found: .*December.* 2015.*In foster care from: .*December.* 2015/).waitFor();
  assert.equal(await chosen('foster start'), 'In foster care from');
  await importAnimals('2 arrivals, foster stays and departures');
  await page.getByText('these animals are in the catalogue and stay there: A1.').waitFor();
  const report = await app.service.send('/v1/reports/stays?from=2014-01&to=2017-12', { key });
  const total = Object(at(report.json, 'total'));
  assert.deepEqual(
    [total.intakesByReason, total.outcomesByReason, total.withoutIntake],
    [{ stray: 1 }, { adoption: 3, return_to_owner: 1, transfer_out: 3, euthanasia: 2 }, 8],
  );
  const months = at(report.json, 'months');
  assert.ok(Array.isArray(months));
  assert.equal(months.find(({ month }) => month === '2015-12').inFoster, 1);
});

test('explains in Spanish why a file or its rows cannot be imported', { skip: noBrowser }, async (t) => {
  const { page, choose } = await importing(t, { locale: 'es-ES' });
  await choose('a.csv', '');
  await page.getByText('el archivo está vacío').waitFor();
  await page.getByRole('button', { name: 'Otro archivo' }).click();
  await choose('a.csv', 'nombre,especie,estado\n,Perro,disponible\n');
  await page.getByRole('button', { name: 'Comprobar el archivo' }).click();
  await page.locator('.bad-rows').getByText('nombre falta o está vacío').waitFor();
});

/** Importing them takes longer than the clicks of a test. */
const MANY_ROWS = `name,kind,status\n${'Rex,Dog,Available\n'.repeat(30_000)}`;

test('stops a check, which has changed nothing, and an import that runs, and shows how far it came', {
  skip: noBrowser,
}, async (t) => {
  const { app, key, page, choose, listings } = await importing(t);
  const question = page.getByRole('dialog', { name: 'Stop the import of a.csv?' });
  await choose('a.csv', MANY_ROWS);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: 'Stop the import' }).click();
  await question.getByText('Nothing has changed so far.').waitFor();
  await question.getByRole('button', { name: 'Stop the import' }).click();
  await page.getByLabel('Choose a spreadsheet').waitFor();
  assert.deepEqual(await listings(), []);

  await choose('a.csv', MANY_ROWS);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: 'Import 30,000 animals' }).click();
  await page.getByRole('button', { name: 'Stop the import' }).click();
  await question.getByRole('button', { name: 'Stop the import' }).click();
  await page.getByText('The import was stopped').waitFor();
  await page.getByText(/^Stopped after [\d,]+ rows?$/).waitFor();
  const [stopped] = listOf(await app.service.send('/v1/imports', { key }));
  assert.equal(stopped?.state, 'cancelled');
  await page.getByRole('button', { name: 'Import another file' }).click();
  await page.getByText(/^Stopped after [\d,]+ rows?$/).waitFor();
});
