// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counts, type ImportTarget, openImportTarget } from '@petstore/testing/fixtures/imports.ts';
import { parseMapping } from './mapping/mapping-file.ts';
import { ImportError } from './readers/row.ts';

const MAPPING = {
  reference: { column: 'id' },
  name: { column: 'name' },
  categoryId: { column: 'kind', values: { Dog: 1, Cat: 2 } },
  status: { column: 'status', skip: { Died: 'died' } },
};
const DATED = { ...MAPPING, rowDate: { column: 'date' } };

const importAs = (target: ImportTarget, mapping: object, csv: string) =>
  target.csv(Buffer.from(csv), parseMapping(JSON.stringify(mapping)));

/** Imports rows of an animal, in the order in which a city published them. */
const importRows = async (target: ImportTarget, ...rows: string[]) =>
  counts(await importAs(target, DATED, ['id,name,kind,status,date', ...rows, ''].join('\n')));

const statuses = async (target: ImportTarget) => (await target.pets()).map(({ status }) => status);

test('of the rows of one animal the newest counts, wherever it stands', async (t) => {
  const target = await openImportTarget(t);
  const result = await importRows(
    target,
    'N1,Rex,Dog,Adopted,2021-03-01',
    'N1,Rex,Dog,Available,2022-06-01',
    'N1,Rex,Dog,Adopted,2020-01-01',
  );
  assert.deepEqual(result, { rows: 3, created: 1, superseded: 2 });
  assert.deepEqual(await statuses(target), ['available']);
});

test('a row that is older than that of an earlier import changes nothing, and a newer one does', async (t) => {
  const target = await openImportTarget(t);
  await importRows(target, 'N1,Rex,Dog,Adopted,2021-03-01');
  assert.deepEqual(await importRows(target, 'N1,Rexy,Dog,Available,2020-01-01'), { rows: 1, older: 1 });
  assert.deepEqual(await statuses(target), ['sold']);
  assert.deepEqual(await importRows(target, 'N1,Rex,Dog,Available,2022-01-01'), { rows: 1, updated: 1 });
  assert.deepEqual(await statuses(target), ['available']);
});

test('a row that was skipped is newer than the rows before it in later imports, too', async (t) => {
  const target = await openImportTarget(t);
  await importRows(target, 'N1,Rex,Dog,Adopted,2021-03-01');
  await importRows(target, 'N1,Rex,Dog,Died,2023-03-01');
  assert.deepEqual(await importRows(target, 'N1,Rex,Dog,Available,2022-01-01'), { rows: 1, older: 1 });
  assert.deepEqual(await statuses(target), ['sold']);
});

test('without a date of the row, the date of intake orders the rows', async (t) => {
  const target = await openImportTarget(t);
  const rows = 'id,name,kind,status,in\nN1,Rex,Dog,Available,5/20/2024\nN1,Rex,Dog,Adopted,4/15/2021\n';
  await importAs(target, { ...MAPPING, intakeDate: { column: 'in' } }, rows);
  assert.deepEqual(await statuses(target), ['available']);
});

const BORN = { ...MAPPING, birthDate: { column: 'born' }, intakeDate: { column: 'in' } };
const HEADER = 'id,name,kind,status,born,in\n';

test('one order is used for all dates of a file, proven by one of them', async (t) => {
  const target = await openImportTarget(t);
  await importAs(target, BORN, `${HEADER}1,Rex,Dog,,03/04/2020,05/06/2024\n2,Tom,Cat,,25/12/2019,\n`);
  const profiles = await target.database.read
    .selectFrom('profiles')
    .select('profile')
    .orderBy('pet_id')
    .execute();
  assert.deepEqual(
    profiles.map(({ profile }) => JSON.parse(profile)),
    [{ birthDate: '2020-04-03', intakeDate: '2024-06-05' }, { birthDate: '2019-12-25' }],
  );
});

test('a column of dates that is not imported proves the order, too', async (t) => {
  const target = await openImportTarget(t);
  const csv = 'id,name,kind,status,born,in,vaccinated\n1,Rex,Dog,,03/04/2020,,25/12/2020\n';
  assert.equal((await importAs(target, BORN, csv)).created, 1);
});

async function failureOf(importing: Promise<unknown>): Promise<string> {
  try {
    await importing;
  } catch (error) {
    if (error instanceof ImportError) return error.message;
    throw error;
  }
  return '';
}

test('an order that no date proves must be stated, and nothing is imported until then', async (t) => {
  const target = await openImportTarget(t);
  const csv = `${HEADER}1,Rex,Dog,,05/05/2020,\n2,Tom,Cat,,03/04/2020,\n`;
  assert.match(
    await failureOf(importAs(target, BORN, csv)),
    /^row 3 has "03\/04\/2020" in the column "born": .* dateOrder of the mapping is "day-first" or "month-first"$/,
  );
  assert.deepEqual(await target.pets(), []);
  const result = await importAs(target, { ...BORN, dateOrder: 'month-first' }, csv);
  assert.equal(result.created, 2);
});

test('dates that prove both orders are rejected with one row of each', async (t) => {
  const target = await openImportTarget(t);
  const csv = `${HEADER}1,Rex,Dog,,25/12/2019,\n2,Tom,Cat,,,04/30/2024\n`;
  assert.match(
    await failureOf(importAs(target, BORN, csv)),
    /^the dates of the file have two orders: row 2 has "25\/12\/2019" .* row 3 has "04\/30\/2024" in the column "in"/,
  );
});

test('a date that contradicts the stated order fails its row', async (t) => {
  const target = await openImportTarget(t);
  const csv = `${HEADER}1,Rex,Dog,,25/12/2019,\n2,Tom,Cat,,03/04/2020,\n`;
  const summary = await importAs(target, { ...BORN, dateOrder: 'month-first' }, csv);
  assert.deepEqual(counts(summary), { rows: 2, created: 1, failed: 1 });
  assert.match(summary.failed.first[0]?.faults[0]?.reason ?? '', /^is not a date with the month first/);
});
