import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE } from '../../../../src/core/clock.ts';
import { AttackClient, type AttackRequest } from '../attack-tools.ts';
import type { Target } from '../surface-attack.ts';

const CONNECTIONS = 40;
/** A Business key has 1,000 requests a minute, some of which an attack needs to prepare. More would be rejected without work. */
const BURSTS_A_MINUTE = 24;
const PAUSE_MS = 100;

/**
 * Sends requests on 40 connections at once, again and again as far as the quota of a Business key allows, until `isOver`. Returns the
 * number of responses of each status.
 */
export async function sendInBursts(
  target: Target,
  isOver: () => boolean,
  next: (burst: number, connection: number) => AttackRequest,
): Promise<Record<string, number>> {
  const client = new AttackClient(target);
  let [minute, sent, bursts] = [0, 0, 0];
  while (!isOver()) {
    const now = Math.floor(Date.now() / MINUTE);
    if (now !== minute) [minute, sent] = [now, 0];
    if (sent === BURSTS_A_MINUTE) {
      await wait(PAUSE_MS);
      continue;
    }
    sent += 1;
    bursts += 1;
    await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, connection) => {
        const { path, ...options } = next(bursts, connection);
        return client.send(path, options);
      }),
    );
  }
  client.close();
  return client.counts;
}
