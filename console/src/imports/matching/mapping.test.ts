import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportPreview } from '@petstore/client';
import { type Answers, guessedAnswers, meaningOf, missingAnswers, undecidedRows } from './answers.ts';
import { mappingOf } from './mapping.ts';

type Column = ImportPreview['columns'][number];
type Value = Column['values'][number];

const value = (text: string, others: Partial<Value> = {}): Value => ({ text, rows: 1, words: {}, ...others });

function column(name: string, values: Value[], others: Partial<Column> = {}): Column {
  return {
    name,
    distinct: values.length,
    hasMore: false,
    empty: 0,
    values,
    dates: {},
    currencies: [],
    ...others,
  };
}

function preview(
  columns: Column[],
  mapping: Record<string, unknown>,
  others: Partial<ImportPreview> = {},
): ImportPreview {
  const file = {
    rows: 2,
    sheets: [],
    headerRow: 1,
    isExport: false,
    sample: [],
    problems: [],
    unreadable: [],
  };
  return { ...file, columns, mapping, dateOrder: { kind: 'not needed' }, ...others };
}

const NAME = column('name', [value('Rex')]);
const KIND = column('kind', [value('Horse', { categoryId: '4' }), value('Horses', { categoryId: '4' })]);
const STATUS = column('status', [
  value('Available', { words: { status: 'available' } }),
  value('Died', { words: { status: 'not for adoption' } }),
  value('Resting', { rows: 3 }),
]);
const GUESS = {
  name: { column: 'name' },
  categoryId: { column: 'kind', values: { Horse: '4', Horses: '4' } },
  status: { column: 'status' },
};
const FILE = preview([NAME, KIND, STATUS], GUESS);

test('maps the columns as they are guessed, and leaves out what is not understood', () => {
  const answers = guessedAnswers(FILE);
  assert.deepEqual(mappingOf(FILE, answers, []), {
    name: { column: 'name' },
    categoryId: { column: 'kind', values: { Horse: '4', Horses: '4' } },
    status: { column: 'status', values: { Available: 'available' }, skip: { Died: 'Status “Died”' } },
  });
  assert.equal(undecidedRows(FILE, answers), 3);
  assert.deepEqual(missingAnswers(FILE, answers), []);
});

test('a reason that is no stay of a living animal leaves its rows out, and so does one for which this was chosen', () => {
  const reason = column('how', [
    value('Adopted', { words: { outcomeReason: 'adoption' } }),
    value('FOSTER', { words: { outcomeReason: null } }),
    value('DOA', { words: { outcomeReason: 'no stay' } }),
    value('RELEASED'),
  ]);
  const how = { column: 'how', skip: { DOA: 'no stay of a living animal: DOA' } };
  const movement = [{ type: { constant: 'outcome' }, reason: how, date: { column: 'name' } }];
  const file = preview([NAME, KIND, reason], { ...GUESS, movement });
  const answers = guessedAnswers(file);
  assert.equal(undecidedRows(file, answers, 'outcomeReason'), 1);
  const meanings = { outcomeReason: { RELEASED: 'skip' } };
  assert.deepEqual(mappingOf(file, { ...answers, meanings }, []).movement?.[0]?.reason, {
    column: 'how',
    values: { Adopted: 'adoption', FOSTER: null },
    skip: { ...how.skip, RELEASED: 'How it left: RELEASED' },
  });
});

test('one column has two fields', () => {
  const sex = column('sex', [
    value('Neutered Male', { words: { sex: 'male', spayedNeutered: true } }),
    value('?'),
  ]);
  const file = preview([NAME, KIND, sex], {
    ...GUESS,
    sex: { column: 'sex' },
    spayedNeutered: { column: 'sex' },
  });
  const mapping = mappingOf(file, guessedAnswers(file), []);
  assert.deepEqual(mapping.sex?.values, { 'Neutered Male': 'male', '?': null });
  assert.deepEqual(mapping.spayedNeutered?.values, { 'Neutered Male': true, '?': null });
});

test('a column with more values than are listed is understood by the service, unless a meaning was chosen', () => {
  const many = column('sex', [value('M', { words: { sex: 'male' } })], { hasMore: true });
  const file = preview([NAME, KIND, STATUS, many], { ...GUESS, sex: { column: 'sex' } });
  const answers = guessedAnswers(file);
  assert.deepEqual(mappingOf(file, answers, []).sex, { column: 'sex' });
  assert.deepEqual(mappingOf(file, { ...answers, meanings: { sex: { M: null } } }, []).sex?.values, {
    M: null,
  });
});

test('the sheet and the row of the names are stated', () => {
  const sheets = [
    { name: 'A', isHidden: true },
    { name: 'B', isHidden: false },
  ];
  const file = { ...FILE, sheets, sheet: 'B', headerRow: 3 };
  const { sheet, headerRow } = mappingOf(file, guessedAnswers(file), []);
  assert.deepEqual([sheet, headerRow], ['B', 3]);
});

test('values that the preview does not list mean what the service has guessed', () => {
  const status = { ...STATUS, distinct: 5 };
  const values = { Available: 'available', Adoptable: 'available' };
  const skip = { Died: 'not for adoption: Died', Dead: 'not for adoption: Dead' };
  const file = preview([NAME, KIND, status], { ...GUESS, status: { column: 'status', values, skip } });
  const meanings = { status: { Available: 'skip' } };
  assert.deepEqual(mappingOf(file, { ...guessedAnswers(file), meanings }, []).status, {
    column: 'status',
    values: { Adoptable: 'available' },
    skip: { Dead: 'not for adoption: Dead', Available: 'Status “Available”', Died: 'Status “Died”' },
  });
});

test('the guesses for one column are not used for another one', () => {
  const other = column('other', [value('Ready')], { distinct: 2 });
  const file = preview([NAME, KIND, STATUS, other], {
    ...GUESS,
    status: { column: 'status', values: { Adoptable: 'available' } },
  });
  const guesses = guessedAnswers(file);
  const answers: Answers = { ...guesses, fields: { ...guesses.fields, status: 'other' } };
  assert.deepEqual(mappingOf(file, answers, []).status, { column: 'other', values: {} });
});

test('a value may have the name of a member of every object', () => {
  const answers: Answers = { fields: {}, meanings: { sex: {} } };
  assert.equal(meaningOf('sex', value('constructor'), answers), null);
});

test('a stay in foster care needs its first day, and the animals that no one can adopt are left out as without it', () => {
  const file = preview([NAME, KIND, STATUS, column('id', []), column('from', []), column('to', [])], {
    ...GUESS,
    reference: { column: 'id' },
    movement: [{ type: { constant: 'foster' }, date: { column: 'from' }, endDate: { column: 'to' } }],
  });
  const answers = guessedAnswers(file);
  const { movement, status } = mappingOf(file, answers, []);
  assert.deepEqual(movement, [
    { type: { constant: 'foster' }, date: { column: 'from' }, endDate: { column: 'to' } },
  ]);
  assert.deepEqual(Object.keys(status?.skip ?? {}), ['Died']);
  const { fosterDate: _, reference: __, ...fields } = answers.fields;
  assert.deepEqual(missingAnswers(file, { ...answers, fields }), ['fosterDate']);
  const { status: ___, ...others } = answers.fields;
  assert.deepEqual(missingAnswers(file, { ...answers, fields: others }), []);
});

test('how animals came in and left is recorded, and the status follows unless a column has it', () => {
  const why = column('why', [
    value('Found', { words: { intakeReason: 'stray' } }),
    value('Gift', { rows: 2 }),
    value(''),
  ]);
  const left = column('left', [value('Died', { words: { outcomeReason: 'died' } }), value('')]);
  const file = preview(
    [NAME, KIND, STATUS, why, column('in', []), left, column('out', []), column('id', [])],
    {
      name: GUESS.name,
      categoryId: GUESS.categoryId,
      reference: { column: 'id' },
      intakeDate: { column: 'in' },
      movement: [
        { type: { constant: 'intake' }, reason: { column: 'why' }, date: { column: 'in' } },
        { type: { constant: 'outcome' }, reason: { column: 'left' }, date: { column: 'out' } },
      ],
    },
  );
  const answers = guessedAnswers(file);
  assert.deepEqual(missingAnswers(file, answers), []);
  assert.equal(undecidedRows(file, answers, 'intakeReason'), 2);
  const chosen: Answers = {
    ...answers,
    status: 'available',
    meanings: { intakeReason: { Gift: 'surrender' } },
  };
  const { movement, status, intakeDate, ...others } = mappingOf(file, chosen, []);
  assert.deepEqual(movement, [
    {
      type: { constant: 'intake' },
      reason: { column: 'why', values: { Found: 'stray', Gift: 'surrender', '': null } },
      date: { column: 'in' },
    },
    {
      type: { constant: 'outcome' },
      reason: { column: 'left', values: { Died: 'died', '': null } },
      date: { column: 'out' },
    },
  ]);
  assert.deepEqual([status, intakeDate], [{ constant: 'available' }, { column: 'in' }]);
  assert.deepEqual(Object.keys(others), ['name', 'categoryId', 'reference']);
  const withStatus: Answers = { ...answers, fields: { ...answers.fields, status: 'status' } };
  assert.equal(mappingOf(file, withStatus, []).status?.values?.Died, null, 'it is not left out');
  const { intakeDate: _, outcomeDate: __, reference: ___, ...fields } = answers.fields;
  assert.deepEqual(missingAnswers(file, { ...answers, fields }), ['reference', 'intakeDate', 'outcomeDate']);
});

test('animals that go together need the column of their numbers', () => {
  const columns = [NAME, KIND, STATUS, column('id', []), column('pair', [])];
  const file = preview(columns, { ...GUESS, goesTogetherWith: { column: 'pair' } });
  const answers = guessedAnswers(file);
  assert.deepEqual(mappingOf(file, answers, []).goesTogetherWith, { column: 'pair' });
  assert.deepEqual(missingAnswers(file, answers), ['reference']);
  const fields = { ...answers.fields, reference: 'id' };
  assert.deepEqual(missingAnswers(file, { ...answers, fields }), []);
});
