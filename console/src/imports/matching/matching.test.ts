import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from '../spreadsheet/table.ts';
import { guessColumns } from './column-guesses.ts';
import { datesOf } from './dates.ts';
import { mappingOf } from './mapping.ts';
import { CHOICES, type ChoiceField, guessChoice } from './value-guesses.ts';

test('guesses columns by their headers, in English and Spanish', () => {
  const columns = guessColumns(['Animal ID', 'Nombre', 'Especie', 'date_of_birth', 'Weight']);
  assert.deepEqual(columns, {
    name: 'Nombre',
    categoryId: 'Especie',
    reference: 'Animal ID',
    birthDate: 'date_of_birth',
  });
});

for (const [field, text, value] of [
  ['sex', 'Spayed Female', 'female'],
  ['sex', 'Intact Male', 'male'],
  ['sex', 'Unknown', null],
  ['spayedNeutered', 'Neutered Male', true],
  ['goodWithDogs', 'Sí', true],
  ['status', 'Adoption', 'sold'],
  ['status', '', 'available'],
  ['status', 'Died', 'skip'],
] satisfies Array<[ChoiceField, string, unknown]>) {
  test(`guesses that the ${field} "${text}" means ${value}`, () => {
    assert.equal(CHOICES[field][guessChoice(field, text)]?.value, value);
  });
}

test('reads dates with the month first, and with the day first if a value shows it', () => {
  assert.deepEqual(datesOf(['04/10/2014', '']), { '04/10/2014': '2014-04-10' });
  assert.deepEqual(datesOf(['04/10/2014', '25/12/2013', 'soon']), {
    '04/10/2014': '2014-10-04',
    '25/12/2013': '2013-12-25',
  });
  assert.equal(datesOf(['2014-04-10', '']), undefined);
});

test('maps the columns and their values, and gives an unknown kind the next number', () => {
  const table = parseCsv('id,name,kind,status,sex,born\n7,Rex,dog,Died,M,2020-01-31\n8,,Cat,,?,\n');
  const { mapping, file } = mappingOf({
    table,
    columns: guessColumns(table.columns),
    choices: {},
    categories: [{ id: 4n, name: 'Dogs' }],
  });
  assert.equal(file, undefined);
  assert.deepEqual(mapping, {
    reference: { column: 'id' },
    name: { column: 'name', fallback: 'id' },
    categoryId: { column: 'kind', values: { dog: 4n, Cat: 5n } },
    status: { column: 'status', values: { '': 'available' }, skip: { Died: 'Status “Died”' } },
    sex: { column: 'sex', values: { M: 'male', '?': null } },
    birthDate: { column: 'born' },
  });
});

test('a kind that is a number is the category with that number', () => {
  const table = parseCsv('name,kind\nRex,7\nBella,Cat\n');
  const columns = guessColumns(table.columns);
  const { mapping } = mappingOf({ table, columns, choices: {}, categories: [{ id: 7n, name: 'Dogs' }] });
  assert.deepEqual(mapping.categoryId?.values, { 7: 7n, Cat: 8n });
});

test('adds a column for a spreadsheet without a status: its animals are available', () => {
  const table = parseCsv('name,kind\nRex,Dog\n');
  const columns = guessColumns(table.columns);
  const { mapping, file } = mappingOf({ table, columns, choices: {}, categories: [] });
  assert.deepEqual(mapping.status, { column: 'Petstore status' });
  assert.deepEqual(file, {
    columns: ['name', 'kind', 'Petstore status'],
    rows: [['Rex', 'Dog', 'available']],
  });
});
