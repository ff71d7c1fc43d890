import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ImportedPet } from '../../catalogue/pets/pet.ts';
import { type KnownPet, type ReconcileDecision, reconcile } from './reconcile.ts';
import type { StagedRow } from './staging.ts';

const REX: ImportedPet = { name: 'Rex', categoryId: 1n, status: 'available' };

const rowOf = (pet: ImportedPet): StagedRow => ({ line: 2, kind: 'pet', reference: 'A1', pet });
const SKIP: StagedRow = { line: 2, kind: 'skip', reference: 'A1', reason: 'died' };

function knownAs(last: ImportedPet, current: ImportedPet | undefined = last, held = false): KnownPet {
  return {
    ownerId: 1n,
    reference: 'A1',
    origin: null,
    rowDate: null,
    petId: 7n,
    lastImported: last,
    lastProfile: {},
    current,
    held,
    isInBin: false,
    petOwnerId: 1n,
  };
}

function changeOf(decision: ReconcileDecision) {
  assert.equal(decision.kind, 'change');
  if (decision.kind !== 'change') return undefined;
  return [decision.outcome, decision.changes, decision.lastImported];
}

test('a row that equals the last import changes nothing, whatever the catalogue has', () => {
  assert.deepEqual(reconcile(rowOf(REX), knownAs(REX)), { kind: 'unchanged' });
  const adopted = { name: 'Rexy', categoryId: 2n, status: 'sold' } as const;
  assert.deepEqual(reconcile(rowOf(REX), knownAs(REX, adopted)), { kind: 'unchanged' });
  assert.deepEqual(reconcile(rowOf(REX), knownAs(REX, adopted, true)), { kind: 'unchanged' });
});

test('applies only the field that changed in the file', () => {
  const renamed = { ...REX, name: 'Max' };
  const adopted = knownAs(REX, { ...REX, status: 'sold' });
  assert.deepEqual(changeOf(reconcile(rowOf(renamed), adopted)), ['updated', { name: 'Max' }, renamed]);
  const moved = { ...REX, categoryId: 2n };
  const renamedHere = knownAs(REX, { ...REX, name: 'Rexy' });
  assert.deepEqual(changeOf(reconcile(rowOf(moved), renamedHere)), ['updated', { categoryId: 2n }, moved]);
});

test('stores a change that the catalogue already has without updating the pet', () => {
  const sold = { ...REX, status: 'sold' } as const;
  assert.deepEqual(changeOf(reconcile(rowOf(sold), knownAs(REX, sold))), ['unchanged', {}, sold]);
});

test('a skipped row reports a pet that it leaves in the catalogue', () => {
  const left = { reference: 'A1', reason: 'died' };
  assert.deepEqual(reconcile(SKIP, knownAs(REX)), { kind: 'skip', reason: 'died', left });
  for (const known of [undefined, { ...knownAs(REX), current: undefined }])
    assert.deepEqual(reconcile(SKIP, known), { kind: 'skip', reason: 'died', left: undefined });
});

test('after any import, the same row changes nothing once no order holds the pet', () => {
  const anyPet = fc.record({
    name: fc.constantFrom('Rex', 'Max'),
    categoryId: fc.constantFrom(1n, 2n),
    status: fc.constantFrom('available', 'pending', 'sold', null),
  });
  fc.assert(
    fc.property(anyPet, anyPet, anyPet, fc.boolean(), (pet, last, current, held) => {
      const first = reconcile(rowOf(pet), knownAs(last, current, held));
      if (first.kind !== 'change') return;
      const after = { ...current, ...first.changes };
      const second = reconcile(rowOf(pet), knownAs(first.lastImported, after));
      if (first.outcome !== 'held') assert.deepEqual(second, { kind: 'unchanged' });
      else assert.equal(second.kind === 'change' && second.lastImported.status, pet.status);
    }),
  );
});

test('a row that is older than an imported one changes nothing, also if it is to be skipped', () => {
  const known = { ...knownAs(REX), rowDate: '2021-05-01' };
  const older = { ...rowOf({ ...REX, status: 'sold' }), date: '2020-12-31' };
  assert.deepEqual(reconcile(older, known), { kind: 'older' });
  assert.deepEqual(reconcile({ ...SKIP, date: '2020-12-31' }, known), { kind: 'older' });
});

test('dates are compared with their times only if both have one', () => {
  const known = { ...knownAs(REX), rowDate: '2021-05-01T12:00:00' };
  const kindOf = (date: string) => reconcile({ ...rowOf(REX), date }, known).kind;
  assert.equal(kindOf('2021-05-01T11:59:59'), 'older');
  assert.equal(kindOf('2021-05-01'), 'change');
  assert.equal(kindOf('2021-05-01T12:00:00'), 'unchanged');
  assert.equal(kindOf('2021-04-30'), 'older');
});

test('a newer row stores its date even if it changes nothing else, and a row without a date keeps it', () => {
  const known = { ...knownAs(REX), rowDate: '2021-05-01' };
  const newer = reconcile({ ...rowOf(REX), date: '2022-01-01' }, known);
  assert.deepEqual(newer.kind === 'change' && [newer.outcome, newer.rowDate], ['unchanged', '2022-01-01']);
  const renamed = reconcile(rowOf({ ...REX, name: 'Max' }), known);
  assert.deepEqual(renamed.kind === 'change' && [renamed.outcome, renamed.rowDate], [
    'updated',
    '2021-05-01',
  ]);
  const skipped = reconcile({ ...SKIP, date: '2022-01-01' }, known);
  assert.equal(skipped.kind === 'skip' && skipped.change?.rowDate, '2022-01-01');
});
