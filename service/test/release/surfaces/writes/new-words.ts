import { createHash, randomUUID } from 'node:crypto';
import { AttackClient, addAnimal } from '../attack-tools.ts';
import type { SurfaceAttack } from '../surface-attack.ts';

/** Changes the description of one animal to words that the search has never seen, again and again. */

const WORDS = 768;
const CONNECTIONS = 4;

export const attack: SurfaceAttack = {
  plan: 'business',
  role: 'member',
  dependsOnEngine: true,
  run: async (target, isOver) => {
    const id = await addAnimal(target);
    return new AttackClient(target).repeat(CONNECTIONS, isOver, () => ({
      method: 'PATCH',
      path: `/v1/pets/${id}/profile`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ description: newWords() }),
    }));
  },
};

/** Returns words of 12 letters. */
function newWords(): string {
  const salt = randomUUID();
  const words = Array.from({ length: WORDS }, (_, n) =>
    createHash('sha256').update(`${salt} ${n}`).digest('hex').slice(0, 12),
  );
  return words.join(' ');
}
