import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type AgentRequest, sendOn } from '@petstore/testing/http/send-on-agent.ts';
import type { Database } from '../../../src/database/database.ts';
import type { Target } from './surface-attack.ts';

const PETS = 210_000;
const PETS_AT_A_TIME = 1_000;

/** Adds 210,000 animals, of which an export has 20 MB. */
export async function addManyPets(database: Database, ownerId: bigint): Promise<void> {
  for (let added = 0; added < PETS; added += PETS_AT_A_TIME) {
    const pets = Array.from({ length: PETS_AT_A_TIME }, (_, n) => ({
      name: `Animal number ${added + n} of a shelter`,
      category_id: 1n,
      owner_id: ownerId,
    }));
    await database.write((db) => db.insertInto('pets').values(pets).execute());
  }
}

/** Sends requests of an attack and counts the statuses of their responses. */
export class AttackClient {
  readonly counts: Record<string, number> = {};
  readonly #target: Target;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(target: Target) {
    this.#target = target;
  }

  /** Returns the status and the headers of the response. */
  async send(path: string, options: AgentRequest = {}) {
    const { url, key } = this.#target;
    const response = await sendOn(this.#agent, url + path, { key, ...options }).catch(() => undefined);
    this.count(response?.status);
    return response;
  }

  count(status: number | undefined): void {
    const name = String(status ?? 'connection error');
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  /** Ends its connections, also those on which responses arrive. */
  close(): void {
    this.#agent.destroy();
  }
}

/** Resolves after a time, or as soon as the attack is over. */
export async function waitUnless(isOver: () => boolean, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (!isOver() && performance.now() < end) await wait(Math.min(ms, 200));
}
