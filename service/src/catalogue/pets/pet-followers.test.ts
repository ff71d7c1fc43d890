import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { followPets } from '../../record/events/pet-followers.ts';
import { changePet, createPet } from './pet-changes.ts';

test('a new status of a pet calls its followers; a new name or category does not, because they would read for nothing', async (t) => {
  const followed: bigint[] = [];
  followPets(async (_db, petIds) => void followed.push(...petIds));
  const database = await temporaryDatabase(t);
  await database.write(async (db) => {
    const pet = await createPet(db, { name: 'Rex', categoryId: 1n, status: 'available' }, null, {
      actor: null,
      at: 1,
    });
    const renamed = await changePet(db, pet, { name: 'Max', categoryId: 2n }, { actor: null, at: 2 });
    assert.deepEqual(followed, []);
    await changePet(db, renamed, { status: 'sold' }, { actor: null, at: 3 });
    assert.deepEqual(followed, [pet.id]);
  });
});
