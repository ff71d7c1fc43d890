import { type Agent, request } from 'node:http';
import type { AttackRequest } from './attacks.ts';

/** Sends a request on a kept connection of the agent, reads the whole response, and returns its status. */
export function sendOn(agent: Agent, url: string, sent: AttackRequest & { key: string }): Promise<number> {
  const { method = 'GET', path, key, headers, body } = sent;
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${path}`, {
      agent,
      method,
      headers: { ...headers, authorization: `Bearer ${key}` },
    });
    outgoing.once('response', (response) => {
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', reject);
      response.resume();
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
