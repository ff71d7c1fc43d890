import { addPet } from '@petstore/testing/api-calls.ts';
import { send } from '@petstore/testing/http/send.ts';
import { sendInBursts } from './bursts.ts';
import type { SurfaceAttack } from './surface-attack.ts';

/** 40 connections change the name of one animal. On PostgreSQL each change locks it until its commit. */
export const attack: SurfaceAttack = {
  plan: 'business',
  role: 'member',
  async run(target, isOver) {
    const id = await addPet({ send: (path, options) => send(`${target.url}${path}`, options) }, target.key);
    return sendInBursts(target, isOver, (burst, connection) => ({
      method: 'PATCH',
      path: `/v1/pets/${id}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: `change ${burst} ${connection}` }),
    }));
  },
};
