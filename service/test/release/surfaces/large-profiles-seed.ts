import type { Database } from '../../../src/database/database.ts';
import { changeProfile } from '../../../src/listings/listing-changes.ts';
import { createPet } from '../../../src/pets/pet-changes.ts';
import { lockPet } from '../../../src/pets/pet-queries.ts';

/** 60 KB of JSON: six bytes for each character. */
const LONG_TEXT = '\u0001'.repeat(10_000);

export const LARGE_NAME = 'Voluminous';

/** Adds animals with the largest descriptions, and their events. */
export async function addLargeProfiles(database: Database, ownerId: bigint, count: number): Promise<void> {
  const change = { actor: null, at: Date.now() };
  for (let index = 0; index < count; index += 1) {
    await database.write(async (db) => {
      const pet = await createPet(
        db,
        { name: LARGE_NAME, categoryId: 1n, status: 'available' },
        ownerId,
        change,
      );
      await lockPet(db, pet.id);
      const fields = { description: LONG_TEXT };
      await changeProfile(db, { petId: pet.id, profile: {} }, fields, change, 'http://127.0.0.1');
    });
  }
}
