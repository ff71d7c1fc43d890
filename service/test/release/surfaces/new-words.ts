import { createHash, randomUUID } from 'node:crypto';
import type { SurfaceAttack, Target } from './surface-attack.ts';

/** Changes the description of one animal to words that the search has never seen, again and again. */

const WORDS = 768;
const CONNECTIONS = 4;

export const attack: SurfaceAttack = {
  plan: 'business',
  role: 'member',
  run: async (target, isOver) => {
    const statuses: Record<string, number> = {};
    const added = await send(target, 'POST', '/v1/pets', { name: 'Rex', categoryId: 1 });
    const { id } = JSON.parse(added.text) as { id: number };
    const change = async () => {
      while (!isOver()) {
        const { status } = await send(target, 'PATCH', `/v1/pets/${id}/profile`, { description: newWords() });
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, change));
    return statuses;
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

async function send({ url, key }: Target, method: string, path: string, body: object) {
  try {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    return { status: String(response.status), text: await response.text() };
  } catch {
    return { status: 'error', text: '{}' };
  }
}
