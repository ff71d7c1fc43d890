import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { insertPet, updatePet } from './pet-queries.ts';

/** The size of a page in the journal, with its header. */
const FRAME_BYTES = 4096 + 24;

test('on SQLite, a new name of a pet writes three pages: the pet, and the orders by name and by change', async (t) => {
  const database = await temporaryDatabase(t);
  const pet = await database.write((db) =>
    insertPet(db, { name: 'Rex', categoryId: 1n, status: 'available' }, null, 0),
  );
  const before = await database.bytes();
  await database.write((db) => updatePet(db, pet.id, { name: 'Max' }, 0));
  assert.equal((await database.bytes()) - before, 3 * FRAME_BYTES);
});
