import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { MappedRow } from './mapping.ts';
import { ImportStaging, type StagedRow } from './staging.ts';

/** What counts of these rows, which stand on the lines from 1, read in slices of this size. */
function countedOf(rows: readonly MappedRow[], limit: number): { counted: StagedRow[]; superseded: number } {
  const staging = new ImportStaging();
  try {
    rows.forEach((row, index) => {
      staging.add(index + 1, row);
    });
    staging.finish();
    const counted: StagedRow[] = [];
    let superseded = 0;
    for (let from = 0; from < staging.size; ) {
      const slice = staging.slice(from, limit);
      assert.ok(slice.next > from && slice.next - from <= limit);
      counted.push(...slice.rows);
      superseded += slice.superseded;
      from = slice.next;
    }
    return { counted, superseded };
  } finally {
    staging.close();
  }
}

const pet = (reference: string | null, name: string): MappedRow => ({
  kind: 'pet',
  reference,
  pet: { name, categoryId: 1n, status: null },
});

test('of the rows with one reference the last wins, a skipped or failed one included', () => {
  const skip: MappedRow = { kind: 'skip', reference: 'b', reason: 'died' };
  const failed: MappedRow = { kind: 'failed', reference: 'c', faults: [] };
  const rows = [pet('a', 'A1'), pet('b', 'B1'), pet('c', 'C1'), pet('a', 'A2'), skip, failed];
  assert.deepEqual(countedOf(rows, 10), {
    counted: [
      { line: 4, ...pet('a', 'A2') },
      { line: 5, ...skip },
    ],
    superseded: 3,
  });
});

test('rows without a reference are all kept', () => {
  assert.equal(countedOf([pet(null, 'A'), pet(null, 'A'), pet(null, 'A')], 2).counted.length, 3);
});

test('a file of any length is kept whole', () => {
  for (const length of [1, 511, 512, 513, 1024]) {
    const rows = Array.from({ length }, () => pet(null, 'A'));
    assert.equal(countedOf(rows, 512).counted.length, length);
  }
});

test('a file without rows has none', () => {
  assert.deepEqual(countedOf([], 5), { counted: [], superseded: 0 });
});

test('whatever is staged comes back, in its order and in slices of any size', () => {
  const reference = fc.option(fc.constantFrom('a', 'b', 'ß', '__proto__'), { nil: null });
  const name = fc.string({ unit: 'binary', minLength: 1 });
  const categoryId = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  const status = fc.constantFrom('available', 'pending', 'sold', null);
  const anyPet = fc.record({ name, categoryId, status }, { noNullPrototype: true });
  const anyRow = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('pet' as const), reference, pet: anyPet }) },
    fc.record({ kind: fc.constant('skip' as const), reference, reason: name }),
    fc.record({ kind: fc.constant('failed' as const), reference, faults: fc.constant([]) }),
  );
  // More than one group: the rows are kept 512 to a record.
  const rows = fc.array(anyRow, { maxLength: 1200, size: 'max' });
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 700 }), (given, limit) => {
      const { counted, superseded } = countedOf(given, limit);
      const staged = given.map((row, index) => ({ ...row, line: index + 1 }));
      const expected = staged.filter(
        (row) =>
          row.kind !== 'failed' &&
          (row.reference === null || staged.findLast((other) => other.reference === row.reference) === row),
      );
      assert.deepEqual(counted, expected);
      assert.equal(counted.length + superseded, given.filter(({ kind }) => kind !== 'failed').length);
    }),
    { numRuns: 30 },
  );
});
