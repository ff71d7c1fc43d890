import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { identityOf, mapRow, OWN_COLUMNS } from './mapping.ts';
import { parseMapping } from './mapping-file.ts';

const SHELTER = parseMapping(`{
  "reference": {"column": "id"},
  "name": {"column": "called", "fallback": "id"},
  "categoryId": {"column": "kind", "values": {"Dog": 1, "Whale": 9007199254740993}},
  "status": {"column": "outcome", "values": {"Adoption": "sold", "Unknown": null}, "skip": {"": "no outcome", "Died": "died"}}
}`);

const values = (row: Record<string, string>) => new Map(Object.entries(row));
const REX = { id: 'A1', called: 'Rex', kind: 'Dog', outcome: 'Adoption' };

test('a row becomes a pet by the columns and tables of its mapping', () => {
  assert.deepEqual(mapRow(SHELTER, values(REX)), {
    kind: 'pet',
    reference: 'A1',
    pet: { name: 'Rex', categoryId: 1n, status: 'sold' },
  });
});

test('a category id beyond 2^53 in a table keeps every digit', () => {
  const row = mapRow(SHELTER, values({ ...REX, kind: 'Whale' }));
  assert.equal(row.kind === 'pet' && row.pet.categoryId, 9007199254740993n);
});

test('an empty or blank name is read from the fallback, any other is kept as it is', () => {
  const nameOf = (called: string) => {
    const row = mapRow(SHELTER, values({ ...REX, called }));
    return row.kind === 'pet' ? row.pet.name : row;
  };
  assert.equal(nameOf(''), 'A1');
  assert.equal(nameOf('  '), 'A1');
  assert.equal(nameOf(' Rex '), ' Rex ');
});

test('a value that means skip leaves the row out with its reason, whatever else is wrong with the row', () => {
  const died = mapRow(SHELTER, values({ ...REX, kind: 'Horse', outcome: 'Died' }));
  assert.deepEqual(died, { kind: 'skip', reference: 'A1', reason: 'died' });
  const none = mapRow(SHELTER, values({ id: 'A1', called: 'Rex', kind: 'Dog' }));
  assert.deepEqual(none, { kind: 'skip', reference: 'A1', reason: 'no outcome' });
});

test('a value that the mapping does not know is a fault that names the column and what is allowed', () => {
  assert.deepEqual(
    mapRow(SHELTER, values({ ...REX, called: 'x'.repeat(1001), kind: 'Horse', outcome: 'Lost' })),
    {
      kind: 'failed',
      reference: 'A1',
      faults: [
        { column: 'called', reason: 'must have at most 1,000 characters' },
        { column: 'kind', reason: 'must be one of "Dog", "Whale", not "Horse"' },
        { column: 'outcome', reason: 'must be one of "Adoption", "Unknown", not "Lost"' },
      ],
    },
  );
});

test('names that every object has are not in a table', () => {
  for (const kind of ['constructor', '__proto__', 'toString']) {
    assert.equal(mapRow(SHELTER, values({ ...REX, kind })).kind, 'failed');
  }
});

test('a status of null in a table is no status', () => {
  const row = mapRow(SHELTER, values({ ...REX, outcome: 'Unknown' }));
  assert.equal(row.kind === 'pet' && row.pet.status, null);
});

test('a row without a reference has none', () => {
  assert.equal(mapRow(SHELTER, values({ ...REX, id: '' })).reference, null);
  assert.equal(mapRow(OWN_COLUMNS, values({ name: 'Rex', categoryId: '1' })).reference, null);
});

test('a reference that cannot be stored is a fault, and no reference', () => {
  for (const id of ['a\0b', 'a\uD800', 'x'.repeat(1001)]) {
    const row = mapRow(SHELTER, values({ ...REX, id }));
    assert.deepEqual([row.kind, row.reference], ['failed', null]);
    assert.deepEqual(identityOf(SHELTER, values({ ...REX, id })), { reference: null });
  }
});

const OWN_ROWS: Record<string, [Record<string, string>, unknown]> = {
  'an absent status is none': [
    { name: 'A', categoryId: '1' },
    { name: 'A', categoryId: 1n, status: null },
  ],
  'an empty status is none': [
    { name: 'A', categoryId: '1', status: '' },
    { name: 'A', categoryId: 1n, status: null },
  ],
  'a status is taken': [
    { name: 'A', categoryId: '-1', status: 'sold' },
    { name: 'A', categoryId: -1n, status: 'sold' },
  ],
  'the smallest int64': [
    { name: 'A', categoryId: `${-(2n ** 63n)}` },
    { name: 'A', categoryId: -(2n ** 63n), status: null },
  ],
  'what a spreadsheet makes of 5': [
    { name: 'A', categoryId: '5.0' },
    { name: 'A', categoryId: 5n, status: null },
  ],
  'beyond int64': [
    { name: 'A', categoryId: `${2n ** 63n}` },
    ['categoryId must be a whole number from -2^63 to 2^63-1, not "9223372036854775808"'],
  ],
  'a fraction': [
    { name: 'A', categoryId: '5.5' },
    ['categoryId must be a whole number from -2^63 to 2^63-1, not "5.5"'],
  ],
  'another status': [
    { name: 'A', categoryId: '1', status: 'Sold' },
    ['status must be available, pending, sold or empty, not "Sold"'],
  ],
  nothing: [{}, ['name is missing or empty', 'categoryId is missing or empty']],
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

test('mapping is pure: whatever a row holds, it gives the same answer twice and leaves the row alone', () => {
  const column = fc.constantFrom('id', 'called', 'kind', 'outcome', 'name', 'categoryId', 'status', 'other');
  const rows = fc.dictionary(column, fc.string({ unit: 'binary' }), { noNullPrototype: true });
  const mappings = fc.constantFrom(SHELTER, OWN_COLUMNS);
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
