import { createHash, randomUUID } from 'node:crypto';
import { listOf } from '@petstore/testing/http/expect-response.ts';
import { changeProfile } from '../../../src/catalogue/listings/listing-changes.ts';
import { createPet } from '../../../src/catalogue/pets/pet-changes.ts';
import { lockPet } from '../../../src/catalogue/pets/pet-queries.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { AttackClient, addAnimal, sendWhenServed } from './attack-tools.ts';
import type { SurfaceAttack } from './surface-attack.ts';

/** Reads and writes of profiles with the largest descriptions, by a Business key. */

const BY_A_BUSINESS_KEY = { plan: 'business', role: 'member', dependsOnEngine: true } as const;
const JSON_TYPE = { 'content-type': 'application/json' };
/** 60 KB of JSON: six bytes for each character. */
const LONG_TEXT = '\u0001'.repeat(10_000);
const NAME = 'Voluminous';
const CHANGED_ANIMALS = 20;
const READ_ANIMALS = 120;
const NEW_WORDS = 768;

/** Adds animals with the largest descriptions, and their events. */
async function addLargeProfiles(database: Database, ownerId: bigint, count: number): Promise<void> {
  const change = { actor: null, at: Date.now() };
  const animal = { name: NAME, categoryId: 1n, status: 'available' } as const;
  const fields = { description: LONG_TEXT };
  for (let added = 0; added < count; added += 1) {
    await database.write(async (db) => {
      const { id } = await createPet(db, animal, ownerId, change);
      await lockPet(db, id);
      await changeProfile(db, { petId: id, profile: {} }, fields, change, 'http://127.0.0.1');
    });
  }
}

/** Changes of one small field. */
export const largeProfiles: SurfaceAttack = {
  ...BY_A_BUSINESS_KEY,
  seed: (database, ownerId) => addLargeProfiles(database, ownerId, CHANGED_ANIMALS),
  async run(target, isOver) {
    const path = `/v1/pets?limit=${CHANGED_ANIMALS}&name=${NAME}`;
    const pets = listOf(await sendWhenServed(target, path));
    return new AttackClient(target).repeat(4, isOver, (index) => ({
      path: `/v1/pets/${pets[index % pets.length]?.id}/profile`,
      method: 'PATCH',
      headers: JSON_TYPE,
      body: JSON.stringify({ houseTrained: Math.floor(index / CHANGED_ANIMALS) % 2 === 0 }),
    }));
  },
};

const PATHS = ['/v1/events?limit=100&after=', '/v1/listings?limit=100&sort=id&categoryId='];

/** Pages of the feed and of listings. No two requests share a cached page. */
export const largeEventPages: SurfaceAttack = {
  ...BY_A_BUSINESS_KEY,
  seed: (database, ownerId) => addLargeProfiles(database, ownerId, READ_ANIMALS),
  run: (target, isOver) =>
    new AttackClient(target).repeat(16, isOver, (index) => ({
      path: `${PATHS[index % PATHS.length]}${index % PATHS.length === 0 ? index % READ_ANIMALS : 1}`,
    })),
};

/** Changes the description of one animal to words that the search has never seen. */
export const newWords: SurfaceAttack = {
  ...BY_A_BUSINESS_KEY,
  async run(target, isOver) {
    const path = `/v1/pets/${await addAnimal(target)}/profile`;
    return new AttackClient(target).repeat(4, isOver, () => {
      const body = JSON.stringify({ description: unknownWords() });
      return { method: 'PATCH', path, headers: JSON_TYPE, body };
    });
  },
};

/** Returns words of 12 letters. */
function unknownWords(): string {
  const salt = randomUUID();
  const words = Array.from({ length: NEW_WORDS }, (_, n) =>
    createHash('sha256').update(`${salt} ${n}`).digest('hex').slice(0, 12),
  );
  return words.join(' ');
}
