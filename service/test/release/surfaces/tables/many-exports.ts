import { AttackClient, addManyPets, waitUnless } from '../attack-tools.ts';
import type { SurfaceAttack } from '../surface-attack.ts';

const EXPORTS = 30;

/** 30 exports of 210,000 animals at a time, each of which is read as fast as it comes. */
export const attack: SurfaceAttack = {
  plan: 'free',
  role: 'manager',
  dependsOnEngine: true,
  seed: addManyPets,
  run: async (target, isOver) => {
    const client = new AttackClient(target);
    const exportAgain = async () => {
      while (!isOver()) {
        const response = await client.send('/v1/exports/pets.csv');
        if (response?.status !== 200) await waitUnless(isOver, 1_000);
      }
    };
    for (let started = 0; started < EXPORTS; started += 1) exportAgain();
    await waitUnless(isOver, Number.POSITIVE_INFINITY);
    client.close();
    return client.counts;
  },
};
