import { addAnimal } from '../attack-tools.ts';
import type { SurfaceAttack } from '../surface-attack.ts';
import { sendInBursts } from './bursts.ts';

/** 40 connections change the name of one animal. On PostgreSQL each change locks it until its commit. */
export const attack: SurfaceAttack = {
  plan: 'business',
  role: 'member',
  dependsOnEngine: true,
  async run(target, isOver) {
    const id = await addAnimal(target);
    return sendInBursts(target, isOver, (burst, connection) => ({
      method: 'PATCH',
      path: `/v1/pets/${id}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: `change ${burst} ${connection}` }),
    }));
  },
};
