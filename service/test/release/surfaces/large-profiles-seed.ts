import type { Database } from '../../../src/database/database.ts';
import { changeProfile } from '../../../src/listings/listing-changes.ts';
import { createPet } from '../../../src/pets/pet-changes.ts';
import { lockPet } from '../../../src/pets/pet-store.ts';

/** 60 KB of JSON: six bytes for each character. */
const LONG_TEXT = '\u0001'.repeat(10_000);

/** Adds animals with the largest descriptions, and their events. Returns their ids. */
export async function addLargeProfiles(
  database: Database,
  ownerId: bigint,
  count: number,
): Promise<readonly bigint[]> {
  const change = { actor: null, at: Date.now() };
  const ids: bigint[] = [];
  for (let index = 0; index < count; index += 1) {
    await database.write(async (db) => {
      const pet = await createPet(db, { name: 'Rex', categoryId: 1n, status: 'available' }, ownerId, change);
      await lockPet(db, pet.id);
      const fields = { description: LONG_TEXT };
      await changeProfile(db, { petId: pet.id, profile: {} }, fields, change, 'http://127.0.0.1');
      ids.push(pet.id);
    });
  }
  return ids;
}
