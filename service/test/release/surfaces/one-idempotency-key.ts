import { addPet } from '@petstore/testing/api-calls.ts';
import { send } from '@petstore/testing/http/send.ts';
import { sendInBursts } from './bursts.ts';
import type { SurfaceAttack } from './surface-attack.ts';

/** Each burst has 40 orders with one new Idempotency-Key, which all fail: none of them can replay the response of another one. */
export const attack: SurfaceAttack = {
  plan: 'business',
  role: 'member',
  async run(target, isOver) {
    const sender = { send: (path: string, options?: object) => send(`${target.url}${path}`, options) };
    const petId = await addPet(sender, target.key, { status: 'sold' });
    return sendInBursts(target, isOver, (burst) => ({
      method: 'POST',
      path: '/v1/store/orders',
      headers: { 'content-type': 'application/json', 'idempotency-key': `burst ${burst}` },
      body: JSON.stringify({ petId }),
    }));
  },
};
