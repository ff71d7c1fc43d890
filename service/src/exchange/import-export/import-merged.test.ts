// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { counts, type ImportTarget, openImportTarget } from '@petstore/testing/fixtures/imports.ts';
import { mergePet } from '../../catalogue/merging/merge-pets.ts';
import { removePet } from '../../catalogue/pets/pet-changes.ts';
import { findPet } from '../../catalogue/pets/pet-queries.ts';
import { exportPets } from './exports/export-pets.ts';
import { OWN_COLUMNS } from './mapping/mapping.ts';
import { parseMapping } from './mapping/mapping-file.ts';

/** Imports of animals that were merged into others. */

const CHANGE = { actor: null, at: 0, today: '2026-11-21' };
const WITH_BREED = parseMapping(`{
  "reference": {"column": "id"},
  "name": {"column": "name"},
  "categoryId": {"column": "kind", "values": {"Dog": 1}},
  "breed": {"column": "breed"},
  "color": {"column": "color"}
}`);

async function merge({ database, ownerId }: ImportTarget, petId: bigint, intoId: bigint): Promise<void> {
  const account = { id: ownerId, name: '', plan: 'free', role: 'manager', customQuota: undefined } as const;
  await database.write((db) => mergePet(db, { petId, intoId, account }, CHANGE, ''));
}

async function withMerged(t: TestContext): Promise<ImportTarget> {
  const target = await openImportTarget(t);
  await target.rows('A1,Rex,Dog,available\nA2,Rexy,Dog,available\n');
  await merge(target, 1n, 2n);
  return target;
}

test('a row of the merged animal changes the one that remains, adds none, and fails while that one is in the bin', async (t) => {
  const target = await withMerged(t);
  const same = await target.rows('A1,Rex,Dog,available\nA2,Rexy,Dog,available\n');
  assert.deepEqual(counts(same), { rows: 2, unchanged: 2 });
  assert.deepEqual(counts(await target.rows('A1,Rex,Dog,sold\n')), { rows: 1, updated: 1 });
  assert.deepEqual(await target.pets(), [{ id: 2n, name: 'Rexy', status: 'sold' }]);
  const pet = await findPet(target.database.read, 2n);
  assert.ok(pet !== undefined);
  await target.database.write((db) => removePet(db, pet, CHANGE));
  assert.deepEqual(counts(await target.rows('A1,Rex,Dog,available\n')), { rows: 1, failed: 1 });
});

test('after a chain of merges each reference is that of the last animal', async (t) => {
  const target = await withMerged(t);
  await target.rows('A3,Max,Dog,available\n');
  await merge(target, 2n, 3n);
  const rows = 'A1,Rex,Dog,sold\nA2,Rexy,Dog,available\nA3,Maxi,Dog,available\n';
  assert.deepEqual(counts(await target.rows(rows)), { rows: 3, updated: 2, unchanged: 1 });
  assert.deepEqual(await target.pets(), [{ id: 3n, name: 'Maxi', status: 'sold' }]);
});

test('two rows of one file for the remaining animal keep the changes of both', async (t) => {
  const target = await openImportTarget(t);
  const csv = (rows: string) => target.csv(Buffer.from(`id,name,kind,breed,color\n${rows}`), WITH_BREED);
  await csv('A1,Rex,Dog,,\nA2,Rexy,Dog,,\n');
  await merge(target, 1n, 2n);
  const summary = await csv('A1,Rex,Dog,Beagle,\nA2,Rexy,Dog,,brown\n');
  assert.deepEqual(counts(summary), { rows: 2, updated: 2 });
  const { profile } = await target.database.read
    .selectFrom('profiles')
    .select('profile')
    .executeTakeFirstOrThrow();
  assert.deepEqual(JSON.parse(profile), { breed: 'Beagle', color: 'brown' });
});

test('an export from before the merge adds none, and one from after it has the reference of the remaining animal', async (t) => {
  const target = await openImportTarget(t);
  await target.rows('B2,Rex,Dog,available\nA1,Rexy,Dog,available\n');
  const exported = async () => (await Array.fromAsync(exportPets(target.database.read, 'csv'))).join('');
  const before = await exported();
  // The other animal has the reference that is first in the alphabet.
  await merge(target, 2n, 1n);
  assert.deepEqual(counts(await target.csv(Buffer.from(before), OWN_COLUMNS)), {
    rows: 2,
    unchanged: 1,
    kept: 1,
  });
  assert.match(await exported(), /^1,"Rex",1,"available",.*"B2",$/m);
  assert.doesNotMatch(await exported(), /A1/);
});
