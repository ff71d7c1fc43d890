import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EN } from '../texts/en.ts';
import { OWN_COLUMNS, type PetMapping } from './mapping.ts';
import { parseMapping } from './mapping-file.ts';
import { identityOf as identityIn } from './row-identity.ts';
import { mapRow as mapRowIn } from './row-validation.ts';

const MAPPING = parseMapping(`{
  "reference": {"column": "id"},
  "name": {"column": "called", "fallback": "id"},
  "categoryId": {"column": "kind", "values": {"Dog": 1, "Whale": 9007199254740993}},
  "status": {"column": "outcome", "values": {"Adoption": "sold", "Unknown": null}, "skip": {"": "no outcome", "Died": "died"}}
}`);

const CONTEXT = { now: Date.UTC(2026, 10, 25), texts: EN.row };
const mapRow = (mapping: PetMapping, row: Map<string, string>) => mapRowIn(mapping, row, CONTEXT);
const identityOf = (mapping: PetMapping, row: Map<string, string>) => identityIn(mapping, row, CONTEXT);
const values = (row: Record<string, string>) => new Map(Object.entries(row));
const REX = { id: 'A1', called: 'Rex', kind: 'Dog', outcome: 'Adoption' };

test('reads an empty or blank name from the fallback, and keeps any other name unchanged', () => {
  const nameOf = (called: string) => {
    const row = mapRow(MAPPING, values({ ...REX, called }));
    return row.kind === 'pet' ? row.pet.name : row;
  };
  assert.equal(nameOf(''), 'A1');
  assert.equal(nameOf('  '), 'A1');
  assert.equal(nameOf(' Rex '), ' Rex ');
});

test('skips a row by a value of the skip table, even if the row is invalid', () => {
  const died = mapRow(MAPPING, values({ ...REX, kind: 'Horse', outcome: 'Died' }));
  assert.deepEqual(died, { kind: 'skip', reference: 'A1', reason: 'died' });
  const none = mapRow(MAPPING, values({ id: 'A1', called: 'Rex', kind: 'Dog' }));
  assert.deepEqual(none, { kind: 'skip', reference: 'A1', reason: 'no outcome' });
});

test('fails a row with a value that is not in the mapping, and lists the allowed values', () => {
  assert.deepEqual(
    mapRow(MAPPING, values({ ...REX, called: 'x'.repeat(1001), kind: 'Horse', outcome: 'Lost' })),
    {
      kind: 'failed',
      reference: 'A1',
      faults: [
        { column: 'called', reason: 'must have at most 1,000 characters' },
        { column: 'kind', reason: 'must be one of "Dog", "Whale"; got "Horse"' },
        { column: 'outcome', reason: 'must be one of "Adoption", "Unknown"; got "Lost"' },
      ],
    },
  );
});

test('names of Object.prototype are not in a table', () => {
  for (const kind of ['constructor', '__proto__', 'toString']) {
    assert.equal(mapRow(MAPPING, values({ ...REX, kind })).kind, 'failed');
  }
});

test('a row has no reference if it is empty or missing', () => {
  assert.equal(mapRow(MAPPING, values({ ...REX, id: '' })).reference, null);
  assert.equal(mapRow(OWN_COLUMNS, values({ name: 'Rex', categoryId: '1' })).reference, null);
});

test('fails a row with a reference that cannot be stored', () => {
  for (const id of ['a\0b', 'a\uD800', 'x'.repeat(1001)]) {
    const row = mapRow(MAPPING, values({ ...REX, id }));
    assert.deepEqual([row.kind, row.reference], ['failed', null]);
    assert.deepEqual(identityOf(MAPPING, values({ ...REX, id })), { reference: null });
  }
});

/** Rows of the columns of an export, and what they are: a category and a status, or the faults. */
const OWN_ROWS: ReadonlyArray<[row: Record<string, string>, expected: unknown]> = [
  [{ categoryId: '1', status: '' }, [1n, null]],
  [{ categoryId: `${-(2n ** 63n)}`, status: 'sold' }, [-(2n ** 63n), 'sold']],
  // As a spreadsheet writes 5.
  [{ categoryId: '5.0' }, [5n, null]],
  [
    { categoryId: `${2n ** 63n}` },
    ['categoryId must be an integer between -2^63 and 2^63-1; got "9223372036854775808"'],
  ],
  [{ categoryId: '5.5' }, ['categoryId must be an integer between -2^63 and 2^63-1; got "5.5"']],
  [
    { categoryId: '', status: 'Gone?' },
    ['categoryId is missing or empty', 'status must be available, pending, sold or empty; got "Gone?"'],
  ],
];

test('reads the columns of an export without a mapping', () => {
  for (const [row, expected] of OWN_ROWS) {
    const mapped = mapRow(OWN_COLUMNS, values({ name: 'A', ...row }));
    const found =
      mapped.kind === 'pet'
        ? [mapped.pet.categoryId, mapped.pet.status]
        : mapped.kind === 'failed' && mapped.faults.map(({ column, reason }) => `${column} ${reason}`);
    assert.deepEqual(found, expected);
  }
});
