import { Agent } from 'node:http';
import { sendOn } from '@petstore/testing/http/send-on-agent.ts';
import type { Target } from './surface-attack.ts';

/**
 * Requests the path of each number in turn, without a key. Returns the number of responses of each status. With
 * `TRUST_PROXY=127.0.0.1` each request has a client address of its own.
 */
export async function readWithoutKey(
  { url }: Target,
  isOver: () => boolean,
  connections: number,
  pathOf: (n: number) => string,
): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true });
  const statuses: Record<string, number> = {};
  let sent = 0;
  const client = async () => {
    while (!isOver()) {
      const n = sent++;
      const headers = { 'x-forwarded-for': `198.51.${(n >> 8) % 256}.${n % 256}` };
      const status = await sendOn(agent, `${url}${pathOf(n)}`, { headers }).then(
        (response) => String(response.status),
        () => 'connection error',
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  return statuses;
}
