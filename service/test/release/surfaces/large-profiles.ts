import { addLargeProfiles, LARGE_NAME } from './large-profiles-seed.ts';
import { repeatRequests } from './repeat-requests.ts';
import type { SurfaceAttack } from './surface-attack.ts';

const ANIMALS = 20;

/** Changes of one small field of animals with the largest descriptions. */
export const attack: SurfaceAttack = {
  plan: 'business',
  role: 'member',
  seed: (database, ownerId) => addLargeProfiles(database, ownerId, ANIMALS),
  run: async (target, isOver) => {
    const authorization = `Bearer ${target.key}`;
    const found = await fetch(`${target.url}/v1/pets?limit=${ANIMALS}&name=${LARGE_NAME}`, {
      headers: { authorization },
    });
    const pets = (await found.json()) as ReadonlyArray<{ readonly id: number }>; // as openapi.json describes it
    return repeatRequests(target, isOver, 4, (index) => ({
      path: `/v1/pets/${pets[index % pets.length]?.id}/profile`,
      method: 'PATCH',
      body: JSON.stringify({ houseTrained: Math.floor(index / ANIMALS) % 2 === 0 }),
    }));
  },
};
