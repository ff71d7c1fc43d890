import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { MappedRow } from './mapping/row-validation.ts';
import { ImportStaging, type StagedRow } from './staging.ts';
import { EN } from './texts/en.ts';

/** Stages rows as lines 1, 2, ... and reads them in slices of `limit`. */
function stage(rows: readonly MappedRow[], limit: number): { staged: StagedRow[]; superseded: number } {
  const staging = new ImportStaging(EN.file);
  try {
    rows.forEach((row, index) => {
      staging.add(index + 1, row);
    });
    staging.finish();
    const staged: StagedRow[] = [];
    let superseded = 0;
    for (let from = 0; from < staging.size; ) {
      const slice = staging.slice(from, limit);
      assert.ok(slice.next > from && slice.next - from <= limit);
      staged.push(...slice.rows);
      superseded += slice.superseded;
      from = slice.next;
    }
    return { staged, superseded };
  } finally {
    staging.close();
  }
}

const pet = (reference: string | null, name: string) => ({
  kind: 'pet' as const,
  reference,
  pet: { name, categoryId: 1n, status: null },
});

test('a staged row keeps its profile and photos, with or without the identity of an export', () => {
  const profile = { breed: 'Beagle', houseTrained: null, adoptionFee: { amount: '1', currency: 'USD' } };
  const exported = { exportId: 'petstore:a:1', origin: 'petstore:b:2' };
  const rows = [
    { ...pet('a', 'A'), profile },
    { ...pet('b', 'B'), profile, exported },
    { ...pet('c', 'C'), photos: ['rex.jpg', 'rex 2.jpg'] },
    { ...pet('d', 'D'), profile, exported: { ...exported, exportId: 'petstore:a:2' }, photos: ['rex.jpg'] },
  ];
  assert.deepEqual(
    stage(rows, 10).staged,
    rows.map((row, index) => ({ line: index + 1, ...row })),
  );
});

test('returns all rows in order, in slices of any size', () => {
  const reference = fc.option(fc.constantFrom('a', 'b', 'ß', '__proto__'), { nil: null });
  const name = fc.string({ unit: 'binary', minLength: 1 });
  const categoryId = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  const status = fc.constantFrom('available', 'pending', 'sold', null);
  const anyPet = fc.record({ name, categoryId, status }, { noNullPrototype: true });
  const date = fc.constantFrom('2020-01-01', '2020-01-01T10:00:00', '2021-06-01');
  const anyRow = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record(
        { kind: fc.constant('pet' as const), reference, pet: anyPet, date },
        { requiredKeys: ['kind', 'reference', 'pet'] },
      ),
    },
    fc.record(
      { kind: fc.constant('skip' as const), reference, reason: name, date },
      { requiredKeys: ['kind', 'reference', 'reason'] },
    ),
    fc.record({ kind: fc.constant('failed' as const), reference, faults: fc.constant([]) }),
  );
  // More rows than one group of 512.
  const rows = fc.array(anyRow, { maxLength: 1200, size: 'max' });
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 700 }), (given, limit) => {
      const { staged, superseded } = stage(given, limit);
      const lines = given.map((row, index) => ({ ...row, line: index + 1 }));
      const expected = lines.filter(
        (row) => row.kind !== 'failed' && (row.reference === null || newestOf(lines, row.reference) === row),
      );
      assert.deepEqual(staged, expected);
      assert.equal(staged.length + superseded, given.filter(({ kind }) => kind !== 'failed').length);
    }),
    { numRuns: 15 },
  );
});

function newestOf<Row extends { reference: string | null; date?: string | undefined }>(
  rows: readonly Row[],
  reference: string,
): Row | undefined {
  const same = rows.filter((row) => row.reference === reference);
  return same.reduce((newest, row) => ((row.date ?? '') >= (newest.date ?? '') ? row : newest));
}

test('a slice has few rows if their texts are long, so that not many are indexed at once', () => {
  const staging = new ImportStaging(EN.file);
  for (const [line, length] of [...Array(10).fill(1_500), 10_000].entries())
    staging.add(line + 1, { ...pet(null, 'Rex'), profile: { description: 'x'.repeat(length) } });
  staging.finish();
  const slices: number[] = [];
  for (let from = 0; from < staging.size; ) {
    const { rows, next } = staging.slice(from, 512);
    slices.push(rows.length);
    from = next;
  }
  staging.close();
  assert.deepEqual(slices, [2, 2, 2, 2, 2, 1]);
});
