import type { Database } from '../../../../src/database/database.ts';
import { insertProfiles } from '../../../../src/listings/profile-queries.ts';
import type { SurfaceAttack } from '../surface-attack.ts';
import { readWithoutKey } from './public-reader.ts';

/**
 * Reads lists of animals with the longest texts, and another unknown parameter each time, so that a cache by address never has
 * the page. The service needs `PUBLIC_PAGES=true`.
 */

const ANIMALS = 200;
const CONNECTIONS = 32;
const PATHS = ['/adopt.json?limit=100', '/adopt/feed.xml?age=', '/adopt.json?limit=99', '/adopt?sex='];

/** Six bytes of JSON each. */
function text(length: number): string {
  return `x${'\u0001'.repeat(length - 1)}`;
}

export const attack: SurfaceAttack = {
  plan: 'free',
  role: 'member',
  dependsOnEngine: true,
  async seed({ write }: Database, ownerId: bigint) {
    const animal = { name: text(1_000), category_id: 1n, status: 'available', owner_id: ownerId } as const;
    const short = { breed: text(200), color: text(200), location: text(200) };
    const profile = { ...short, description: text(10_000), specialNeeds: text(1_000) };
    for (let added = 0; added < ANIMALS; added += 1) {
      await write(async (queries) => {
        const { id } = await queries
          .insertInto('pets')
          .values(animal)
          .returning('id')
          .executeTakeFirstOrThrow();
        await insertProfiles(queries, [{ petId: id, profile }]);
      });
    }
  },
  run: (target, isOver) =>
    readWithoutKey(target, isOver, CONNECTIONS, (n) => `${PATHS[n % PATHS.length]}&utm_source=${n}`),
};
