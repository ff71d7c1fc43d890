import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
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

test('maps a row to a pet by columns and tables', () => {
  assert.deepEqual(mapRow(MAPPING, values(REX)), {
    kind: 'pet',
    reference: 'A1',
    pet: { name: 'Rex', categoryId: 1n, status: 'sold' },
  });
});

test('a category id above 2^53 in a table keeps all digits', () => {
  const row = mapRow(MAPPING, values({ ...REX, kind: 'Whale' }));
  assert.equal(row.kind === 'pet' && row.pet.categoryId, 9007199254740993n);
});

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

test('null in a table means no status', () => {
  const row = mapRow(MAPPING, values({ ...REX, outcome: 'Unknown' }));
  assert.equal(row.kind === 'pet' && row.pet.status, null);
});

test('a row with an empty or missing reference has none', () => {
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

const OWN_ROWS: Record<string, [Record<string, string>, unknown]> = {
  'a missing status is null': [
    { name: 'A', categoryId: '1' },
    { name: 'A', categoryId: 1n, status: null },
  ],
  'an empty status is null': [
    { name: 'A', categoryId: '1', status: '' },
    { name: 'A', categoryId: 1n, status: null },
  ],
  'a status is read': [
    { name: 'A', categoryId: '-1', status: 'sold' },
    { name: 'A', categoryId: -1n, status: 'sold' },
  ],
  'the minimum int64 is read': [
    { name: 'A', categoryId: `${-(2n ** 63n)}` },
    { name: 'A', categoryId: -(2n ** 63n), status: null },
  ],
  '5.0, as a spreadsheet writes 5, is read': [
    { name: 'A', categoryId: '5.0' },
    { name: 'A', categoryId: 5n, status: null },
  ],
  'an integer above int64 fails': [
    { name: 'A', categoryId: `${2n ** 63n}` },
    ['categoryId must be an integer between -2^63 and 2^63-1; got "9223372036854775808"'],
  ],
  'a fraction fails': [
    { name: 'A', categoryId: '5.5' },
    ['categoryId must be an integer between -2^63 and 2^63-1; got "5.5"'],
  ],
  'an unknown status fails': [
    { name: 'A', categoryId: '1', status: 'Gone?' },
    ['status must be available, pending, sold or empty; got "Gone?"'],
  ],
  'an empty row fails': [{}, ['name is missing or empty', 'categoryId is missing or empty']],
};

for (const [name, [row, expected]] of Object.entries(OWN_ROWS)) {
  test(`without a mapping: ${name}`, () => {
    const mapped = mapRow(OWN_COLUMNS, values(row));
    if (mapped.kind === 'pet') assert.deepEqual(mapped.pet, expected);
    else
      assert.deepEqual(
        mapped.kind === 'failed' && mapped.faults.map(({ column, reason }) => `${column} ${reason}`),
        expected,
      );
  });
}

test('mapRow is pure: it returns the same result twice and does not change the row', () => {
  const column = fc.constantFrom('id', 'called', 'kind', 'outcome', 'name', 'categoryId', 'status', 'other');
  const rows = fc.dictionary(column, fc.string({ unit: 'binary' }), { noNullPrototype: true });
  const mappings = fc.constantFrom(MAPPING, OWN_COLUMNS);
  fc.assert(
    fc.property(mappings, rows, (mapping, row) => {
      const before = values(row);
      const given = values(row);
      const first = mapRow(mapping, given);
      assert.deepEqual(given, before);
      assert.deepEqual(mapRow(mapping, given), first);
      assert.ok(first.kind !== 'failed' || first.faults.length > 0);
    }),
  );
});
