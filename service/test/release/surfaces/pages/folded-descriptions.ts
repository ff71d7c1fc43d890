import { changeProfile } from '../../../../src/listings/listing-changes.ts';
import { createPet } from '../../../../src/pets/pet-changes.ts';
import type { SurfaceAttack } from '../surface-attack.ts';
import { readWithoutKey } from './public-reader.ts';

/** Searches without a key for animals whose descriptions become 18 times as long when they are folded. */

const ANIMALS = 100;
const DESCRIPTION = '\ufdfa'.repeat(10_000);
/** The words that the letter becomes. */
const WORDS = [
  '\u0635\u0644\u0649',
  '\u0627\u0644\u0644\u0647',
  '\u0639\u0644\u064a\u0647',
  '\u0648\u0633\u0644\u0645',
];
const CONNECTIONS = 4;

export const attack: SurfaceAttack = {
  plan: 'free',
  role: 'member',
  dependsOnEngine: true,
  seed: async (database, ownerId) => {
    const change = { actor: null, at: Date.now() };
    for (let n = 0; n < ANIMALS; n += 1) {
      await database.write(async (db) => {
        const { id } = await createPet(
          db,
          { name: 'Rex', categoryId: 1n, status: 'available' },
          ownerId,
          change,
        );
        const pet = { petId: id, profile: {} };
        await changeProfile(db, pet, { description: DESCRIPTION }, change, 'https://petstore.example');
      });
    }
  },
  run: (target, isOver) =>
    readWithoutKey(target, isOver, CONNECTIONS, () => `/adopt?q=${encodeURIComponent(anotherSearch())}`),
};

/** Returns beginnings of some of the words in any order, so that few searches have a cached page. */
function anotherSearch(): string {
  const words = WORDS.flatMap((word) => [word, word.slice(0, 2), word.slice(0, 3)]);
  const shuffled = words.map((word) => [Math.random(), word] as const).sort(([one], [other]) => one - other);
  return shuffled
    .slice(0, 2 + Math.floor(Math.random() * (words.length - 1)))
    .map(([, word]) => word)
    .join(' ');
}
