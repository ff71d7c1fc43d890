// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counts, type ImportTarget, openImportTarget } from '@petstore/testing/fixtures/imports.ts';
import { removePet } from '../../catalogue/pets/pet-changes.ts';
import { findPet } from '../../catalogue/pets/pet-queries.ts';
import { eraseRemovedPet } from '../../catalogue/pets/removed-pets.ts';
import { restorePet } from '../../catalogue/trash/bin-changes.ts';
import type { MappedRow } from './mapping/row-validation.ts';
import { ES } from './texts/es.ts';

/** Imports of animals that are in the bin. */

const CHANGE = { actor: null, at: 0 };
const FILE = 'A1,Rex,Dog,available\nA2,Tom,Cat,available\n';
const REASON = 'belongs to animal 1, which is in the bin: restore it there, then import the row again';

async function removeFirst({ database }: ImportTarget): Promise<void> {
  const pet = await findPet(database.read, 1n);
  assert.ok(pet !== undefined);
  await database.write((db) => removePet(db, pet, CHANGE));
}

async function withRexInBin(t: Parameters<typeof openImportTarget>[0]): Promise<ImportTarget> {
  const target = await openImportTarget(t);
  await target.rows(FILE);
  await removeFirst(target);
  return target;
}

test('a row of an animal in the bin fails with the reason unless it is to be skipped, and the other rows are imported', async (t) => {
  const target = await withRexInBin(t);
  const shown: MappedRow[] = [];
  const edited = 'A1,Rexy,Dog,available\nA2,Tommy,Cat,available\nA3,Kiki,Cat,available\n';
  for (const dryRun of [true, false]) {
    const options = { dryRun, onRow: (_: unknown, row: MappedRow) => shown.push(row) };
    const summary = await target.rows(edited, options);
    assert.deepEqual(counts(summary), { rows: 3, created: 1, updated: 1, failed: 1 });
    assert.deepEqual(summary.failed.first, [{ line: 2, faults: [{ reason: REASON }] }]);
  }
  const { failed } = await target.rows(FILE, { texts: ES, dryRun: true });
  assert.equal(failed.first[0]?.faults[0]?.reason, ES.row.inBin(1n));
  assert.deepEqual(counts(await target.rows('A1,Rex,Dog,died\n')), { rows: 1, skipped: 1 });
  // The rows for the list of failed rows.
  assert.deepEqual(shown[0], { reference: 'A1', kind: 'failed', faults: [{ reason: REASON }] });
  assert.equal(shown[1]?.kind, 'pet');
  assert.deepEqual(
    (await target.pets()).map(({ name }) => name),
    ['Tommy', 'Kiki'],
  );
});

test('after the animal was restored, the row changes it; after it was deleted for good, it stays deleted', async (t) => {
  const target = await withRexInBin(t);
  const { database, ownerId } = target;
  const account = { id: ownerId, name: '', plan: 'free', role: 'manager', customQuota: undefined } as const;
  await database.write((db) => restorePet(db, { petId: 1n, account }, CHANGE, ''));
  assert.deepEqual(counts(await target.rows('A1,Rexy,Dog,available\n')), { rows: 1, updated: 1 });
  assert.equal((await target.pets())[0]?.name, 'Rexy');
  await removeFirst(target);
  await database.write((db) => eraseRemovedPet(db, 1n));
  assert.deepEqual(counts(await target.rows('A1,Rex,Dog,available\n')), { rows: 1, deleted: 1 });
});
