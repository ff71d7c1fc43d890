import { listOf } from '@petstore/testing/http/expect-response.ts';
import { AttackClient, sendWhenServed } from '../attack-tools.ts';
import { addLargeProfiles, LARGE_NAME } from '../large-profiles-seed.ts';
import type { SurfaceAttack } from '../surface-attack.ts';

const ANIMALS = 20;
const CONNECTIONS = 4;

/** Changes of one small field of animals with the largest descriptions. */
export const attack: SurfaceAttack = {
  plan: 'business',
  role: 'member',
  dependsOnEngine: true,
  seed: (database, ownerId) => addLargeProfiles(database, ownerId, ANIMALS),
  run: async (target, isOver) => {
    const path = `/v1/pets?limit=${ANIMALS}&name=${LARGE_NAME}`;
    const pets = listOf(await sendWhenServed(target, path));
    return new AttackClient(target).repeat(CONNECTIONS, isOver, (index) => ({
      path: `/v1/pets/${pets[index % pets.length]?.id}/profile`,
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ houseTrained: Math.floor(index / ANIMALS) % 2 === 0 }),
    }));
  },
};
