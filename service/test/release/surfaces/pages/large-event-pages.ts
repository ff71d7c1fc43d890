import { AttackClient } from '../attack-tools.ts';
import { addLargeProfiles } from '../large-profiles-seed.ts';
import type { SurfaceAttack } from '../surface-attack.ts';

const ANIMALS = 120;
const PATHS = ['/v1/events?limit=100&after=', '/v1/listings?limit=100&sort=id&categoryId='];

/** Pages of the feed and of listings, each item with 60 KB. No two requests share a cached page. */
export const attack: SurfaceAttack = {
  plan: 'business',
  role: 'member',
  dependsOnEngine: true,
  seed: (database, ownerId) => addLargeProfiles(database, ownerId, ANIMALS),
  run: (target, isOver) =>
    new AttackClient(target).repeat(16, isOver, (index) => ({
      path: `${PATHS[index % PATHS.length]}${index % PATHS.length === 0 ? index % ANIMALS : 1}`,
    })),
};
