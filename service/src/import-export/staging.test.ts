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

const pet = (reference: string | null, name: string): MappedRow => ({
  kind: 'pet',
  reference,
  pet: { name, categoryId: 1n, status: null },
});

test('the last row of a reference supersedes the others, even if it is skipped or failed', () => {
  const skip: MappedRow = { kind: 'skip', reference: 'b', reason: 'died' };
  const failed: MappedRow = { kind: 'failed', reference: 'c', faults: [] };
  const rows = [pet('a', 'A1'), pet('b', 'B1'), pet('c', 'C1'), pet('a', 'A2'), skip, failed];
  assert.deepEqual(stage(rows, 10), {
    staged: [
      { line: 4, ...pet('a', 'A2') },
      { line: 5, ...skip },
    ],
    superseded: 3,
  });
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

test('the newest row of a reference supersedes the others, and the last of those with the same date', () => {
  const dated = (name: string, date?: string) => ({ ...pet('a', name), ...(date && { date }) });
  const nameOf = (...rows: MappedRow[]) =>
    stage(rows, 10).staged.map((row) => row.kind === 'pet' && row.pet.name);
  assert.deepEqual(nameOf(dated('2021', '2021-05-01'), dated('2020', '2020-05-01')), ['2021']);
  assert.deepEqual(nameOf(dated('one', '2021-05-01'), dated('two', '2021-05-01')), ['two']);
  assert.deepEqual(nameOf(dated('noon', '2021-05-01T12:00:00'), dated('ten', '2021-05-01T10:00:00')), [
    'noon',
  ]);
  assert.deepEqual(nameOf(dated('2021', '2021-05-01'), dated('undated')), ['2021']);
});

test('rows without a reference supersede no other rows', () => {
  assert.equal(stage([pet(null, 'A'), pet(null, 'A'), pet(null, 'A')], 2).staged.length, 3);
});

test('returns every row of a file of any length', () => {
  for (const length of [1, 511, 512, 513, 1024]) {
    const rows = Array.from({ length }, () => pet(null, 'A'));
    assert.equal(stage(rows, 512).staged.length, length);
  }
});

test('returns no rows for an empty file', () => {
  assert.deepEqual(stage([], 5), { staged: [], superseded: 0 });
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
    { numRuns: 30 },
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
  const described = (letters: number) => ({
    kind: 'pet' as const,
    reference: null,
    pet: { name: 'Rex', categoryId: 1n, status: null },
    profile: { description: 'x'.repeat(letters) },
  });
  for (let line = 1; line <= 10; line += 1) staging.add(line, described(1_500));
  staging.add(11, described(10_000));
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

test('a slice of long rows is at most 256 KiB and a row, so that it is read in a few milliseconds', () => {
  const staging = new ImportStaging(EN.file);
  const description = 'a'.repeat(10_000);
  for (let line = 1; line <= 200; line += 1)
    staging.add(line, { ...pet(`${line}`, 'Rex'), kind: 'pet', profile: { description } } as MappedRow);
  staging.finish();
  const lines: number[] = [];
  for (let from = 0; from < staging.size; ) {
    const slice = staging.slice(from, 512);
    assert.ok(slice.rows.length <= 27, `${slice.rows.length} rows`);
    lines.push(...slice.rows.map(({ line }) => line));
    from = slice.next;
  }
  staging.close();
  assert.deepEqual(
    lines,
    Array.from({ length: 200 }, (_, index) => index + 1),
  );
});
