import { addAnimal } from '../attack-tools.ts';
import type { SurfaceAttack } from '../surface-attack.ts';
import { sendInBursts } from './bursts.ts';

/** Each burst has 40 orders with one new Idempotency-Key, which all fail: none of them can replay the response of another one. */
export const attack: SurfaceAttack = {
  plan: 'business',
  role: 'member',
  dependsOnEngine: true,
  async run(target, isOver) {
    const petId = await addAnimal(target, { status: 'sold' });
    return sendInBursts(target, isOver, (burst) => ({
      method: 'POST',
      path: '/v1/store/orders',
      headers: { 'content-type': 'application/json', 'idempotency-key': `burst ${burst}` },
      body: JSON.stringify({ petId }),
    }));
  },
};
