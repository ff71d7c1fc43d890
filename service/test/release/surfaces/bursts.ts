import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type AgentRequest, sendOn } from '@petstore/testing/http/send-on-agent.ts';
import { MINUTE } from '../../../src/core/clock.ts';
import type { Target } from './surface-attack.ts';

const CONNECTIONS = 40;
/** A Business key has 1,000 requests a minute, some of which an attack needs to prepare. More would be rejected without work. */
const BURSTS_A_MINUTE = 24;
const PAUSE_MS = 100;

/**
 * Sends requests on 40 connections at once, again and again as far as the quota of a Business key allows, until `isOver`. Returns the
 * number of responses of each status.
 */
export async function sendInBursts(
  { url, key }: Target,
  isOver: () => boolean,
  next: (burst: number, connection: number) => AgentRequest & { readonly path: string },
): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses: Record<string, number> = {};
  const count = (status: number | string) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const sendOne = ({ path, ...request }: ReturnType<typeof next>) =>
    sendOn(agent, `${url}${path}`, { key, ...request }).then(
      ({ status }) => count(status),
      () => count('connection error'),
    );
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
      Array.from({ length: CONNECTIONS }, (_, connection) => sendOne(next(bursts, connection))),
    );
  }
  agent.destroy();
  return statuses;
}
